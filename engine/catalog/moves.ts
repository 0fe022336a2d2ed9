/**
 * What came into a filtered set and what left it, and why. Kept in memory: the counts are exact, and of the entries the last
 * ones are kept, so that a feed which moves 100,000 products costs as much as one that moves 50.
 */
import type { Product } from '../state/tables/catalog.ts';

/** Entries of a set at most. */
export const mostEntries = 50;
/** Runs of feeds that are told apart at most; the earliest are then counted together. */
export const mostCauses = 20;

/** What changed products: a call of the API, or a run of a feed. */
export type Cause =
  | { readonly type: 'call' }
  | { readonly type: 'run'; readonly runId: string; readonly feedId: string };

/** A transaction that changed products. */
export interface Occasion {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly cause: Cause;
}

/** A product that came or left: `before` is undefined for a new product, `after` for one that was removed. */
export interface Move {
  readonly isIn: boolean;
  readonly before: Product | undefined;
  readonly after: Product | undefined;
  readonly occasion: Occasion;
}

/** How often products came and left; one that did both counts twice. */
export interface MoveCounts {
  readonly came: number;
  readonly went: number;
}

interface Tally {
  came: number;
  went: number;
}

const call = 'call';

export class Moves {
  readonly #entries: Move[] = [];
  #next = 0;
  readonly #all: Tally = { came: 0, went: 0 };
  readonly #causes = new Map<string, Tally & { readonly cause: Cause }>();
  /** Of the occasion that was noted last: many moves have the same. */
  #last: { readonly occasion: Occasion; readonly tally: Tally } | null = null;

  /** `since` is the time from which it counts, epoch ms on the platform's clock. */
  constructor(readonly since: number) {}

  get counts(): MoveCounts {
    return { ...this.#all };
  }

  /** The latest first. */
  get entries(): readonly Move[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)].toReversed();
  }

  /** By what caused them, the latest cause last. Those that are not told apart any more are missing. */
  get causes(): readonly (MoveCounts & { readonly cause: Cause })[] {
    return [...this.#causes.values()].map((each) => ({ ...each }));
  }

  note(move: Move): void {
    const { isIn, occasion } = move;
    count(this.#all, isIn);
    if (this.#last?.occasion !== occasion) this.#last = { occasion, tally: this.#tallyOf(occasion.cause) };
    count(this.#last.tally, isIn);
    this.#entries[this.#next] = move;
    this.#next = (this.#next + 1) % mostEntries;
  }

  #tallyOf(cause: Cause): Tally {
    const key = cause.type === 'run' ? cause.runId : call;
    let found = this.#causes.get(key);
    if (!found) {
      found = { came: 0, went: 0, cause };
      this.#causes.set(key, found);
      const [oldest = key] = this.#causes.keys();
      if (this.#causes.size > mostCauses) this.#causes.delete(oldest);
    }
    return found;
  }
}

function count(tally: Tally, isIn: boolean): void {
  if (isIn) tally.came++;
  else tally.went++;
}

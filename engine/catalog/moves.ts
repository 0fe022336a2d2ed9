/**
 * Which products entered or left a filtered set, and why. Kept in memory. The counts are exact, but only the last
 * entries are kept, so that a feed which moves 100,000 products uses as much memory as one that moves 50.
 */
import type { Product } from '../state/tables/catalog.ts';

/** Most entries that are kept per set. */
export const mostEntries = 50;
/** Most feed runs that are counted separately. Earlier ones count only in the total. */
export const mostCauses = 20;

/** What changed products: an API call or a feed run. */
export type Cause =
  | { readonly type: 'call' }
  | { readonly type: 'run'; readonly runId: string; readonly feedId: string };

/** A transaction that changed products. */
export interface Occasion {
  /** Epoch ms on the platform's clock. */
  readonly at: number;
  readonly cause: Cause;
}

/** A product that entered or left. `before` is undefined for a new product, `after` for a removed one. */
export interface Move {
  readonly isIn: boolean;
  readonly before: Product | undefined;
  readonly after: Product | undefined;
  readonly occasion: Occasion;
}

/** How often products entered and left. A product that did both counts twice. */
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
  /** The tally of the latest occasion, cached because many moves share an occasion. */
  #last: { readonly occasion: Occasion; readonly tally: Tally } | null = null;

  /** `since` is the time at which counting began, epoch ms on the platform's clock. */
  constructor(readonly since: number) {}

  get counts(): MoveCounts {
    return { ...this.#all };
  }

  /** Latest first. */
  get entries(): readonly Move[] {
    return [...this.#entries.slice(this.#next), ...this.#entries.slice(0, this.#next)].toReversed();
  }

  /** The counts by cause, latest cause last. Only the latest `mostCauses` are kept. */
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

/**
 * Filters that somebody is trying out: which products pass each, one bit per product. A filter's bits are computed
 * once, in pieces, and updated by every transaction while questions are asked. When one filter of thirty changes, only
 * that one is applied to the products. The bits are not stored (decisions/catalog.md).
 */
import type { StateView } from '../state/state.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { ProductFilter } from '../state/tables/catalog.ts';
import { followProducts } from './follow.ts';
import { lookTogether, Members } from './members.ts';

/** How many times a filter is applied to a product between two turns: a few milliseconds of work. */
const triedAtOnce = 40_000;
/** Askers at the same time. A newer one supersedes the oldest. */
const mostAskers = 8;
/** Filters whose bits are kept although no current question uses them. */
const keptBeside = 16;
/** After this many product changes without a question, all bits are dropped. */
const mostUnasked = 100_000;

type View = Pick<StateView, 'journal' | 'now' | 'tables'>;

/** One question. It is over when the same asker asks the next one. */
export class Asking {
  isOver = false;
  /** Keys of the filters that must be kept for this question. */
  readonly keys = new Set<string>();

  constructor(readonly asker: string) {}
}

export class Drafts {
  /** Ordered by use: the most recently used filter is last. */
  readonly #filters = new Map<string, Members>();
  /** Ordered by age: the newest question is last. */
  readonly #askers = new Map<string, Asking>();
  #unasked = 0;
  #unfollow: (() => void) | null = null;

  constructor(private readonly state: View) {}

  /** The number of filters whose bits are kept. */
  get size(): number {
    return this.#filters.size;
  }

  /** Begins a question and supersedes the earlier one of this asker. The caller must `end` it. */
  begin(asker: string): Asking {
    this.#unfollow ??= this.state.journal.follow((changes) => this.#follow(changes));
    this.#unasked = 0;
    this.#supersede(asker);
    const [first] = this.#askers.keys();
    if (first !== undefined && this.#askers.size === mostAskers) this.#supersede(first);
    const asking = new Asking(asker);
    this.#askers.set(asker, asking);
    return asking;
  }

  end(asking: Asking): void {
    if (this.#askers.get(asking.asker) === asking) this.#askers.delete(asking.asker);
    const inUse = new Set([...this.#askers.values(), asking].flatMap(({ keys }) => [...keys]));
    let spare = this.#filters.size - inUse.size - keptBeside;
    for (const key of this.#filters.keys()) {
      if (spare <= 0) return;
      if (!inUse.has(key) && this.#filters.delete(key)) spare--;
    }
  }

  /** Resolves to the bits of each list of filters when they are complete; to null if the question was superseded. */
  async ready(
    catalogId: string,
    lists: readonly (readonly ProductFilter[])[],
    asking: Asking,
    turn: () => Promise<void>,
  ): Promise<readonly Members[] | null> {
    const members = lists.map((filters) => this.#of(catalogId, filters, asking));
    const open = members.filter(({ looked }) => looked < Infinity);
    const most = Math.ceil(triedAtOnce / Math.max(open.length, 4));
    while (!lookTogether(open, catalogId, most, this.state.tables)) {
      await turn();
      if (asking.isOver) return null;
    }
    return members;
  }

  #of(catalogId: string, filters: readonly ProductFilter[], asking: Asking): Members {
    const key = JSON.stringify([
      catalogId,
      ...filters.map(({ attribute, operator, value }) => [attribute, operator, value]),
    ]);
    const found = this.#filters.get(key) ?? new Members(catalogId, filters);
    this.#filters.delete(key);
    this.#filters.set(key, found);
    asking.keys.add(key);
    return found;
  }

  #supersede(asker: string): void {
    const before = this.#askers.get(asker);
    if (!before) return;
    before.isOver = true;
    this.#askers.delete(asker);
  }

  #follow(changes: ChangeSet): void {
    this.#unasked += followProducts(changes, this.#filters.values(), () => this.state.now());
    if (this.#unasked < mostUnasked || this.#askers.size > 0) return;
    this.#filters.clear();
    this.#unfollow?.();
    this.#unfollow = null;
  }
}

const all = new WeakMap<object, Drafts>();

/** The drafts of a platform. */
export function draftsOf(state: View): Drafts {
  let found = all.get(state.journal);
  if (!found) all.set(state.journal, (found = new Drafts(state)));
  return found;
}

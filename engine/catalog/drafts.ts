/**
 * Filters that somebody is trying out: which products pass each, a bit a product. A filter's bits are made once, some products
 * at a time, and follow every transaction while questions are asked; so a change of one filter among thirty looks at the
 * products for that one alone. Nothing of it is kept (decisions/catalog.md).
 */
import type { StateView } from '../state/state.ts';
import type { ChangeSet } from '../state/store/store.ts';
import type { ProductFilter } from '../state/tables/catalog.ts';
import { followProducts } from './follow.ts';
import { lookTogether, Members } from './members.ts';

/** Filters that are tried on products between two turns: some milliseconds' work. */
const triedAtOnce = 40_000;
/** One caller at a time: a newer one supersedes the older. */
const mostAskers = 8;
/** Filters whose bits are kept although nobody asked about them last. */
const keptBeside = 16;
/** When so many products changed since a question was asked, nobody looks any more. */
const mostUnasked = 100_000;

type View = Pick<StateView, 'journal' | 'now' | 'tables'>;

/** What one question looks at; over when the same asker asks the next one. */
export class Asking {
  isOver = false;
  /** The filters that stay while it asks. */
  readonly keys = new Set<string>();

  constructor(readonly asker: string) {}
}

export class Drafts {
  /** Those that were asked about last stand last. */
  readonly #filters = new Map<string, Members>();
  /** The latest stands last. */
  readonly #askers = new Map<string, Asking>();
  #unasked = 0;
  #unfollow: (() => void) | null = null;

  constructor(private readonly state: View) {}

  /** How many filters there are bits of. */
  get size(): number {
    return this.#filters.size;
  }

  /** Supersedes what this asker asked before. To be ended. */
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

  /** The bits of each list of filters, when they are whole; null when the question was superseded meanwhile. */
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

/** Those of a platform. */
export function draftsOf(state: View): Drafts {
  let found = all.get(state.journal);
  if (!found) all.set(state.journal, (found = new Drafts(state)));
  return found;
}

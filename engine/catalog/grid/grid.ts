/**
 * A catalog as a table: any window of its products, filtered and sorted by a column. Orders and matches are computed
 * once, in pieces, and kept while somebody uses them. A question is abandoned when a later one of the same viewer
 * replaces it.
 */
import { membershipsOf } from '../membership.ts';
import type { Passes } from '../filters.ts';
import type { StateView } from '../../state/state.ts';
import type { ProductSet } from '../../state/tables/catalog.ts';
import { compareTo, shownValue } from './columns.ts';
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { AsSet, GridAnswer, GridRows, GridView, GridWindow } from './contract.ts';
import { readTerms } from './language.ts';
import { Matches } from './matches.ts';
import { Mirror } from './mirror.ts';
import { caughtUp, orderOf } from './order.ts';
import type { Order } from './order.ts';
import { asSet, readTerm } from './passing.ts';
import type { Read } from './passing.ts';
import type { Pause } from './sort.ts';

const mostMirrors = 2;
const mostKept = 4;
const mostViewers = 16;
/** Entries of an order that are visited between two turns. */
const walkedAtOnce = 200_000;

const superseded = { kind: 'superseded' } as const;
const gone = { kind: 'gone' } as const;

/** The result of a view: an order, reduced to the products that pass. */
interface Ready {
  readonly kind: 'ready';
  readonly mirror: Mirror;
  readonly slots: Uint32Array;
  readonly valued: number;
  readonly total: number;
  readonly asSet: AsSet;
}

interface Narrowed {
  readonly order: Order;
  readonly matches: Matches;
  readonly version: number;
  readonly slots: Uint32Array;
  readonly valued: number;
}

/** A set, for testing membership. `state` changes when its members may have changed. */
interface Source {
  readonly has: Passes;
  readonly state: unknown;
  readonly isWhole: boolean;
  readonly count: () => number;
}

interface KeptMatches {
  readonly filter: string;
  readonly setId: string | null;
  readonly source: unknown;
  readonly matches: Matches;
}

/** What is cached for a catalog. */
class Table {
  orders: readonly Order[] = [];
  matches: readonly KeptMatches[] = [];
  narrowed: readonly Narrowed[] = [];

  constructor(readonly mirror: Mirror) {}
}

export class Grids {
  /** Ordered by use: the most recently used table is last. */
  readonly #tables = new Map<string, Table>();
  /** The last question of each viewer. */
  readonly #wanted = new Map<string, symbol>();

  constructor(
    private readonly state: StateView,
    private readonly turn: () => Promise<void>,
  ) {
    state.journal.follow(({ products, catalogs }) => {
      for (const id of catalogs?.removed ?? []) this.#tables.delete(id);
      if (!products) return;
      for (const [id, { mirror }] of this.#tables) {
        mirror.follow(products);
        if (mirror.isLost) this.#tables.delete(id);
      }
    });
  }

  /**
   * A window of a view. `viewer` identifies the asker: their earlier question is abandoned if this one is for another
   * view.
   */
  async window(viewer: string, view: GridView, { from, count, marks }: GridWindow): Promise<GridAnswer> {
    const ready = await this.#ready(viewer, view);
    if (ready.kind !== 'ready') return ready;
    const { slots, mirror, total, asSet } = ready;
    const at = placesOf(ready, view.isFalling);
    const last = Math.min(slots.length, from + count);
    const rows: GridRows['rows'] = Array.from(
      { length: Math.max(0, last - from) },
      (_, row) => mirror.rows[at(from + row)] ?? null,
    );
    return {
      kind: 'rows',
      from,
      rows,
      total,
      matches: slots.length,
      marks: marksOf(ready, view, marks),
      asSet,
    };
  }

  /** The rank of a product in a view; -1 if it is not in the view. */
  async rankOf(viewer: string, view: GridView, id: string): Promise<number | null> {
    const ready = await this.#ready(viewer, view);
    if (ready.kind !== 'ready') return null;
    const product = this.state.tables.products.get(`${view.catalogId}:${id}`);
    const slot = product ? ready.mirror.slotOf(product) : -1;
    const rank = slot === -1 ? -1 : ready.slots.indexOf(slot);
    return view.isFalling && rank !== -1 && rank < ready.valued ? ready.valued - 1 - rank : rank;
  }

  /** The rank of the first product with this value or a later one; null if the text is not a value of the column. */
  async rankOfValue(viewer: string, view: GridView, value: string): Promise<number | null> {
    const compare = view.column === null ? null : compareTo(value, view.column);
    if (!compare) return null;
    const ready = await this.#ready(viewer, view);
    if (ready.kind !== 'ready') return null;
    const { slots, valued, mirror } = ready;
    const isBefore = (rank: number): boolean => {
      const product = mirror.rows[slots[rank]!];
      if (!product) return true;
      const order = compare(product);
      return order < 0 || (view.isFalling && order === 0);
    };
    let [low, high] = [0, valued];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (isBefore(middle)) low = middle + 1;
      else high = middle;
    }
    return Math.max(0, Math.min(view.isFalling ? valued - low : low, slots.length - 1));
  }

  async #ready(viewer: string, view: GridView): Promise<Ready | Exclude<GridAnswer, GridRows>> {
    const ticket = Symbol();
    this.#wanted.delete(viewer);
    this.#wanted.set(viewer, ticket);
    forgetFirst(this.#wanted, mostViewers);
    const pause: Pause = async () => {
      await this.turn();
      return this.#wanted.get(viewer) === ticket;
    };
    const read = readFilter(view.filter);
    if ('kind' in read) return read;
    const { tables } = this.state;
    if (!tables.catalogs.get(view.catalogId)) return gone;
    const set = view.setId === null ? null : tables.product_sets.get(view.setId);
    if (set === undefined || (set && set.catalog_id !== view.catalogId)) return gone;
    const source = set && (await this.#sourceOf(set));
    const table = await this.#table(view.catalogId, pause);
    if (!table) return superseded;
    const matches =
      source || read.reads.length > 0 ? await this.#matches(table, view, source, read.reads, pause) : null;
    if (matches === undefined) return superseded;
    const order = await this.#order(table, view.column, pause);
    if (!order) return superseded;
    const narrowed = matches ? await this.#narrowed(table, order, matches, pause) : order;
    if (!narrowed) return superseded;
    const total = source ? source.count() : table.mirror.size;
    return {
      kind: 'ready',
      mirror: table.mirror,
      slots: narrowed.slots,
      valued: narrowed.valued,
      total,
      asSet: asSet(read.reads),
    };
  }

  async #sourceOf(set: ProductSet): Promise<Source> {
    if (set.product_ids) {
      const ids = new Set(set.product_ids);
      return { has: ({ id }) => ids.has(id), state: set.product_ids, isWhole: true, count: () => ids.size };
    }
    const memberships = membershipsOf(this.state);
    await memberships.prepare(set);
    const members = memberships.of(set);
    return {
      has: ({ made }) => members.has(made),
      state: members,
      isWhole: !set.processing,
      count: () => members.count,
    };
  }

  /** null if it was abandoned. */
  async #table(catalogId: string, pause: Pause): Promise<Table | null> {
    const table = this.#tables.get(catalogId) ?? new Table(new Mirror(catalogId, this.state.tables));
    this.#tables.delete(catalogId);
    this.#tables.set(catalogId, table);
    forgetFirst(this.#tables, mostMirrors);
    table.mirror.asked();
    while (!table.mirror.read()) if (!(await pause())) return null;
    return table;
  }

  /** undefined if it was abandoned. */
  async #matches(
    table: Table,
    { filter, setId }: GridView,
    source: Source | null,
    reads: readonly Read[],
    pause: Pause,
  ): Promise<Matches | undefined> {
    const known = table.matches.find(
      (each) => each.filter === filter && each.setId === setId && each.source === (source?.state ?? null),
    );
    if (known && (await known.matches.catchUp(pause))) return known.matches;
    const passes = reads.map((read) => read.passes);
    const all = source ? [source.has, ...passes] : passes;
    const matches = new Matches(table.mirror, (product) => all.every((each) => each(product)));
    if (!(await matches.judgeAll(pause))) return undefined;
    // A set that is still being built has more products each time.
    if (source?.isWhole ?? true)
      table.matches = latest(table.matches, { filter, setId, source: source?.state ?? null, matches });
    return matches;
  }

  async #order(table: Table, column: GridView['column'], pause: Pause): Promise<Order | null> {
    const known = table.orders.find((each) => each.column === column);
    const order = (known && caughtUp(known, table.mirror)) ?? (await orderOf(table.mirror, column, pause));
    if (!order) return null;
    // Apply what changed during the sort.
    const now = caughtUp(order, table.mirror) ?? order;
    table.orders = latest(
      table.orders.filter((each) => each.column !== column),
      now,
    );
    return now;
  }

  async #narrowed(table: Table, order: Order, matches: Matches, pause: Pause): Promise<Narrowed | null> {
    const { version } = matches;
    const known = table.narrowed.find(
      (each) => each.order === order && each.matches === matches && each.version === version,
    );
    if (known) return known;
    const slots = new Uint32Array(order.slots.length);
    let [length, valued] = [0, 0];
    for (let at = 0; at < order.slots.length; at++) {
      if (at % walkedAtOnce === walkedAtOnce - 1 && !(await pause())) return null;
      const slot = order.slots[at]!;
      if (!matches.has(slot)) continue;
      slots[length++] = slot;
      if (at < order.valued) valued = length;
    }
    const narrowed = { order, matches, version, slots: slots.slice(0, length), valued };
    table.narrowed = latest(table.narrowed, narrowed);
    return narrowed;
  }
}

function readFilter(filter: string): { readonly reads: readonly Read[] } | FilterProblem {
  const terms = readTerms(filter);
  if ('kind' in terms) return terms;
  const reads: Read[] = [];
  for (const term of terms) {
    const read = readTerm(term);
    if ('kind' in read) return read;
    reads.push(read);
  }
  return { reads };
}

/** Gives the slot at a rank. In descending order, products without a value still come last. */
function placesOf({ slots, valued }: Ready, isFalling: boolean): (rank: number) => number {
  if (!isFalling) return (rank) => slots[rank]!;
  return (rank) => slots[rank < valued ? valued - 1 - rank : rank]!;
}

function marksOf(ready: Ready, { column, isFalling }: GridView, marks: number): (string | null)[] {
  if (column === null || ready.slots.length === 0) return [];
  const at = placesOf(ready, isFalling);
  const last = ready.slots.length - 1;
  return Array.from({ length: marks }, (_, mark) => {
    const product = ready.mirror.rows[at(marks === 1 ? 0 : Math.round((mark * last) / (marks - 1)))];
    return product ? (shownValue(product, column)?.slice(0, longestMark) ?? null) : null;
  });
}

const longestMark = 40;

const latest = <T>(kept: readonly T[], added: T): readonly T[] => [added, ...kept].slice(0, mostKept);

function forgetFirst(map: Map<string, unknown>, most: number): void {
  for (const key of map.keys()) if (map.size > most) map.delete(key);
}

const all = new WeakMap<object, Grids>();

/** The grids of a platform. */
export function gridsOf(state: StateView, turn: () => Promise<void>): Grids {
  let found = all.get(state.journal);
  if (!found) all.set(state.journal, (found = new Grids(state, turn)));
  return found;
}

/**
 * Tables of plain rows, changed only by synchronous transactions: all or nothing, with one change set each. The types
 * make awaiting inside a transaction impossible.
 */
import { asText, known } from '../../checked/known.ts';
import { atOnce } from './at-once.ts';
import type { Past } from './former.ts';
import type { Fill, FillLate, Filling, HighestId } from './load.ts';
import type { Part } from './order.ts';
import { blockSize } from './snapshot.ts';
import type { Block } from './snapshot.ts';
import type { TableSpec } from './spec.ts';
import { Table } from './table.ts';
import type { ReadTable, Row } from './table.ts';

/** Rows that were added, updated or removed, by table. These are made durable. */
export type ChangeSet = Readonly<Record<string, TableChanges>>;

export interface TableChanges<R extends object = Row> {
  readonly added: readonly R[];
  readonly updated: readonly R[];
  /** Keys. */
  readonly removed: readonly string[];
  /** The updated and the removed rows before the change; absent where that is unknown. */
  readonly replaced?: readonly R[];
}

type Specs = Readonly<Record<string, TableSpec & { readonly row: object; readonly index: string }>>;

export type Tables<S extends Specs> = { readonly [N in keyof S]: ReadTable<S[N]['row'], S[N]['index']> };
export type Writers<S extends Specs> = { readonly [N in keyof S]: Writer<S[N]['row'], S[N]['index']> };

/** The current state of a row that the transaction touched: undefined if there was none, or if it was removed. */
export type RowChanges<S extends Specs, N extends keyof S> = {
  readonly [T in N]: {
    readonly table: T;
    readonly before: S[T]['row'] | undefined;
    readonly after: S[T]['row'] | undefined;
  };
}[N];

/** Results of a transaction: anything but a promise. */
type Sync<T> = T extends PromiseLike<unknown> ? never : T;

/** A row before a transaction and now; undefined for none. Kept separately, so as not to look it up again. */
interface Touch<R> {
  readonly before: R | undefined;
  after: R | undefined;
}

/** By key. */
type Touches<R = Row> = Map<string, Touch<R>>;
type Touched = Map<Table<Row>, Touches>;

export class Store<S extends Specs> {
  readonly tables: Tables<S>;
  /** The number of rows looked up so far; the X-ray shows the difference over a call. */
  readonly counter = { reads: 0 };
  readonly #specs: S;
  readonly #tables: Readonly<Record<string, Table<Row>>>;
  readonly #writers: Writers<S>;
  #touched: Touched | null = null;

  constructor(specs: S) {
    const tables: Record<string, Table<Row>> = {};
    const writers: Record<string, Writer<Row>> = {};
    for (const [name, spec] of Object.entries(specs)) {
      const { goesWith } = spec;
      let gone: (() => ReadonlySet<Part> | null) | null = null;
      const hiding = goesWith && {
        index: goesWith.index,
        gone: () => (gone ??= this.#table(goesWith.goneIn.table).valuesOf(goesWith.goneIn.index))(),
      };
      const table = new Table<Row>(name, spec.key, spec.indexes, this.counter, hiding);
      tables[name] = table;
      writers[name] = new Writer(table, () => this.#touchedOf(table));
    }
    this.#specs = specs;
    this.#tables = tables;
    this.tables = tables as unknown as Tables<S>;
    this.#writers = writers as unknown as Writers<S>;
  }

  /**
   * Runs `work`, and gives its result with its changes; null for no changes. An exception undoes everything and is
   * passed on.
   */
  transact<T>(work: (write: Writers<S>) => Sync<T>): { result: Sync<T>; changes: ChangeSet | null } {
    if (this.#touched) throw new Error('A transaction is under way');
    const touched: Touched = new Map();
    this.#touched = touched;
    try {
      const result = work(this.#writers);
      return { result, changes: changeSet(touched) };
    } catch (error) {
      for (const [table, rows] of touched)
        for (const [key, { before, after }] of rows) table.put(key, after, before);
      throw error;
    } finally {
      this.#touched = null;
    }
  }

  /**
   * Restores earlier rows, in a separate transaction. They were valid together before, so unique indexes are not
   * checked against rows that are about to be removed.
   */
  revert(past: Past): ChangeSet | null {
    if (this.#touched) throw new Error('A transaction is under way');
    const touched: Touched = new Map();
    for (const [name, rows] of past) {
      const table = this.#table(name);
      const touches: Touches = new Map();
      touched.set(table, touches);
      for (const [key, after] of rows) {
        const before = table.peek(key);
        if (before === after) continue;
        touches.set(key, { before, after });
        table.put(key, before, after);
      }
    }
    return changeSet(touched);
  }

  /** The changes of the current transaction to these tables so far, in the order of the first change to each. */
  changed(names: ReadonlySet<string>): RowChanges<S, keyof S>[] {
    const changes: {
      readonly table: keyof S;
      readonly before: object | undefined;
      readonly after: object | undefined;
    }[] = [];
    for (const [{ name: table }, rows] of this.#touched ?? [])
      if (names.has(table))
        for (const { before, after } of rows.values())
          if (before !== after) changes.push({ table, before, after });
    return changes;
  }

  /** Begins to fill the tables of an empty store, except those that come late. */
  filling(fill: Fill, late: readonly string[] = []): Filling {
    return fill(this.#specs, this.#tables, late);
  }

  /** Fills them. Throws `SnapshotInvalid`. Gives the highest id of a numbered row. */
  load(blocks: Iterable<Block>, fill: Fill, late?: readonly string[]): HighestId | null {
    const filling = this.filling(fill, late);
    for (const block of blocks) filling.add(block);
    return atOnce(filling.finish());
  }

  /** Builds the indexes of young rows, at a moment in epoch ms of the platform. Other loaded rows are not in them. */
  indexRecent(now: number): void {
    for (const table of Object.values(this.#tables)) table.indexRecent(now);
  }

  /** Closes these tables until `letGo`: a read throws `NotYet`. */
  hold(tables: readonly string[], there: Promise<void>): void {
    for (const name of tables) this.#table(name).hold(there);
  }

  /** Adds rows to a closed table. Throws `SnapshotInvalid`. */
  fillLate(block: Block, fill: FillLate): void {
    fill(this.#specs, this.#tables, block);
  }

  letGo(tables: readonly string[]): void {
    for (const name of tables) this.#table(name).letGo();
  }

  /** Reads a row without counting it. */
  peek<N extends keyof S & string>(table: N, key: string): S[N]['row'] | undefined {
    return this.#table(table).peek(key);
  }

  /** The same for callers that do not know the row type. */
  peekRow(table: keyof S & string, key: string): Row | undefined {
    return this.#table(table).peek(key);
  }

  /** Takes all rows out of a table, for a part that keeps them in another form. */
  release(table: keyof S & string): readonly Row[] {
    return this.#table(table).release();
  }

  /** Everything, in blocks of at most this many rows. Read it in one go, before the next transaction. */
  *blocks(size = blockSize): Generator<Block, void, undefined> {
    for (const [name, table] of Object.entries(this.#tables)) {
      let rows: Row[] = [];
      for (const row of table.values()) {
        if (rows.length === size) {
          yield { table: name, rows };
          rows = [];
        }
        rows.push(row);
      }
      yield { table: name, rows };
    }
  }

  dump(): Record<string, readonly Row[]> {
    return Object.fromEntries(
      Object.entries(this.#tables).map(([name, table]) => [name, [...table.values()]]),
    );
  }

  #table(name: string): Table<Row> {
    return known(this.#tables[name], 'such table');
  }

  #touchedOf(table: Table<Row>): Touches {
    if (!this.#touched) throw new Error(`Table ${table.name} was changed outside a transaction`);
    let rows = this.#touched.get(table);
    if (!rows) this.#touched.set(table, (rows = new Map<string, Touch<Row>>()));
    return rows;
  }
}

/** The changes that a transaction may make to a table. Rows are replaced, never changed in place. */
export class Writer<R extends object, I extends string = string> {
  readonly #table: Table<R, I>;
  /** The changes of the transaction to the table so far. Throws outside a transaction. */
  readonly #touched: () => Touches<R>;

  constructor(table: Table<R, I>, touched: () => Touches<R>) {
    this.#table = table;
    this.#touched = touched;
  }

  /** Throws when the key is taken, or `Taken` when a unique index has the value; so do the other methods. */
  insert(row: R): R {
    const key = this.#table.keyOf(row);
    if (this.#table.peek(key)) throw new Error(`${this.#table.name}: ${key} is there already`);
    return this.#put(key, undefined, row);
  }

  /** Throws when there is no such row. */
  update(key: string, patch: Partial<R>): R {
    const before = this.#table.peek(key);
    if (!before) throw new Error(`${this.#table.name}: there is no ${key}`);
    return this.#put(key, before, { ...before, ...patch });
  }

  /** Inserts or replaces. */
  put(row: R): R {
    const key = this.#table.keyOf(row);
    return this.#put(key, this.#table.peek(key), row);
  }

  /** The same for callers that have looked already: `before` is the row to replace, undefined for none. */
  putOver(before: R | undefined, row: R): R {
    return this.#put(this.#table.keyOf(row), before, row);
  }

  /** Returns whether the row existed. */
  remove(key: string): boolean {
    const before = this.#table.peek(key);
    if (!before) return false;
    this.#put(key, before, undefined);
    return true;
  }

  #put<A extends R | undefined>(key: string, before: R | undefined, after: A): A {
    const touched = this.#touched();
    if (after) this.#table.demandRoom(key, after);
    const touch = touched.get(key);
    if (touch) touch.after = after;
    else touched.set(key, { before, after });
    this.#table.put(key, before, after);
    return after;
  }
}

interface Changing {
  readonly added: Row[];
  readonly updated: Row[];
  readonly removed: string[];
  readonly replaced: Row[];
}

const noChange = (): Changing => ({ added: [], updated: [], removed: [], replaced: [] });

/** A row counts once, by its state before and its state at the end. */
function changeSet(touched: Touched): ChangeSet | null {
  const changes: Record<string, TableChanges> = {};
  for (const [table, rows] of touched) {
    const change = noChange();
    for (const [key, { before, after }] of rows) {
      if (before === after) continue;
      if (before) change.replaced.push(before);
      if (!after) change.removed.push(key);
      else (before ? change.updated : change.added).push(after);
    }
    if (change.added.length + change.updated.length + change.removed.length > 0) changes[table.name] = change;
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

/** One change set with the effect of several in order. */
export function mergeChanges(sets: readonly ChangeSet[], keyOf: (table: string) => string): ChangeSet {
  const merged: Record<string, TableChanges> = {};
  for (const name of new Set(sets.flatMap((set) => Object.keys(set)))) {
    const [only, ...others] = sets.flatMap((set) => set[name] ?? []);
    if (only && others.length === 0) {
      merged[name] = only;
      continue;
    }
    const key = keyOf(name);
    const last = new Map<string, { row: Row | null; isNew: boolean }>();
    const first = new Map<string, Row>();
    const note = (id: string, row: Row | null, added: boolean) =>
      last.set(id, { row, isNew: last.get(id)?.isNew ?? added });
    for (const set of sets) {
      const change = set[name];
      // The state before the first change; a row that was added in between did not exist.
      for (const row of change?.replaced ?? []) {
        const id = asText(row[key]);
        if (!first.has(id) && !last.has(id)) first.set(id, row);
      }
      for (const row of change?.added ?? []) note(asText(row[key]), row, true);
      for (const row of change?.updated ?? []) note(asText(row[key]), row, false);
      for (const id of change?.removed ?? []) note(id, null, false);
    }
    const change = noChange();
    merged[name] = change;
    for (const [id, { row, isNew }] of last) {
      const before = first.get(id);
      if (before && !isNew) change.replaced.push(before);
      if (row) (isNew ? change.added : change.updated).push(row);
      else if (!isNew) change.removed.push(id);
    }
  }
  return merged;
}

/**
 * Tables of plain rows, changed by synchronous transactions only: all or nothing, one change set each. Awaiting
 * inside a transaction is impossible by its type.
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

/** Rows that were added, updated or removed, by table: what is made durable. */
export type ChangeSet = Readonly<Record<string, TableChanges>>;

export interface TableChanges<R extends object = Row> {
  readonly added: readonly R[];
  readonly updated: readonly R[];
  /** Keys. */
  readonly removed: readonly string[];
  /** The updated and the removed rows as they were before; absent where nobody can say. */
  readonly replaced?: readonly R[];
}

type Specs = Readonly<Record<string, TableSpec & { readonly row: object; readonly index: string }>>;

export type Tables<S extends Specs> = { readonly [N in keyof S]: ReadTable<S[N]['row'], S[N]['index']> };
export type Writers<S extends Specs> = { readonly [N in keyof S]: Writer<S[N]['row'], S[N]['index']> };

/** What became of a row in the transaction under way: undefined where there was none, or is none any more. */
export type RowChanges<S extends Specs, N extends keyof S> = {
  readonly [T in N]: {
    readonly table: T;
    readonly before: S[T]['row'] | undefined;
    readonly after: S[T]['row'] | undefined;
  };
}[N];

/** Results of a transaction: anything but a promise. */
type Sync<T> = T extends PromiseLike<unknown> ? never : T;

/** A row as it was before a transaction, and as it is now; undefined for none. Beside the table, so as not to look there again. */
interface Touch<R> {
  readonly before: R | undefined;
  after: R | undefined;
}

/** By key. */
type Touches<R = Row> = Map<string, Touch<R>>;
type Touched = Map<Table<Row>, Touches>;

export class Store<S extends Specs> {
  readonly tables: Tables<S>;
  /** How many rows were looked up so far; the X-ray shows the difference over a call. */
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

  /** Runs `work` and gives its result with what it changed; null for nothing. An exception undoes everything and is passed on. */
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
   * Puts rows back as they were, as a transaction of its own. They stood together before: no index is asked whether there
   * is room for one beside those that are still to leave.
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

  /** What the transaction under way has changed so far in these tables, in the order in which it first did. */
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

  /** Begins to fill the tables, except for those that come late; for an empty store. */
  filling(fill: Fill, late: readonly string[] = []): Filling {
    return fill(this.#specs, this.#tables, late);
  }

  /** Fills them. Throws `SnapshotInvalid`. Gives the highest id of a numbered row. */
  load(blocks: Iterable<Block>, fill: Fill, late?: readonly string[]): HighestId | null {
    const filling = this.filling(fill, late);
    for (const block of blocks) filling.add(block);
    return atOnce(filling.finish());
  }

  /** Makes the indexes of young rows, at a moment in epoch ms of the platform: nothing else that was loaded stands in them. */
  indexRecent(now: number): void {
    for (const table of Object.values(this.#tables)) table.indexRecent(now);
  }

  /** Nobody looks into these tables until `letGo`: a read throws `NotYet`. */
  hold(tables: readonly string[], there: Promise<void>): void {
    for (const name of tables) this.#table(name).hold(there);
  }

  /** Fills in rows of a table that is held. Throws `SnapshotInvalid`. */
  fillLate(block: Block, fill: FillLate): void {
    fill(this.#specs, this.#tables, block);
  }

  letGo(tables: readonly string[]): void {
    for (const name of tables) this.#table(name).letGo();
  }

  /** A look that does not count as a read. */
  peek<N extends keyof S & string>(table: N, key: string): S[N]['row'] | undefined {
    return this.#table(table).peek(key);
  }

  /** The same for one who knows nothing of its fields. */
  peekRow(table: keyof S & string, key: string): Row | undefined {
    return this.#table(table).peek(key);
  }

  /** Takes all rows out of a table, for those who keep them in another form. */
  release(table: keyof S & string): readonly Row[] {
    return this.#table(table).release();
  }

  /** Everything, in blocks of at most so many rows: to be read at once, before the next transaction. */
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

/** What a transaction may do to a table. Rows are replaced, never changed in place. */
export class Writer<R extends object, I extends string = string> {
  readonly #table: Table<R, I>;
  /** What the transaction changed of the table so far. Throws outside of one. */
  readonly #touched: () => Touches<R>;

  constructor(table: Table<R, I>, touched: () => Touches<R>) {
    this.#table = table;
    this.#touched = touched;
  }

  /** Throws when the key is taken, or `Taken` where an index has one row a value; so do the others. */
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

  /** The same for one who has looked: `before` is the row that it replaces, undefined for none. */
  putOver(before: R | undefined, row: R): R {
    return this.#put(this.#table.keyOf(row), before, row);
  }

  /** Whether there was such a row. */
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

/** A row counts once, by what it was before and what it is at the end. */
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

/** One change set that has the effect of several in order. */
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
      // As it was before the first that changed it; one that was added in between was not there.
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

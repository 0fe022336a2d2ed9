/**
 * Tables of plain rows, changed by synchronous transactions only: all or nothing, one change set each. Awaiting
 * inside a transaction is impossible by its type.
 */
import { Table } from './table.ts';
import type { Row, TableSpec } from './table.ts';

/** Rows that were added, updated or removed, by table: what is made durable. */
export type ChangeSet = Readonly<Record<string, TableChanges>>;

export interface TableChanges {
  readonly added: readonly Row[];
  readonly updated: readonly Row[];
  /** Keys. */
  readonly removed: readonly string[];
}

/** The whole state as plain data. */
export interface Snapshot {
  readonly format: 'svc-playground';
  /** Schema version (state/migrations). */
  readonly version: number;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

type Specs = Readonly<Record<string, TableSpec & { readonly row: object; readonly index: string }>>;

export type Tables<S extends Specs> = { readonly [N in keyof S]: Table<S[N]['row'], S[N]['index']> };
export type Writers<S extends Specs> = { readonly [N in keyof S]: Writer<S[N]['row'], S[N]['index']> };

/** Results of a transaction: anything but a promise. */
type Sync<T> = T extends PromiseLike<unknown> ? never : T;

export class Store<S extends Specs> {
  readonly tables: Tables<S>;
  /** How many rows were looked up so far; the X-ray shows the difference over a call. */
  readonly counter = { reads: 0 };
  readonly #writers: Writers<S>;
  readonly #touched: Touched[] = [];
  #open = false;

  constructor(specs: S) {
    const tables: Record<string, Table<object>> = {};
    const writers: Record<string, Writer<object>> = {};
    for (const [name, spec] of Object.entries(specs)) {
      const table = new Table<object>(name, spec.key, spec.indexes as never, this.counter);
      tables[name] = table;
      writers[name] = new Writer(table, (touched) => this.#touch(touched));
    }
    this.tables = tables as Tables<S>;
    this.#writers = writers as unknown as Writers<S>;
  }

  /** Runs `work` and gives its result with what it changed; null for nothing. An exception undoes everything and is passed on. */
  transact<T>(work: (write: Writers<S>) => Sync<T>): { result: T; changes: ChangeSet | null } {
    if (this.#open) throw new Error('A transaction is under way');
    this.#open = true;
    try {
      const result = work(this.#writers) as T;
      return { result, changes: changeSet(this.#touched) };
    } catch (error) {
      for (const { table, key, before } of this.#touched.toReversed())
        table.put(key, table.peek(key), before);
      throw error;
    } finally {
      this.#touched.length = 0;
      this.#open = false;
    }
  }

  /** Fills the tables; for an empty store. Throws a TypeError for tables that do not exist and rows without a key of their own. */
  load(tables: Snapshot['tables']): void {
    for (const [name, rows] of Object.entries(tables)) {
      const table = this.tables[name] as Table<object> | undefined;
      if (!table) throw new TypeError(`The snapshot has a table that the schema lacks: ${name}`);
      for (const row of rows) {
        const key: unknown = table.keyOf(row);
        if (typeof key !== 'string' || table.peek(key))
          throw new TypeError(`The snapshot has a row of ${name} without a key of its own: ${String(key)}`);
        table.put(key, undefined, row);
      }
    }
  }

  dump(): Record<string, readonly Row[]> {
    return Object.fromEntries(
      Object.entries<Table<object>>(this.tables as never).map(([name, table]) => [
        name,
        [...table.values()] as Row[],
      ]),
    );
  }

  #touch(touched: Touched): void {
    if (!this.#open) throw new Error(`Table ${touched.table.name} was changed outside a transaction`);
    this.#touched.push(touched);
  }
}

interface Touched {
  readonly table: Table<object>;
  readonly key: string;
  readonly before: object | undefined;
}

/** What a transaction may do to a table. Rows are replaced, never changed in place. */
export class Writer<R extends object, I extends string = string> {
  readonly #table: Table<R, I>;
  readonly #touch: (touched: Touched) => void;

  constructor(table: Table<R, I>, touch: (touched: Touched) => void) {
    this.#table = table;
    this.#touch = touch;
  }

  /** Throws when the key is taken. */
  insert(row: R): R {
    const key = this.#table.keyOf(row);
    if (this.#table.peek(key)) throw new Error(`${this.#table.name}: ${key} is there already`);
    return this.#put(key, row)!;
  }

  /** Throws when there is no such row. */
  update(key: string, patch: Partial<R>): R {
    const before = this.#table.peek(key);
    if (!before) throw new Error(`${this.#table.name}: there is no ${key}`);
    return this.#put(key, { ...before, ...patch })!;
  }

  /** Inserts or replaces. */
  put(row: R): R {
    return this.#put(this.#table.keyOf(row), row)!;
  }

  /** Whether there was such a row. */
  remove(key: string): boolean {
    if (!this.#table.peek(key)) return false;
    this.#put(key, undefined);
    return true;
  }

  #put(key: string, after: R | undefined): R | undefined {
    const before = this.#table.peek(key);
    this.#touch({ table: this.#table as unknown as Table<object>, key, before });
    this.#table.put(key, before, after);
    return after;
  }
}

/** Many touches of a row count once, by what it was first and what it is at the end. */
function changeSet(touched: readonly Touched[]): ChangeSet | null {
  if (touched.length === 0) return null;
  const changes: Record<string, { added: Row[]; updated: Row[]; removed: string[] }> = {};
  const seen = new Set<string>();
  for (const { table, key, before } of touched) {
    const mark = `${table.name} ${key}`;
    if (seen.has(mark)) continue;
    seen.add(mark);
    const after = table.peek(key);
    if (before === after) continue;
    const change = (changes[table.name] ??= { added: [], updated: [], removed: [] });
    if (!after) change.removed.push(key);
    else (before ? change.updated : change.added).push(after as Row);
  }
  return Object.keys(changes).length > 0 ? changes : null;
}

/** One change set that has the effect of several in order. */
export function mergeChanges(sets: readonly ChangeSet[], keyOf: (table: string) => string): ChangeSet {
  const merged: Record<string, { added: Row[]; updated: Row[]; removed: string[] }> = {};
  for (const name of new Set(sets.flatMap((set) => Object.keys(set)))) {
    const key = keyOf(name);
    const last = new Map<string, { row: Row | null; isNew: boolean }>();
    const note = (id: string, row: Row | null, added: boolean) =>
      last.set(id, { row, isNew: last.get(id)?.isNew ?? added });
    for (const set of sets) {
      const change = set[name];
      for (const row of change?.added ?? []) note(row[key] as string, row, true);
      for (const row of change?.updated ?? []) note(row[key] as string, row, false);
      for (const id of change?.removed ?? []) note(id, null, false);
    }
    const change = (merged[name] = { added: [] as Row[], updated: [] as Row[], removed: [] as string[] });
    for (const [id, { row, isNew }] of last) {
      if (row) (isNew ? change.added : change.updated).push(row);
      else if (!isNew) change.removed.push(id);
    }
  }
  return merged;
}

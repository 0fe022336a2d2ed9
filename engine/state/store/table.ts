/** A plain, clonable object. Its key is a string field that its table names. */
export type Row = Readonly<Record<string, unknown>>;

/** What a row is found by in an index: a value, several that differ, or null for nothing. */
export type FoundBy = string | readonly string[] | null;

/** How a table is kept: its key field, its secondary indexes, and whether it is persisted in blocks (`big`). */
export interface TableSpec<R extends Row = Row> {
  readonly key: string;
  /** Name → what a row is found by. Keys under one value are in order. */
  readonly indexes: Readonly<Record<string, (row: R) => FoundBy>>;
  readonly big?: true;
}

/** Declares a table. `key` and the indexes are checked against the row's type. */
export const table =
  <R extends object>() =>
  <const I extends Readonly<Record<string, (row: R) => FoundBy>>>(
    key: keyof R & string,
    indexes: I,
    options: { big?: true } = {},
  ): TableSpec & { readonly row: R; readonly index: keyof I & string } =>
    ({ key, indexes, ...options }) as unknown as TableSpec & {
      readonly row: R;
      readonly index: keyof I & string;
    };

/** Decimal ids in the order of their numbers; other keys in the order of their code units, by length first. */
export const compareKeys = (a: string, b: string): number =>
  a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);

/** Position of the first key that is not below `key`. */
export function lowerBound(keys: readonly string[], key: string): number {
  let low = 0;
  let high = keys.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compareKeys(keys[middle]!, key) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

const none: readonly string[] = [];

/** Rows in memory with their indexes. Reading is free; only a transaction's `Writer` changes it. */
export class Table<R extends object, I extends string = string> {
  readonly #rows = new Map<string, R>();
  readonly #indexes: { name: string; valueOf: (row: R) => FoundBy; keys: Map<string, string[]> }[];

  constructor(
    readonly name: string,
    readonly key: string,
    indexes: Readonly<Record<string, (row: R) => FoundBy>>,
    private readonly counter: { reads: number } = { reads: 0 },
  ) {
    this.#indexes = Object.entries(indexes).map(([index, valueOf]) => ({
      name: index,
      valueOf,
      keys: new Map(),
    }));
  }

  get size(): number {
    return this.#rows.size;
  }

  get(key: string): R | undefined {
    const row = this.#rows.get(key);
    if (row) this.counter.reads++;
    return row;
  }

  values(): IterableIterator<R> {
    return this.#rows.values();
  }

  /** Keys of the rows that have `value` in an index, ascending. Not a copy: it changes with the table. */
  keysBy(index: I, value: string): readonly string[] {
    return this.#index(index).keys.get(value) ?? none;
  }

  /** The first row that has `value` in an index. */
  firstBy(index: I, value: string): R | undefined {
    const key = this.keysBy(index, value)[0];
    return key === undefined ? undefined : this.get(key);
  }

  keyOf(row: R): string {
    return (row as Record<string, string>)[this.key]!;
  }

  /** For the store alone. */
  put(key: string, before: R | undefined, after: R | undefined): void {
    if (after) this.#rows.set(key, after);
    else this.#rows.delete(key);
    for (const index of this.#indexes) {
      const old = before && index.valueOf(before);
      const now = after && index.valueOf(after);
      if (old === now) continue;
      const [left, found] = [valuesOf(old), valuesOf(now)];
      for (const value of left) if (!found.includes(value)) removeKey(index.keys, value, key);
      for (const value of found) if (!left.includes(value)) addKey(index.keys, value, key);
    }
  }

  /** For the store alone: a look that does not count as a read. */
  peek(key: string): R | undefined {
    return this.#rows.get(key);
  }

  #index(name: string) {
    const index = this.#indexes.find((each) => each.name === name);
    if (!index) throw new TypeError(`Table ${this.name} has no index ${name}`);
    return index;
  }
}

/** The values of what a row is found by. */
export const valuesOf = (found: FoundBy | undefined): readonly string[] =>
  found == null ? none : typeof found === 'string' ? [found] : found;

function addKey(index: Map<string, string[]>, value: string, key: string): void {
  const keys = index.get(value);
  if (!keys) index.set(value, [key]);
  else if (compareKeys(keys.at(-1)!, key) < 0) keys.push(key);
  else keys.splice(lowerBound(keys, key), 0, key);
}

function removeKey(index: Map<string, string[]>, value: string, key: string): void {
  const keys = index.get(value)!;
  keys.splice(lowerBound(keys, key), 1);
  if (keys.length === 0) index.delete(value);
}

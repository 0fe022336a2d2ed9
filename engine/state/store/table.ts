/** Rows in memory with their indexes. */
import { Columns } from './columns.ts';
import { Entries } from './entries.ts';
import type { Entry } from './entries.ts';
import { isSamePlace, placesOf } from './index-spec.ts';
import type { IndexSpec, RecentIndex } from './index-spec.ts';
import { NotYet } from './not-yet.ts';
import { orderOf } from './order.ts';
import type { Part } from './order.ts';
import { keyAt, Range } from './range.ts';

/** A plain object that can be cloned. Its key is a string field that its table names. */
export type Row = Readonly<Record<string, unknown>>;

/** What all parts except the store see of a table. */
export interface ReadTable<R extends object, I extends string = string> {
  readonly name: string;
  readonly size: number;
  /** Whether some rows may be hidden, though they exist. */
  readonly hidesSome: boolean;
  /** Counts as a read. */
  get(key: string): R | undefined;
  /** The same for a row that another one refers to, or that was just found. Throws if it does not exist. */
  must(key: string): R;
  values(): IterableIterator<R>;
  keyOf(row: R): string;
  /** The rows with `value` in an index, in its order. */
  range(index: I, value: Part): Range;
  /** Their keys, as a list. For few rows. */
  keysBy(index: I, value: Part): readonly string[];
  rowsBy(index: I, value: Part): R[];
  firstBy(index: I, value: Part): R | undefined;
  countBy(index: I, value: Part): number;
}

/** Keys of the rows that match, as a list. */
export const keysWhere = <R extends object>(table: ReadTable<R>, fits: (row: R) => boolean): string[] =>
  Array.from(table.values())
    .filter(fits)
    .map((row) => table.keyOf(row));

/** Hides the rows that belong to something deleted, except from writers. */
interface Hiding {
  readonly index: string;
  /** null while nothing is hidden. */
  readonly gone: () => ReadonlySet<Part> | null;
}

/** Two rows would have the same value in a unique index. */
export class Taken extends Error {
  override readonly name = 'Taken';

  constructor(
    readonly table: string,
    readonly index: string,
    /** The key of the existing row. */
    readonly key: string,
  ) {
    super(`${table}: ${key} has the same ${index}`);
  }
}

interface Index<R> {
  readonly name: string;
  readonly spec: IndexSpec<R>;
  readonly isUnique: boolean;
  entries: Entries;
  /** Rows that were added while filling and are not in the indexes yet. */
  columns: Columns<R>;
}

export class Table<R extends object, I extends string = string> implements ReadTable<R, I> {
  readonly #rows = new Map<string, R>();
  readonly #indexes: readonly Index<R>[];
  /** Must be awaited before the table can be read; null when all rows are there. */
  #awaited: Promise<void> | null = null;

  constructor(
    readonly name: string,
    readonly key: string,
    indexes: Readonly<Record<string, IndexSpec<R>>>,
    private readonly counter: { reads: number } = { reads: 0 },
    private readonly hiding: Hiding | null = null,
  ) {
    this.#indexes = Object.entries(indexes).map(([index, spec]) => ({
      name: index,
      spec,
      isUnique: typeof spec === 'object' && spec.kind === 'unique',
      entries: new Entries(),
      columns: new Columns(spec),
    }));
  }

  get size(): number {
    this.#mustBeThere();
    return this.#gone ? [...this.values()].length : this.#rows.size;
  }

  get hidesSome(): boolean {
    return this.#gone !== null;
  }

  get(key: string): R | undefined {
    if (this.#awaited) this.#mustBeThere();
    const row = this.#rows.get(key);
    if (!row || (this.hiding && this.#isHidden(row))) return undefined;
    this.counter.reads++;
    return row;
  }

  must(key: string): R {
    const row = this.get(key);
    if (!row) throw new Error(`${this.name}: there is no ${key}`);
    return row;
  }

  /** Reads a row without counting it, even a hidden one. */
  peek(key: string): R | undefined {
    if (this.#awaited) this.#mustBeThere();
    return this.#rows.get(key);
  }

  values(): IterableIterator<R> {
    this.#mustBeThere();
    return this.#gone ? this.#shown() : this.#rows.values();
  }

  range(index: I, value: Part): Range {
    const { entries } = this.#index(index);
    const gone = this.#gone;
    if (!gone || (index === this.hiding?.index && !gone.has(value))) return new Range(entries, value);
    return new Range(entries, value, (key) => this.#isHidden(this.#rows.get(key)!));
  }

  keysBy(index: I, value: Part): readonly string[] {
    return Array.from(this.range(index, value).ascending(), keyAt);
  }

  rowsBy(index: I, value: Part): R[] {
    return Array.from(this.range(index, value).ascending(), (place) => this.must(keyAt(place)));
  }

  firstBy(index: I, value: Part): R | undefined {
    const key = this.#gone ? this.#firstShown(index, value) : this.#index(index).entries.firstKey(value);
    return key === undefined ? undefined : this.get(key);
  }

  countBy(index: I, value: Part): number {
    return this.range(index, value).count;
  }

  /** Gives the first values in the entries of an index, computed again when the index has changed. */
  valuesOf(name: I): () => ReadonlySet<Part> | null {
    const index = this.#index(name);
    let [known, of, changes]: [ReadonlySet<Part> | null, Entries | null, number] = [null, null, -1];
    return () => {
      const { entries } = index;
      if (of === entries && changes === entries.changes) return known;
      [of, changes] = [entries, entries.changes];
      return (known = entries.size > 0 ? new Set(Array.from(entries.all(), ([value]) => value!)) : null);
    };
  }

  keyOf(row: R): string {
    return (row as Record<string, string>)[this.key]!;
  }

  /** Replaces `before` by `after`; undefined means no row. */
  put(key: string, before: R | undefined, after: R | undefined): void {
    if (after) this.#rows.set(key, after);
    else this.#rows.delete(key);
    for (const { spec, entries } of this.#indexes) {
      if (!before && after && typeof spec === 'object' && spec.kind === 'ordered') {
        const place = spec.by(after);
        if (place) entries.add([...place, key]);
        continue;
      }
      const left = before ? placesOf(spec, before) : nowhere;
      const found = after ? placesOf(spec, after) : nowhere;
      for (const place of left) if (!has(found, place)) entries.remove([...place, key]);
      for (const place of found) if (!has(left, place)) entries.add([...place, key]);
    }
  }

  /** Throws `Taken` when `row` conflicts with another. */
  demandRoom(key: string, row: R): void {
    for (const { name, spec, isUnique, entries } of this.#indexes) {
      if (!isUnique) continue;
      for (const [value] of placesOf(spec, row))
        for (const other of new Range(entries, value!).ascending())
          if (keyAt(other) !== key) throw new Taken(this.name, name, keyAt(other));
    }
  }

  /** Adds a row that no index has until `reindex`; false when its key is taken. For an empty table. */
  fill(key: string, row: R): boolean {
    const { size } = this.#rows;
    this.#rows.set(key, row);
    // Done while the row is at hand: going over a million rows once for each index costs more than the indexes.
    for (const { columns, spec } of this.#indexes) if (!isRecent(spec)) columns.add(key, row);
    return this.#rows.size > size;
  }

  /** Removes all rows. */
  release(): readonly R[] {
    const rows = [...this.#rows.values()];
    this.#rows.clear();
    for (const index of this.#indexes) index.entries = new Entries();
    return rows;
  }

  /** Closes the table until `letGo`, because its rows are still to come. A read throws `NotYet`. */
  hold(there: Promise<void>): void {
    this.#awaited = there;
  }

  letGo(): void {
    this.#awaited = null;
  }

  /** Adds the rows since the last call to the indexes, for rows that come in pieces. Throws `Taken`. */
  indexFilled(): void {
    for (const { name, isUnique, entries, columns } of this.#indexes) {
      const filled = columns.take();
      if (filled.length === 0) continue;
      // Sorted, so that neighbours go into the same block.
      for (const at of orderOf(filled)) {
        const entry = filled.map((column) => column[at]!);
        if (isUnique && new Range(entries, entry[0]!).count > 0)
          throw new Taken(this.name, name, entry[1] as string);
        entries.add(entry);
      }
    }
  }

  /** Builds the indexes of the rows added while filling; yields after each. Throws `Taken`. */
  *reindex(): Generator<void, void> {
    for (const index of this.#indexes) {
      index.entries = Entries.of(index.columns.take());
      if (index.isUnique) this.#demandUnique(index);
      yield;
    }
  }

  /**
   * Builds the indexes of rows that are young at this moment, in epoch ms of the platform, which is known once all
   * rows are there.
   */
  indexRecent(now: number): void {
    for (const index of this.#indexes) {
      const { columns, spec } = index;
      if (!isRecent(spec)) continue;
      for (const [key, row] of this.#rows) if (spec.isYoung(row, now)) columns.add(key, row);
      index.entries = Entries.of(columns.take());
    }
  }

  #demandUnique({ name, entries }: Index<R>): void {
    let last: Entry | null = null;
    for (const entry of entries.all()) {
      if (last?.[0] === entry[0]) throw new Taken(this.name, name, entry[1] as string);
      last = entry;
    }
  }

  get #gone(): ReadonlySet<Part> | null {
    return this.hiding ? this.hiding.gone() : null;
  }

  #isHidden(row: R): boolean {
    const gone = this.#gone;
    return (
      gone !== null && placesOf(this.#index(this.hiding!.index).spec, row).some(([value]) => gone.has(value!))
    );
  }

  #firstShown(index: I, value: Part): string | undefined {
    const first = this.range(index, value).ascending().next();
    return first.done ? undefined : keyAt(first.value);
  }

  *#shown(): Generator<R, void, undefined> {
    for (const row of this.#rows.values()) if (!this.#isHidden(row)) yield row;
  }

  #mustBeThere(): void {
    if (this.#awaited) throw new NotYet(this.name, this.#awaited);
  }

  #index(name: string): Index<R> {
    this.#mustBeThere();
    for (const index of this.#indexes) if (index.name === name) return index;
    throw new TypeError(`Table ${this.name} has no index ${name}`);
  }
}

const isRecent = <R>(spec: IndexSpec<R>): spec is RecentIndex<R> =>
  typeof spec === 'object' && spec.kind === 'recent';

const nowhere: readonly Entry[] = [];

const has = (places: readonly Entry[], place: Entry): boolean =>
  places.length > 0 && places.some((each) => isSamePlace(each, place));

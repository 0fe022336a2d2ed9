import { compareParts, orderOf } from './order.ts';
import type { Part } from './order.ts';

/** Parts, the row's key last; no two entries of a list are the same. */
export type Entry = readonly Part[];

/** What of an entry stands behind its value: what the rows of one value are ordered by, then the row's key. */
export type Place = readonly [...order: Part[], key: string];

/** A place between entries: before all that begin with `at`, or behind them. */
export interface Edge {
  readonly at: Entry;
  readonly isBehind: boolean;
}

export const before = (...at: Entry): Edge => ({ at, isBehind: false });
export const behind = (...at: Entry): Edge => ({ at, isBehind: true });

/** Of an entry: its block and its place in it. What is behind the last entry is at the start of a block to come. */
export interface Position {
  readonly block: number;
  readonly offset: number;
}

const none: Block = [[]];

/** By columns: what stands at one place of each column is an entry. Arrays of one kind are what engines keep small. */
type Block = Part[][];

/** Entries in a block at most; a full one is cut in two, and one that is less than a quarter full joins its neighbour. */
const most = 128;

/**
 * Entries in order: blocks of columns, and columns of the blocks' heads. Finding is logarithmic and looks into one block
 * alone; adding and removing move the rest of that block, and one time in a hundred the rest of the list of blocks,
 * which has 8,000 for a million entries. A tree of blocks would save that; decisions/ordered-store.md says at what price.
 */
export class Entries {
  readonly #blocks: Block[] = [];
  /** The first entry of every block, by columns. */
  #heads: Block = [];
  #size = 0;
  #changes = 0;

  /** Of columns in any order: for filling at once, which costs far less than adding one by one. */
  static of(columns: readonly (readonly Part[])[]): Entries {
    const entries = new Entries();
    const size = columns[0]?.length ?? 0;
    const sorted = isAscending(columns) ? columns : arranged(columns, orderOf(columns));
    entries.#heads = columns.map(() => []);
    for (let from = 0; from < size; from += most)
      entries.#place(
        entries.#blocks.length,
        0,
        sorted.map((column) => column.slice(from, from + most)),
      );
    entries.#size = size;
    return entries;
  }

  get size(): number {
    return this.#size;
  }

  /** Differs after every change: who reads positions can tell that they have become others. */
  get changes(): number {
    return this.#changes;
  }

  add(entry: Entry): void {
    this.#changes++;
    this.#size++;
    let { block: at, offset } = this.#find(entry, false);
    // In front of a block there is often room at the end of the one before: keys that ascend fill it.
    if (offset === 0 && at > 0 && (at === this.#blocks.length || sizeOf(this.#blocks[at - 1]!) < most)) {
      at--;
      offset = sizeOf(this.#blocks[at]!);
    }
    const block = this.#blocks[at];
    if (!block) {
      this.#heads = entry.map(() => []);
      this.#place(
        0,
        0,
        entry.map((part) => [part]),
      );
    } else if (sizeOf(block) === most) this.#cut(at, offset, entry);
    else {
      insert(block, offset, entry);
      if (offset === 0) this.#setHead(at);
    }
  }

  /** Whether it was there. */
  remove(entry: Entry): boolean {
    const { block: at, offset } = this.#find(entry, false);
    const block = this.#blocks[at];
    if (!block || compare(block, offset, entry) !== 0) return false;
    this.#changes++;
    this.#size--;
    for (const column of block) column.splice(offset, 1);
    if (offset === 0 && sizeOf(block) > 0) this.#setHead(at);
    if (sizeOf(block) < most / 4) this.#join(at);
    return true;
  }

  /** Where the first entry behind an edge is. */
  position({ at, isBehind }: Edge): Position {
    return this.#find(at, isBehind);
  }

  #find(at: Entry, isBehind: boolean): Position {
    const block = endOfBelow(this.#heads, this.#blocks.length, at, isBehind) - 1;
    const found = this.#blocks[block];
    if (!found) return { block: 0, offset: 0 };
    const offset = endOfBelow(found, sizeOf(found), at, isBehind);
    return offset === sizeOf(found) ? { block: block + 1, offset: 0 } : { block, offset };
  }

  /** How many entries lie from one position to another. */
  count(from: Position, to: Position): number {
    if (isAt(from, to) || isBefore(to, from)) return 0;
    let count = to.offset - from.offset;
    for (let block = from.block; block < to.block; block++) count += sizeOf(this.#blocks[block]!);
    return count;
  }

  /**
   * What stands behind their first part, of the entries from a position on whose first part is this: ascending up to
   * another position, or descending down to it. Throws when something is added or removed while it is read.
   */
  *under(
    value: Part,
    isAscending: boolean,
    { block: at, offset }: Position,
    end: Position | null,
  ): Generator<Place, void, undefined> {
    const changes = this.#changes;
    for (; ; this.#demandUnchanged(changes)) {
      if (!isAscending && offset === 0) offset = sizeOf(this.#blocks[--at] ?? none);
      if (!isAscending) offset--;
      const block = this.#blocks[at];
      if (!block || offset < 0 || block[0]![offset] !== value) return;
      if (end && isBefore({ block: at, offset }, end) !== isAscending) return;
      yield restAt(block, offset);
      if (isAscending && ++offset === sizeOf(block)) {
        at++;
        offset = 0;
      }
    }
  }

  /** Throws when something is added or removed while it is read. */
  *all(): Generator<Entry, void, undefined> {
    const changes = this.#changes;
    for (const block of this.#blocks)
      for (let offset = 0; offset < sizeOf(block); offset++, this.#demandUnchanged(changes))
        yield entryAt(block, offset);
  }

  /** Cuts a full block in two and adds the entry: in the middle, or where keys seem to ascend, so that blocks get full. */
  #cut(at: number, offset: number, entry: Entry): void {
    const block = this.#blocks[at]!;
    const middle = offset > (most * 3) / 4 ? offset : most / 2;
    const rest = block.map((column) => column.splice(middle));
    if (offset <= middle) insert(block, offset, entry);
    else insert(rest, offset - middle, entry);
    this.#place(at, 1, ...[block, rest].filter((each) => sizeOf(each) > 0));
  }

  /** Joins a small block to one beside it where both have room; an empty one goes. */
  #join(at: number): void {
    if (sizeOf(this.#blocks[at]!) === 0) return this.#place(at, 1);
    for (const left of [at - 1, at]) {
      const [one, other] = [this.#blocks[left], this.#blocks[left + 1]];
      if (!one || !other || sizeOf(one) + sizeOf(other) > (most * 3) / 4) continue;
      return this.#place(
        left,
        2,
        one.map((column, index) => [...column, ...other[index]!]),
      );
    }
  }

  /** Puts blocks in the place of `count`. */
  #place(at: number, count: number, ...blocks: readonly Block[]): void {
    this.#blocks.splice(at, count, ...blocks);
    this.#heads.forEach((column, index) =>
      column.splice(at, count, ...blocks.map((block) => block[index]![0]!)),
    );
  }

  /** A block begins with another entry now. */
  #setHead(at: number): void {
    const block = this.#blocks[at]!;
    this.#heads.forEach((column, index) => (column[at] = block[index]![0]!));
  }

  #demandUnchanged(changes: number): void {
    if (this.#changes !== changes) throw new Error('An index was changed while it was read');
  }
}

export const isBefore = (one: Position, other: Position): boolean =>
  one.block - other.block < 0 || (one.block === other.block && one.offset < other.offset);

const isAt = (one: Position, other: Position): boolean =>
  one.block === other.block && one.offset === other.offset;

const sizeOf = (block: Block): number => block[0]!.length;

const entryAt = (block: Block, offset: number): Entry => block.map((column) => column[offset]!);

function restAt(block: Block, offset: number): Place {
  const rest: Part[] = [];
  for (let column = 1; column < block.length; column++) rest.push(block[column]![offset]!);
  return rest as readonly Part[] as Place;
}

/** By as many parts as `entry` has, which may be fewer. */
function compare(block: Block, offset: number, entry: Entry, from = 0): number {
  for (let column = from; column < entry.length; column++) {
    const by = compareParts(block[column]![offset]!, entry[column]!);
    if (by !== 0) return by;
  }
  return 0;
}

function insert(block: Block, offset: number, entry: Entry): void {
  block.forEach((column, index) => {
    if (offset === column.length) column.push(entry[index]!);
    else column.splice(offset, 0, entry[index]!);
  });
}

/** How many entries are below an edge: they come first. */
function endOfBelow(block: Block, size: number, at: Entry, isBehind: boolean): number {
  const first = block[0]!;
  const value = at[0]!;
  let low = 0;
  let high = size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const by = compareParts(first[middle]!, value) || (at.length > 1 ? compare(block, middle, at, 1) : 0);
    if (by < 0 || (by === 0 && isBehind)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function isAscending(columns: readonly (readonly Part[])[]): boolean {
  const size = columns[0]?.length ?? 0;
  for (let at = 1; at < size; at++) {
    for (const column of columns) {
      const by = compareParts(column[at - 1]!, column[at]!);
      if (by > 0) return false;
      if (by < 0) break;
    }
  }
  return true;
}

const arranged = (columns: readonly (readonly Part[])[], order: Uint32Array): Part[][] =>
  columns.map((column) => {
    const result: Part[] = [];
    for (const at of order) result.push(column[at]!);
    return result;
  });

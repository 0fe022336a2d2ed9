import { compareParts, orderOf } from './order.ts';
import type { Part } from './order.ts';

/** Parts, the row's key last; no two entries of a list are the same. */
export type Entry = readonly Part[];

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

/** By columns: what stands at one place of each column is an entry. Arrays of one kind are what engines keep small. */
type Block = Part[][];

/** Entries in a block at most; a full one is cut in two, and one that is less than a quarter full joins its neighbour. */
const most = 512;

/**
 * Entries in order: a list of blocks of columns. Finding is logarithmic; adding and removing move the rest of one block,
 * and one time in some hundred the list of blocks, which for a million entries is as long as four blocks. A tree of such
 * blocks would save that; see decisions/ordered-store.md for what it would cost.
 */
export class Entries {
  #blocks: Block[] = [];
  #size = 0;
  #changes = 0;

  /** Of columns in any order: for filling at once, which costs far less than adding one by one. */
  static of(columns: readonly (readonly Part[])[]): Entries {
    const entries = new Entries();
    const size = columns[0]?.length ?? 0;
    const sorted = isAscending(columns) ? columns : arranged(columns, orderOf(columns));
    for (let from = 0; from < size; from += most)
      entries.#blocks.push(sorted.map((column) => column.slice(from, from + most)));
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
    let { block: at, offset } = this.position(before(...entry));
    // In front of a block there is often room at the end of the one before: keys that ascend fill it.
    if (offset === 0 && at > 0 && (at === this.#blocks.length || sizeOf(this.#blocks[at - 1]!) < most)) {
      at--;
      offset = sizeOf(this.#blocks[at]!);
    }
    const block = this.#blocks[at];
    if (!block) this.#blocks.push(entry.map((part) => [part]));
    else if (sizeOf(block) < most) insert(block, offset, entry);
    else this.#cut(at, offset, entry);
  }

  /** Whether it was there. */
  remove(entry: Entry): boolean {
    const { block: at, offset } = this.position(before(...entry));
    const block = this.#blocks[at];
    if (!block || compare(block, offset, entry) !== 0) return false;
    this.#changes++;
    this.#size--;
    for (const column of block) column.splice(offset, 1);
    if (sizeOf(block) < most / 4) this.#join(at);
    return true;
  }

  /** Where the first entry behind an edge is. */
  position({ at, isBehind }: Edge): Position {
    const isBelow = (block: Block, offset: number) => {
      const by = compare(block, offset, at);
      return by < 0 || (by === 0 && isBehind);
    };
    const block = firstNot(this.#blocks.length, (each) => {
      const candidate = this.#blocks[each]!;
      return isBelow(candidate, sizeOf(candidate) - 1);
    });
    const found = this.#blocks[block];
    return { block, offset: found ? firstNot(sizeOf(found), (offset) => isBelow(found, offset)) : 0 };
  }

  /** How many entries lie from one position to another. */
  count(from: Position, to: Position): number {
    if (isAt(from, to) || isBefore(to, from)) return 0;
    let count = to.offset - from.offset;
    for (let block = from.block; block < to.block; block++) count += sizeOf(this.#blocks[block]!);
    return count;
  }

  /** Throws when something is added or removed while it is read. */
  *ascending(from: Position, to: Position): Generator<Entry, void, undefined> {
    const changes = this.#changes;
    for (let { block, offset } = from; isBefore({ block, offset }, to); offset++) {
      if (offset === sizeOf(this.#blocks[block]!)) {
        block++;
        offset = -1;
        continue;
      }
      yield entryAt(this.#blocks[block]!, offset);
      this.#demandUnchanged(changes);
    }
  }

  /** Throws when something is added or removed while it is read. */
  *descending(from: Position, to: Position): Generator<Entry, void, undefined> {
    const changes = this.#changes;
    for (let { block, offset } = to; isBefore(from, { block, offset });) {
      if (offset === 0) {
        block--;
        offset = sizeOf(this.#blocks[block]!);
        continue;
      }
      offset--;
      yield entryAt(this.#blocks[block]!, offset);
      this.#demandUnchanged(changes);
    }
  }

  all(): Generator<Entry, void, undefined> {
    return this.ascending({ block: 0, offset: 0 }, { block: this.#blocks.length, offset: 0 });
  }

  /** Cuts a full block in two and adds the entry: in the middle, or where keys seem to ascend, so that blocks get full. */
  #cut(at: number, offset: number, entry: Entry): void {
    const block = this.#blocks[at]!;
    const middle = offset > (most * 3) / 4 ? offset : most / 2;
    const rest = block.map((column) => column.splice(middle));
    if (offset <= middle) insert(block, offset, entry);
    else insert(rest, offset - middle, entry);
    this.#blocks.splice(at, 1, ...[block, rest].filter((each) => sizeOf(each) > 0));
  }

  /** Joins a small block to one beside it where both have room; an empty one goes. */
  #join(at: number): void {
    const block = this.#blocks[at]!;
    if (sizeOf(block) === 0) return void this.#blocks.splice(at, 1);
    for (const left of [at - 1, at]) {
      const [one, other] = [this.#blocks[left], this.#blocks[left + 1]];
      if (!one || !other || sizeOf(one) + sizeOf(other) > (most * 3) / 4) continue;
      one.forEach((column, index) => column.push(...other[index]!));
      return void this.#blocks.splice(left + 1, 1);
    }
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

/** By as many parts as `entry` has, which may be fewer. */
function compare(block: Block, offset: number, entry: Entry): number {
  for (let column = 0; column < entry.length; column++) {
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

/** The first whole number from 0 that is not below; those that are come first. */
function firstNot(end: number, isBelow: (at: number) => boolean): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(middle)) low = middle + 1;
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

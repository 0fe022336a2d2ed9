import {
  arranged,
  changedWhileRead,
  compare,
  endOfBelow,
  endOfBelowNear,
  entryAt,
  insert,
  isAscending,
  isAt,
  isBefore,
  sizeOf,
} from './blocks.ts';
import type { Block, Entry, Position } from './blocks.ts';
import { orderOf } from './order.ts';
import type { Part } from './order.ts';
import { Reading } from './reading.ts';

export { isBefore } from './blocks.ts';
export type { Entry, Place, Position } from './blocks.ts';

/** A place between entries: before all entries that begin with `at`, or after them. */
export interface Edge {
  readonly at: Entry;
  readonly isBehind: boolean;
}

export const before = (...at: Entry): Edge => ({ at, isBehind: false });
export const behind = (...at: Entry): Edge => ({ at, isBehind: true });

/** The most entries in a block. A full block is cut in two, and one that is less than a quarter full joins its neighbour. */
const most = 128;

/** The most ends of values that are remembered. */
const mostEnds = 4096;

/**
 * Sorted entries: blocks of columns, and columns of the first entries of all blocks. Finding is logarithmic and looks
 * into only one block. Adding and removing move the rest of that block and, one time in a hundred, the rest of the
 * list of blocks, which has 8,000 for a million entries. A tree of blocks would avoid that;
 * decisions/ordered-store.md says at what price.
 */
export class Entries {
  readonly #blocks: Block[] = [];
  /** The first entry of every block, in columns. */
  #heads: Block = [];
  #size = 0;
  #changes = 0;
  /** Where values were found to end. Changes move ends, so each is checked before it is used. */
  readonly #ends = new Map<Part, Position>();

  /** Fills from columns in any order, which costs far less than adding one by one. */
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

  /** Different after every change, so that readers of positions can tell that these have become invalid. */
  get changes(): number {
    return this.#changes;
  }

  /** The number of entries in the largest block, never more than the limit. */
  get largest(): number {
    return this.#blocks.reduce((largest, block) => Math.max(largest, sizeOf(block)), 0);
  }

  add(entry: Entry): void {
    this.#changes++;
    this.#size++;
    let { block: at, offset } = this.#isBehindAll(entry)
      ? { block: this.#blocks.length, offset: 0 }
      : this.#find(entry, false);
    // The previous block often has room at its end: ascending keys fill it.
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

  /** Whether the entry belongs at the end, as it always does when entries are added in order. */
  #isBehindAll(entry: Entry): boolean {
    const last = this.#blocks.at(-1);
    return last !== undefined && compare(last, sizeOf(last) - 1, entry) < 0;
  }

  /** Returns whether the entry existed. */
  remove(entry: Entry): boolean {
    const { block: at, offset } = this.#find(entry, false);
    const block = this.#blocks[at];
    if (!block || compare(block, offset, entry) !== 0) return false;
    this.#changes++;
    this.#size--;
    // When a queue is emptied from the front, this is many times as fast.
    for (const column of block)
      if (offset === 0) column.shift();
      else column.splice(offset, 1);
    if (offset === 0 && sizeOf(block) > 0) this.#setHead(at);
    if (sizeOf(block) < most / 4) this.#join(at);
    return true;
  }

  /** The position of the first entry after an edge. Fastest near the end of a value that was asked for before. */
  position({ at, isBehind }: Edge): Position {
    const [value] = at;
    if (at.length > 1) return this.#findBefore(this.#endOf(value!), at, isBehind);
    return isBehind ? this.#endOf(value!) : this.#find(at, false);
  }

  /** The key of the first row with a value; undefined for none. */
  firstKey(value: Part): string | undefined {
    const { block: at, offset } = this.#find([value], false);
    const block = this.#blocks[at];
    return block?.[0]?.[offset] === value ? (block.at(-1)?.[offset] as string | undefined) : undefined;
  }

  #find(at: Entry, isBehind: boolean): Position {
    const block = endOfBelow(this.#heads, 0, this.#blocks.length, at, isBehind) - 1;
    const found = this.#blocks[block];
    return found ? placed(block, endOfBelow(found, 0, sizeOf(found), at, isBehind), found) : start;
  }

  /** The same for an edge that is at or after a position, and probably near it. */
  #findBefore({ block: last, offset }: Position, at: Entry, isBehind: boolean): Position {
    const near = offset === 0 ? 0 : endOfBelowNear(this.#blocks[last]!, offset, at, isBehind);
    if (near > 0) return { block: last, offset: near };
    const block = endOfBelowNear(this.#heads, last, at, isBehind) - 1;
    const found = this.#blocks[block];
    return found ? placed(block, endOfBelow(found, 0, sizeOf(found), at, isBehind), found) : start;
  }

  #endOf(value: Part): Position {
    const known = this.#ends.get(value);
    if (known && this.#isEnd(known, value)) return known;
    const end = this.#find([value], true);
    if (!this.#isEnd(end, value)) return end;
    if (this.#ends.size === mostEnds) this.#ends.clear();
    this.#ends.set(value, end);
    return end;
  }

  /** Whether the entry before a position has the value, and the one at it does not. */
  #isEnd({ block: at, offset }: Position, value: Part): boolean {
    const block = this.#blocks[at];
    if (block ? offset >= sizeOf(block) || block[0]![offset] === value : at > this.#blocks.length)
      return false;
    const last = offset > 0 ? block?.[0]![offset - 1] : this.#blocks[at - 1]?.[0]!.at(-1);
    return last === value;
  }

  /** The number of entries from one position to another. */
  count(from: Position, to: Position): number {
    if (isAt(from, to) || isBefore(to, from)) return 0;
    const between = to.offset - from.offset;
    if ((to.block - from.block) * 2 < this.#blocks.length)
      return between + this.#sizeOfBlocks(from.block, to.block);
    const around = this.#sizeOfBlocks(0, from.block) + this.#sizeOfBlocks(to.block, this.#blocks.length);
    return between + this.#size - around;
  }

  #sizeOfBlocks(from: number, to: number): number {
    let size = 0;
    for (let block = from; block < to; block++) size += sizeOf(this.#blocks[block]!);
    return size;
  }

  /**
   * The rest, after the first part, of the entries from a position on that have this first part: ascending up to
   * another position, or descending down to it. Throws when something is added or removed while it is read.
   */
  under(value: Part, isAscending: boolean, from: Position, end: Position | null): Reading {
    return new Reading(this, this.#blocks, value, isAscending, from, end);
  }

  /** Throws when something is added or removed while it is read. */
  *all(): Generator<Entry, void, undefined> {
    const changes = this.#changes;
    for (const block of this.#blocks)
      for (let offset = 0; offset < sizeOf(block); offset++, this.#demandUnchanged(changes))
        yield entryAt(block, offset);
  }

  /**
   * Cuts a full block in two and adds the entry: in the middle, or at the entry when keys seem to ascend, so that
   * blocks get full. An entry after the end of a full block begins a new block.
   */
  #cut(at: number, offset: number, entry: Entry): void {
    const block = this.#blocks[at]!;
    const middle = offset > (most * 3) / 4 ? offset : most / 2;
    const rest = block.map((column) => column.splice(middle));
    if (offset <= middle && middle < most) insert(block, offset, entry);
    else insert(rest, offset - middle, entry);
    this.#place(at, 1, ...[block, rest].filter((each) => sizeOf(each) > 0));
  }

  /** Joins a small block to a neighbour if both fit; removes an empty one. */
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

  /** Replaces `count` blocks by others. */
  #place(at: number, count: number, ...blocks: readonly Block[]): void {
    this.#blocks.splice(at, count, ...blocks);
    this.#heads.forEach((column, index) =>
      column.splice(at, count, ...blocks.map((block) => block[index]![0]!)),
    );
  }

  /** Updates the first entry of a block. */
  #setHead(at: number): void {
    const block = this.#blocks[at]!;
    this.#heads.forEach((column, index) => (column[at] = block[index]![0]!));
  }

  #demandUnchanged(changes: number): void {
    if (this.#changes !== changes) throw changedWhileRead();
  }
}

const start: Position = { block: 0, offset: 0 };

/** The position after the last entry of a block is the start of the next block. */
const placed = (block: number, offset: number, found: Block): Position =>
  offset === sizeOf(found) ? { block: block + 1, offset: 0 } : { block, offset };

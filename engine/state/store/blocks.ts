/** Sorted entries in columns: the blocks of an index's list. */
import { compareParts } from './order.ts';
import type { Part } from './order.ts';

/** The parts of an entry, with the row's key last. No two entries of a list are equal. */
export type Entry = readonly Part[];

/** The parts of an entry after its value: what the rows with one value are sorted by, then the row's key. */
export type Place = readonly [...order: Part[], key: string];

/**
 * One array per part: an entry is what all columns have at one index. JavaScript engines store arrays of one type
 * compactly.
 */
export type Block = Part[][];

/**
 * The position of an entry: its block and its index in it. The position after the last entry is the start of the next
 * block.
 */
export interface Position {
  readonly block: number;
  readonly offset: number;
}

export const sizeOf = (block: Block): number => block[0]!.length;

export const entryAt = (block: Block, offset: number): Entry => block.map((column) => column[offset]!);

/** Compares only as many parts as `entry` has, which may be fewer. */
export function compare(block: Block, offset: number, entry: Entry, from = 0): number {
  for (let column = from; column < entry.length; column++) {
    const by = compareParts(block[column]![offset]!, entry[column]!);
    if (by !== 0) return by;
  }
  return 0;
}

export function insert(block: Block, offset: number, entry: Entry): void {
  block.forEach((column, index) => {
    if (offset === column.length) column.push(entry[index]!);
    else column.splice(offset, 0, entry[index]!);
  });
}

/** The number of entries below an edge, which come first. Looks only at those from `low` to `high`. */
export function endOfBelow(block: Block, low: number, high: number, at: Entry, isBehind: boolean): number {
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBelow(block, middle, at, isBehind)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The same for the first `high` entries, when most are below: searches from their end in growing steps. */
export function endOfBelowNear(block: Block, high: number, at: Entry, isBehind: boolean): number {
  for (let step = 1; high > 0; step *= 2) {
    const low = Math.max(0, high - step);
    if (isBelow(block, low, at, isBehind)) return endOfBelow(block, low + 1, high, at, isBehind);
    high = low;
  }
  return 0;
}

function isBelow(block: Block, offset: number, at: Entry, isBehind: boolean): boolean {
  const by = compareParts(block[0]![offset]!, at[0]!) || (at.length > 1 ? compare(block, offset, at, 1) : 0);
  return by < 0 || (by === 0 && isBehind);
}

export function isAscending(columns: readonly (readonly Part[])[]): boolean {
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

export const arranged = (columns: readonly (readonly Part[])[], order: Uint32Array): Part[][] =>
  columns.map((column) => {
    const result: Part[] = [];
    for (const at of order) result.push(column[at]!);
    return result;
  });

export const isBefore = (one: Position, other: Position): boolean =>
  one.block - other.block < 0 || (one.block === other.block && one.offset < other.offset);

export const isAt = (one: Position, other: Position): boolean =>
  one.block === other.block && one.offset === other.offset;

export const changedWhileRead = (): Error => new Error('An index was changed while it was read');

/** Cuts the rows of a big table into blocks. Pure. */
import { itemAt } from '../../engine/inside.ts';
import type { Row } from '../../engine/inside.ts';
import { byKey } from './delta.ts';
import type { StoredBlock } from './layout.ts';

export type Rows = StoredBlock['rows'];

/** Rows in a new block. A block that grows to more than one and a half times this size is cut. */
const blockSize = 1000;

/** The changes of one table: by key, the present row, or null if it was removed. */
export type Changes = Map<string, Row | null>;

/** The first keys of a table's blocks, ascending. The first is '' and stays, so that every key has a block. */
export type Starts = readonly string[];

/** The block of a key. */
export function startFor(starts: Starts, key: string): string {
  let low = 0;
  let high = starts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(starts, middle) <= key) low = middle + 1;
    else high = middle;
  }
  return starts[low - 1] ?? '';
}

/** The changes of a table, by block. */
export function byBlock(
  starts: Starts,
  changes: Iterable<readonly [key: string, row: Row | null]>,
): ReadonlyMap<string, Changes> {
  const parts = new Map<string, Changes>();
  for (const [key, row] of changes) {
    const from = startFor(starts, key);
    const part = parts.get(from) ?? new Map<string, Row | null>();
    parts.set(from, part.set(key, row));
  }
  return parts;
}

/** The highest of some keys, or `least` if none is above it. */
export function highestOf(keys: Iterable<string>, least: string): string {
  let highest = least;
  for (const key of keys) if (key > highest) highest = key;
  return highest;
}

/** Cuts sorted rows into blocks, the first of which begins at `from`. */
export function cut(table: string, from: string, rows: Rows): StoredBlock[] {
  if (rows.length <= blockSize * 1.5) return [{ table, from, rows }];
  const blocks: StoredBlock[] = [];
  for (let at = 0; at < rows.length; at += blockSize) {
    const slice = rows.slice(at, at + blockSize);
    blocks.push({ table, from: at === 0 ? from : itemAt(slice, 0)[0], rows: slice });
  }
  return blocks;
}

/** The rows of a block after changes. */
export function changed(rows: Rows, changes: Changes): Rows {
  const all = new Map(rows);
  for (const [key, row] of changes) {
    if (row) all.set(key, row);
    else all.delete(key);
  }
  return [...all].sort(byKey);
}

/** Change sets in the form in which they are stored: by table and key, the present row, or null if it was removed. */
import type { ChangeSet, Row } from '../../engine/inside.ts';

/** Structured clone keeps Maps, so a log record holds this unchanged. */
export type Delta = Map<string, Map<string, Row | null>>;

/** What persistence needs to know about a table. */
export type Shape = Readonly<
  Record<string, { readonly key: string; readonly big?: true; readonly isLate?: true }>
>;

/** Adds later changes to a delta. Repeating that is harmless, because a delta holds states, not steps. */
export function addChanges(delta: Delta, changes: ChangeSet, shape: Shape): void {
  for (const [table, { added, updated, removed }] of Object.entries(changes)) {
    const rows = rowsOf(delta, table);
    for (const row of added) rows.set(keyOf(shape, table, row), row);
    for (const row of updated) rows.set(keyOf(shape, table, row), row);
    for (const key of removed) rows.set(key, null);
  }
}

export function addDelta(delta: Delta, later: Delta): void {
  for (const [table, changed] of later) {
    const rows = rowsOf(delta, table);
    for (const [key, row] of changed) rows.set(key, row);
  }
}

/** The number of rows in a delta. */
export const sizeOf = (delta: Delta): number => [...delta.values()].reduce((sum, rows) => sum + rows.size, 0);

function rowsOf(delta: Delta, table: string): Map<string, Row | null> {
  let rows = delta.get(table);
  if (!rows) delta.set(table, (rows = new Map<string, Row | null>()));
  return rows;
}

/** An unknown table, or a row without its key, is a bug of ours: an error is better than a lost row. */
export function keyOf(shape: Shape, table: string, row: Row): string {
  const key = row[shape[table]?.key ?? ''];
  if (typeof key !== 'string') throw new TypeError(`A row of table ${table} has no key`);
  return key;
}

export const byKey = (a: readonly [string, unknown], b: readonly [string, unknown]): number =>
  a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0;

/** Inverts changes: rows as they were before. Pure. */
import { asText } from '../checked/known.ts';
import type { Past } from '../state/store/former.ts';
import type { ChangeSet, TableChanges } from '../state/store/store.ts';
import type { Row } from '../state/store/table.ts';

/**
 * The changed rows as they were before. Tables whose changes do not carry the former rows are left out: the log of
 * calls, a record of what happened, is never undone.
 */
export function invert(changes: ChangeSet, keyOf: (table: string) => string): Past {
  const past = new Map<string, ReadonlyMap<string, Row | undefined>>();
  for (const [table, change] of Object.entries(changes)) {
    const rows = new Map(formerRows(change, keyOf(table)));
    if (rows.size > 0) past.set(table, rows);
  }
  return past;
}

/** Each changed row by its key, as it was before; undefined if it did not exist. */
export function* formerRows(
  { added, replaced }: TableChanges,
  key: string,
): Generator<readonly [string, Row | undefined], void, undefined> {
  if (!replaced) return;
  for (const row of added) yield [asText(row[key]), undefined];
  for (const row of replaced) yield [asText(row[key]), row];
}

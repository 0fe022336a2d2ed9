/** What takes changes back: rows as they were before them. Pure. */
import { asText } from '../checked/known.ts';
import type { Past } from '../state/store/former.ts';
import type { ChangeSet, TableChanges } from '../state/store/store.ts';
import type { Row } from '../state/store/table.ts';

/**
 * The rows that changes touched, as they were before. Tables whose changes do not say how rows were are left out: the log
 * of calls, which is what happened and is never taken back.
 */
export function invert(changes: ChangeSet, keyOf: (table: string) => string): Past {
  const past = new Map<string, ReadonlyMap<string, Row | undefined>>();
  for (const [table, change] of Object.entries(changes)) {
    const rows = new Map(formerRows(change, keyOf(table)));
    if (rows.size > 0) past.set(table, rows);
  }
  return past;
}

/** Each row that was changed, by its key, as it was before; undefined where there was none. */
export function* formerRows(
  { added, replaced }: TableChanges,
  key: string,
): Generator<readonly [string, Row | undefined], void, undefined> {
  if (!replaced) return;
  for (const row of added) yield [asText(row[key]), undefined];
  for (const row of replaced) yield [asText(row[key]), row];
}

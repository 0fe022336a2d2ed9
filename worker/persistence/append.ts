/**
 * Writes many new rows whose keys are above all others of their table once, directly into blocks. Loaded with the
 * first such rows.
 */
import { cut, highestOf } from './blocks.ts';
import type { Changes, Starts } from './blocks.ts';
import { readRange } from './database.ts';
import type { StoredBlock } from './layout.ts';
import { byKey } from './delta.ts';
import type { Delta } from './delta.ts';
import { storedName } from './generations.ts';
import type { Generation } from './generations.ts';

/** What is stored, read when needed. */
export interface Stored {
  readonly database: IDBDatabase;
  readonly generation: Generation;
  /** Changed when rows become blocks. */
  readonly starts: Map<string, Starts>;
  /** Rows that are only in the log: waiting rows, and those being compacted. */
  readonly inLog: readonly Delta[];
  /** For tables to which many rows were added: no block and no log record has a higher key. */
  readonly highest: Map<string, string>;
}

/** Takes the new rows of some tables out of the changes, and returns their blocks; `least`: not fewer rows. */
export async function append(
  changes: Delta,
  tables: readonly string[],
  least: number,
  stored: () => Stored,
): Promise<readonly StoredBlock[]> {
  const blocks: StoredBlock[] = [];
  for (const table of tables) {
    const rows = changes.get(table);
    if (!rows) continue;
    const highest = await highestKey(table, stored);
    blocks.push(...taken(table, rows, highest, least, stored()));
    if (rows.size === 0) changes.delete(table);
  }
  return blocks;
}

function taken(
  table: string,
  rows: Changes,
  above: string,
  least: number,
  { generation, starts, highest }: Stored,
): readonly StoredBlock[] {
  const added = [...rows].flatMap(([key, row]) => (row && key > above ? [[key, row] as const] : []));
  added.sort(byKey);
  const [first] = added;
  const last = added.at(-1);
  if (!first || !last || added.length < least) return [];
  for (const [key] of added) rows.delete(key);
  const known = starts.get(table) ?? [];
  const blocks = cut(storedName(generation, table), known.length === 0 ? '' : first[0], added);
  starts.set(table, [...known, ...blocks.map((block) => block.from)]);
  highest.set(table, last[0]);
  return blocks;
}

async function highestKey(table: string, stored: () => Stored): Promise<string> {
  const { highest, inLog } = stored();
  const known = highest.get(table);
  if (known !== undefined) return known;
  const logged = inLog.flatMap((delta) => [...(delta.get(table)?.keys() ?? [])]);
  const found = highestOf([...logged, ...(await lastKeys(table, stored()))], '');
  highest.set(table, found);
  return found;
}

/** Of the last blocks, because a compaction may be about to cut one of them. */
async function lastKeys(table: string, { database, generation, starts }: Stored): Promise<readonly string[]> {
  const last = starts.get(table)?.at(-1);
  if (last === undefined) return [];
  const name = storedName(generation, table);
  const range = IDBKeyRange.bound([name, last], [name, []], false, true); // arrays sort after all texts
  const blocks = await readRange<StoredBlock>(database, 'blocks', range);
  return blocks.flatMap(({ rows }) => rows.at(-1)?.[0] ?? []);
}

import type { Row, Snapshot, SnapshotBlocks } from '../../engine/inside.ts';
import type { Stored } from '../../worker/persistence/loader.ts';

/** A block for each table. */
export const inBlocks = ({ tables, ...head }: Snapshot): SnapshotBlocks => ({
  ...head,
  blocks: Object.entries(tables).map(([table, rows]) => ({ table, rows })),
});

/** The whole again. Reads the blocks, which may be read once. */
export function whole({ blocks, ...head }: SnapshotBlocks): Snapshot {
  const tables: Record<string, Row[]> = {};
  for (const { table, rows } of blocks) (tables[table] ??= []).push(...rows);
  return { ...head, tables };
}

/** The tables of what was stored, with those that come late. */
export async function wholeOf({
  snapshot,
  late,
}: Pick<Stored, 'snapshot' | 'late'>): Promise<Snapshot['tables']> {
  const tables: Record<string, readonly Row[]> = { ...whole(snapshot).tables };
  for await (const { blocks } of late?.pieces ?? [])
    for (const { table, rows } of blocks) tables[table] = [...(tables[table] ?? []), ...rows];
  return tables;
}

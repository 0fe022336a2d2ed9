import type { Row, Snapshot, SnapshotBlocks } from '../../engine/inside.ts';
import type { Stored } from '../../worker/persistence/loader.ts';

/** One block for each table. */
export const inBlocks = ({ tables, ...head }: Snapshot): SnapshotBlocks => ({
  ...head,
  blocks: Object.entries(tables).map(([table, rows]) => ({ table, rows })),
});

/** Restores the whole snapshot. Reads the blocks, which can be read only once. */
export function whole({ blocks, ...head }: SnapshotBlocks): Snapshot {
  const tables: Record<string, Row[]> = {};
  for (const { table, rows } of blocks) (tables[table] ??= []).push(...rows);
  return { ...head, tables };
}

/** The stored tables, including those that load later. */
export async function wholeOf({
  snapshot,
  late,
}: Pick<Stored, 'snapshot' | 'late'>): Promise<Snapshot['tables']> {
  const tables: Record<string, readonly Row[]> = { ...whole(snapshot).tables };
  for await (const { blocks } of late?.pieces ?? [])
    for (const { table, rows } of blocks) tables[table] = [...(tables[table] ?? []), ...rows];
  return tables;
}

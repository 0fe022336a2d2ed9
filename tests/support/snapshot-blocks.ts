import type { Row, Snapshot, SnapshotBlocks } from '../../engine/index.ts';

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

import type { Row } from './table.ts';

/** The whole state as plain data. */
export interface Snapshot {
  readonly format: 'svc-playground';
  /** Schema version (state/migrations). */
  readonly version: number;
  readonly tables: Readonly<Record<string, readonly Row[]>>;
}

/** Some rows of a table. Every table has a block, even if it is empty; a table may have many, in any order. */
export interface Block {
  readonly table: string;
  readonly rows: readonly Row[];
}

/** A snapshot that is read once, in pieces, so that it need not be in memory as a whole besides the state. */
export interface SnapshotBlocks extends Pick<Snapshot, 'format' | 'version'> {
  readonly blocks: Iterable<Block>;
}

/** A snapshot with invalid contents. Nothing of it was used. */
export class SnapshotInvalid extends TypeError {
  override readonly name = 'SnapshotInvalid';

  constructor(
    /** null for the snapshot as a whole. */
    readonly table: string | null,
    /** The key of the row; null if the error is about the table. */
    readonly key: string | null,
    /**
     * With the path below it, `source.name`; the name of an index if two rows have the same value in it; null for the
     * whole row.
     */
    readonly field: string | null,
    /** The end of a sentence. */
    readonly reason: string,
  ) {
    super(`snapshot: ${[table, key, field].filter((each) => each !== null).join(' / ') || 'it'} ${reason}`);
  }
}

export const isObject = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The blocks of either form. Data from a disk or a file may be anything. */
export function* blocksOf(snapshot: Snapshot | SnapshotBlocks): Generator<Block, void, undefined> {
  if ('blocks' in snapshot) {
    yield* snapshot.blocks;
    return;
  }
  const { tables }: { tables: unknown } = snapshot;
  if (!isObject(tables)) throw new SnapshotInvalid(null, null, 'tables', 'are missing');
  for (const [table, rows] of Object.entries(tables)) {
    if (!Array.isArray(rows)) throw new SnapshotInvalid(table, null, null, 'is not a list of rows');
    yield* cut(table, rows as readonly Row[]);
  }
}

/** Rows in a block. */
export const blockSize = 1000;

function* cut(table: string, rows: readonly Row[]): Generator<Block, void, undefined> {
  if (rows.length === 0) yield { table, rows };
  for (let from = 0; from < rows.length; from += blockSize)
    yield { table, rows: rows.slice(from, from + blockSize) };
}

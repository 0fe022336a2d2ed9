/**
 * The contents of IndexedDB.
 *
 * Rows are stored in `rows` (one record per row) or, for big tables, in `blocks` (about a thousand rows per record).
 * A commit changes neither: it appends one record to `log`, which `compaction.ts` applies in the background. Files of
 * feeds are stored beside them, in chunks (worker/host/files); resets and imports do not change these.
 */
import type { Credential, Row } from '../../engine/inside.ts';
import type { FileRecord } from '../contract/file.ts';
import type { Replacer } from '../contract/world.ts';
import type { Delta } from './delta.ts';

export interface Head {
  readonly id: 'head';
  readonly format: string;
  /** Schema version of the rows (engine/state/migrations), not of this layout. */
  readonly version: number;
  /** The id of the call that last replaced everything. */
  readonly reset?: string | null;
  /** The generation in force (generations.ts); absent for 0. */
  readonly generation?: number;
  /** The highest generation that was ever begun; absent if it is the one in force. */
  readonly begun?: number;
  /** The world that can be brought back; absent for none. */
  readonly aside?: Aside | null;
}

/** A world that was replaced, complete and compacted. */
export interface Aside {
  readonly generation: number;
  readonly version: number;
  /** What replaced it. */
  readonly by: Replacer;
}

export interface StoredRow {
  /** With its generation (generations.ts), as in blocks. */
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

/** Rows of one big table, sorted by key, from the key `from` to the start of the next block. */
export interface StoredBlock {
  readonly table: string;
  readonly from: string;
  readonly rows: readonly (readonly [key: string, row: Row])[];
}

export interface LogRecord {
  readonly sequence: number;
  readonly changes: Delta;
}

/** The page's credentials, in order. */
export interface Vault {
  /** With its generation (generations.ts). */
  readonly id: string;
  readonly credentials: readonly Credential[];
}

export interface StoredFileRecord extends FileRecord {
  /** Whether its last chunk is there. */
  readonly isWhole: boolean;
}

export interface StoredChunk {
  /** The id of its file. */
  readonly file: string;
  /** From 0. */
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export type StoreName = 'head' | 'epochs' | 'rows' | 'blocks' | 'log' | 'vault' | 'files' | 'chunks';

/** The stores that each layout adds, with their primary keys. Append-only: a change is a new layout, never an edit. */
export const layouts: readonly Partial<Record<StoreName, string | string[]>>[] = [
  // `epochs` holds the terms of leaders; it was named before they were called terms.
  {
    head: 'id',
    epochs: 'epoch',
    rows: ['table', 'key'],
    blocks: ['table', 'from'],
    log: 'sequence',
    vault: 'id',
  },
  { files: 'id', chunks: ['file', 'at'] },
];

/**
 * What lies in IndexedDB.
 *
 * Rows live at home in `rows` (one record a row) or, for big tables, in `blocks` (about a thousand rows a record).
 * A commit touches neither: it appends one record to `log`, which `compaction.ts` brings home in the background. Files of
 * feeds lie beside them, in chunks (worker/host/files): no reset and no import touches those.
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
  /** The id of the call that replaced everything last. */
  readonly reset?: string | null;
  /** Which rows are in force (generations.ts); absent for 0. */
  readonly generation?: number;
  /** The highest generation of which anything was ever written; absent for the one in force. */
  readonly begun?: number;
  /** What can be put in force again; absent for nothing. */
  readonly aside?: Aside | null;
}

/** A world that another one took the place of, whole and at home. */
export interface Aside {
  readonly generation: number;
  readonly version: number;
  /** What took its place. */
  readonly by: Replacer;
}

export interface StoredRow {
  /** With its generation (generations.ts), as in blocks. */
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

/** Rows of one big table from the key `from` to where the next block begins, in the order of their keys. */
export interface StoredBlock {
  readonly table: string;
  readonly from: string;
  readonly rows: readonly (readonly [key: string, row: Row])[];
}

export interface LogRecord {
  readonly sequence: number;
  readonly changes: Delta;
}

/** The credentials that the page keeps, in their order. */
export interface Vault {
  /** With its generation (generations.ts). */
  readonly id: string;
  readonly credentials: readonly Credential[];
}

export interface StoredFileRecord extends FileRecord {
  /** Its last chunk is there. */
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
  // `epochs` holds the terms of leaders; the name is older than the word.
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

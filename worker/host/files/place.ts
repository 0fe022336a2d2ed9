/** Where the bytes of files are kept. */
import type { FileRecord } from '../../contract/file.ts';

/** Bytes per chunk, for reading and writing. */
export const chunkBytes = 1024 * 1024;

export interface Place {
  readonly kind: 'saved' | 'memory';
  /** Only complete files. */
  list(): Promise<readonly FileRecord[]>;
  /**
   * Stores bytes up to their end, in chunks of `chunkBytes`. Then the file exists, replacing one with the same name.
   * Until then, and when this rejects, nothing of it exists. Rejects with `FileRefused` when there is no room.
   */
  write(file: Omit<FileRecord, 'bytes'>, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<FileRecord>;
  /** null for a chunk that no longer exists. */
  chunk(file: FileRecord, at: number): Promise<Uint8Array | null>;
  change(file: FileRecord): Promise<void>;
  remove(file: FileRecord): Promise<void>;
}

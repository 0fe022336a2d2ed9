/** Where files lie. */
import type { FileRecord } from '../../contract/file.ts';

/** Bytes at a time, in and out. */
export const chunkBytes = 1024 * 1024;

export interface Place {
  readonly kind: 'saved' | 'memory';
  /** Only files that are whole. */
  list(): Promise<readonly FileRecord[]>;
  /**
   * Takes bytes to their end, in chunks of `chunkBytes`. Then the file is there, in the place of one of the same name; until
   * then, and when this rejects, nothing of it is. Rejects with `FileRefused` when there is no room.
   */
  write(file: Omit<FileRecord, 'bytes'>, chunks: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<FileRecord>;
  /** null for a chunk that is not there any more. */
  chunk(file: FileRecord, at: number): Promise<Uint8Array | null>;
  change(file: FileRecord): Promise<void>;
  remove(file: FileRecord): Promise<void>;
}

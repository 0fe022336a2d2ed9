/**
 * Files in IndexedDB: one record per file and one per chunk. The file's record is marked complete with its last
 * chunk; files that a kill left without that mark are deleted at the start. Written in the leader's term, like rows
 * (decisions/feed-files.md).
 */
import { FileRefused } from '../contract/file.ts';
import type { FileRecord } from '../contract/file.ts';
import type { Place } from '../host/files/place.ts';
import { read, readRange, write } from './database.ts';
import type { Stores } from './database.ts';
import { erase } from './erase.ts';
import { isNoRoom } from './fallback.ts';
import type { StoredChunk, StoredFileRecord, StoreName } from './layout.ts';

/** Calls `by` in the term of a leader. */
type Commit = (
  by: typeof write,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
) => Promise<void>;

const chunksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id, 0], [id, Infinity]);

const recordsIn = (database: IDBDatabase) => readRange<StoredFileRecord>(database, 'files');

export class KeptFiles implements Place {
  readonly kind = 'saved';

  private constructor(
    private readonly database: IDBDatabase,
    private readonly commit: Commit,
  ) {}

  /** Deletes files that an earlier leader did not complete. */
  static async open(database: IDBDatabase, commit: Commit): Promise<KeptFiles> {
    const records = await recordsIn(database);
    const broken = records.filter(({ isWhole }) => !isWhole);
    const kept = new KeptFiles(database, commit);
    for (const { id } of broken) await kept.#forget(id);
    return kept;
  }

  async list(): Promise<readonly FileRecord[]> {
    const records = await recordsIn(this.database);
    return records.filter(({ isWhole }) => isWhole).map(({ isWhole: _, ...file }) => file);
  }

  async write(
    file: Omit<FileRecord, 'bytes'>,
    chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<FileRecord> {
    let bytes = 0;
    try {
      await this.#put({ ...file, bytes, isWhole: false });
      let at = 0;
      for await (const chunk of chunks) {
        await this.commit(write, ['chunks'], (stores) => {
          stores('chunks').put({ file: file.id, at, bytes: chunk } satisfies StoredChunk);
        });
        at++;
        bytes += chunk.length;
      }
      const whole = { ...file, bytes };
      await this.#complete(whole);
      return whole;
    } catch (error) {
      await this.#forget(file.id).catch(() => undefined); // it is then deleted at the next start
      throw isNoRoom(error) ? new FileRefused('The browser has no room left for this file.') : error;
    }
  }

  async chunk({ id }: FileRecord, at: number): Promise<Uint8Array | null> {
    return (await read<StoredChunk>(this.database, 'chunks', [id, at]))?.bytes ?? null;
  }

  change(file: FileRecord): Promise<void> {
    return this.#put({ ...file, isWhole: true });
  }

  remove({ id }: FileRecord): Promise<void> {
    return this.#forget(id);
  }

  #put(record: StoredFileRecord): Promise<void> {
    return this.commit(write, ['files'], (stores) => void stores('files').put(record));
  }

  async #complete(whole: FileRecord): Promise<void> {
    const former = (await this.list()).filter(({ name }) => name === whole.name);
    await this.commit(write, ['files', 'chunks'], (stores) => {
      stores('files').put({ ...whole, isWhole: true });
      for (const { id } of former) {
        stores('files').delete(id);
        stores('chunks').delete(chunksOf(id));
      }
    });
  }

  #forget(id: string): Promise<void> {
    return this.commit(erase, ['files', 'chunks'], (stores) => {
      stores('chunks').delete(chunksOf(id));
      stores('files').delete(id);
    });
  }
}

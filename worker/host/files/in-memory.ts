/** Files of a tab without storage: as Blobs, which a browser may keep on disk while the tab is open. */
import { FileRefused } from '../../contract/file.ts';
import { chunkBytes } from './place.ts';
import type { Place } from './place.ts';
import type { FileRecord } from '../../contract/file.ts';

/** The most bytes of all files together. */
export const mostInMemory = 256e6;

export class FilesInMemory implements Place {
  readonly kind = 'memory';
  readonly #files = new Map<string, { readonly file: FileRecord; readonly blob: Blob }>();

  list(): Promise<readonly FileRecord[]> {
    return Promise.resolve(Array.from(this.#files.values(), ({ file }) => file));
  }

  async write(
    file: Omit<FileRecord, 'bytes'>,
    chunks: AsyncIterable<Uint8Array<ArrayBuffer>>,
  ): Promise<FileRecord> {
    const parts: Blob[] = [];
    let bytes = 0;
    for await (const chunk of chunks) {
      bytes += chunk.length;
      if (this.#bytes + bytes > mostInMemory)
        throw new FileRefused(
          `This tab keeps nothing on disk: its files have at most ${mostInMemory / 1e6} MB together.`,
        );
      parts.push(new Blob([chunk]));
    }
    const whole = { ...file, bytes };
    for (const [id, { file: former }] of this.#files) if (former.name === file.name) this.#files.delete(id);
    this.#files.set(file.id, { file: whole, blob: new Blob(parts) });
    return whole;
  }

  async chunk({ id }: FileRecord, at: number): Promise<Uint8Array | null> {
    const blob = this.#files.get(id)?.blob;
    if (!blob) return null;
    return new Uint8Array(await blob.slice(at * chunkBytes, (at + 1) * chunkBytes).arrayBuffer());
  }

  change(file: FileRecord): Promise<void> {
    const found = this.#files.get(file.id);
    if (found) this.#files.set(file.id, { ...found, file });
    return Promise.resolve();
  }

  remove({ id }: FileRecord): Promise<void> {
    this.#files.delete(id);
    return Promise.resolve();
  }

  get #bytes(): number {
    let sum = 0;
    for (const { file } of this.#files.values()) sum += file.bytes;
    return sum;
  }
}

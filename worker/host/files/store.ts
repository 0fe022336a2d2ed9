/** The files of the simulated internet: stored, listed, served, deleted. They are always streamed, never held as a whole. */

import type { Opened } from '../../../engine/inside.ts';
import { chunksOf } from './chunks.ts';
import { FileRefused, mostFileBytes, mostFiles } from '../../contract/file.ts';
import type { ArrivingFile, Conduct, FileHead, FilesState, Origin, StoredFile } from '../../contract/file.ts';
import { mostInMemory } from './in-memory.ts';
import type { Place } from './place.ts';
import type { FileRecord } from '../../contract/file.ts';
import { answerOf } from './serve.ts';

/** The most files that are stored at the same time. */
const mostAtOnce = 2;
/** The room reserved for the platform's own data, in bytes. */
const reserve = 32e6;
/** The part of a file that a page looks at before it is read. */
const headBytes = 64 * 1024;
/** How often progress is reported, in ms. */
const tellMs = 250;

export interface Arrival {
  /** Of the call that brings it. Repeated with the same id, the file is stored once. */
  readonly id: string;
  readonly name: string;
  readonly origin: Origin;
  readonly conduct?: Conduct;
  /** Its bytes, if known in advance. */
  readonly length: number | null;
  readonly body: (signal: AbortSignal) => ReadableStream<Uint8Array>;
}

interface OnItsWay {
  readonly abort: AbortController;
  readonly of: number | null;
  bytes: number;
  toldAt: number;
}

export interface StoreEvents {
  /** The list has changed. */
  readonly changed: () => void;
  readonly progress: (arriving: ArrivingFile) => void;
}

export class FileStore {
  readonly #arriving = new Map<string, OnItsWay>();

  constructor(
    private readonly place: Place,
    private readonly events: StoreEvents,
    /** The bytes that are left; null if unknown. */
    private readonly room: () => Promise<number | null>,
  ) {}

  async state(): Promise<FilesState> {
    const files = await this.list();
    return {
      files,
      arriving: Array.from(this.#arriving, ([name, { bytes, of }]) => ({ name, bytes, of })),
      kind: this.place.kind,
      mostBytes: this.place.kind === 'memory' ? mostInMemory : await this.#mostBytes(files),
    };
  }

  /** Sorted by name. */
  async list(): Promise<readonly StoredFile[]> {
    const files = await this.#records();
    return files.map(shown);
  }

  /**
   * Stores a file, replacing one with the same name. Rejects with `FileRefused` when it may not or cannot be kept,
   * and with an AbortError when it was cancelled; then nothing of it exists.
   */
  async put(arrival: Arrival): Promise<StoredFile> {
    const { id, name, origin, length, conduct = { type: 'normal' } } = arrival;
    const files = await this.#records();
    const done = files.find((file) => file.id === id);
    if (done) return shown(done);
    if (this.#arriving.has(name)) throw new FileRefused(`${name} is already being stored.`);
    if (this.#arriving.size >= mostAtOnce)
      throw new FileRefused(`${mostAtOnce} files can be stored at the same time; wait for one of them.`);
    if (files.length >= mostFiles && !files.some((file) => file.name === name))
      throw new FileRefused(`There are ${mostFiles} files, which is the limit. Delete one first.`);
    const own: OnItsWay = { abort: new AbortController(), of: length, bytes: 0, toldAt: 0 };
    this.#arriving.set(name, own);
    try {
      await this.#mustHaveRoom(length);
      own.abort.signal.throwIfAborted();
      const chunks = chunksOf(arrival.body(own.abort.signal), own.abort.signal, (bytes) => {
        own.bytes = bytes;
        this.#tell(name, own);
      });
      const about = { id, name, origin, conduct, addedAt: Date.now() };
      return shown(await this.place.write(about, chunks));
    } finally {
      this.#arriving.delete(name);
      this.events.changed();
    }
  }

  /** For a file that is being stored. */
  cancel(name: string): void {
    this.#arriving.get(name)?.abort.abort(new DOMException(`${name} was cancelled`, 'AbortError'));
  }

  cancelAll(): void {
    for (const name of this.#arriving.keys()) this.cancel(name);
  }

  async remove(name: string): Promise<void> {
    const file = await this.#find(name);
    if (!file) return;
    await this.place.remove(file);
    this.events.changed();
  }

  async setConduct(name: string, conduct: Conduct): Promise<void> {
    const file = await this.#find(name);
    if (!file) return;
    await this.place.change({ ...file, conduct });
    this.events.changed();
  }

  async head(name: string): Promise<FileHead | null> {
    const file = await this.#find(name);
    if (!file) return null;
    const chunk = await this.place.chunk(file, 0);
    const bytes = (chunk ?? new Uint8Array()).slice(0, headBytes);
    return { bytes, isWhole: bytes.length === file.bytes };
  }

  /** The answer of the file's host; null for an unknown file. */
  async serve(name: string): Promise<Opened | null> {
    const file = await this.#find(name);
    return file ? answerOf(file, this.place) : null;
  }

  /** The file itself, however its host serves it; null for an unknown file. */
  async read(name: string): Promise<ReadableStream<Uint8Array> | null> {
    const file = await this.#find(name);
    return file ? answerOf({ ...file, conduct: { type: 'normal' } }, this.place).body : null;
  }

  async #records(): Promise<readonly FileRecord[]> {
    const files = await this.place.list();
    return [...files].sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async #find(name: string): Promise<FileRecord | undefined> {
    return (await this.place.list()).find((file) => file.name === name);
  }

  #tell(name: string, own: OnItsWay): void {
    const now = performance.now();
    if (now - own.toldAt < tellMs) return;
    own.toldAt = now;
    this.events.progress({ name, bytes: own.bytes, of: own.of });
  }

  async #mustHaveRoom(length: number | null): Promise<void> {
    if (length !== null && length > mostFileBytes) throw new FileRefused('A file has at most 8 GB.');
    const left = this.place.kind === 'memory' ? null : await this.#left();
    if (left !== null && left < (length ?? 0))
      throw new FileRefused(`The browser has room for ${inMegabytes(left)} more. Delete files first.`);
  }

  async #mostBytes(files: readonly StoredFile[]): Promise<number | null> {
    const left = await this.#left();
    return left === null ? null : files.reduce((sum, { bytes }) => sum + bytes, 0) + Math.max(0, left);
  }

  async #left(): Promise<number | null> {
    const room = await this.room();
    return room === null ? null : room - reserve;
  }
}

const shown = ({ id: _, ...file }: FileRecord): StoredFile => file;

const inMegabytes = (bytes: number): string => `${Math.max(0, Math.floor(bytes / 1e6))} MB`;

/** The answer of the host of files for an unknown file. */
export const noSuchFile = (name: string): Opened => {
  const said = new TextEncoder().encode(`There is no file ${name} here.\n`);
  return {
    status: 404,
    headers: [['Content-Type', 'text/plain']],
    body: new Blob([said]).stream(),
  };
};

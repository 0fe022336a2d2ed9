/** Reads files one at a time, and keeps the last result for an import that may follow. */
import { progress } from './progress.ts';
import type { Telling } from './progress.ts';
import { readFile } from './read.ts';
import type { ReadFile } from './reading.ts';

/** How long a result is kept, in ms: it may be as large as the whole present world. */
const keptMs = 600_000;

export class Readings {
  readonly #telling: Telling;
  readonly #reading = new Map<string, AbortController>();
  #last: Promise<unknown> = Promise.resolve();
  #kept: { readonly token: string; readonly read: ReadFile } | null = null;
  #forgetting: ReturnType<typeof setTimeout> | undefined;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  /**
   * Reads a file and keeps the result, until it is taken, cancelled, or another file is read. Rejects as `readFile`,
   * or with an `AbortError`.
   */
  async look(file: Blob, token: string): Promise<ReadFile> {
    const read = await this.#read(file, token);
    this.#kept = { token, read };
    this.#forgetting = setTimeout(() => this.#forget(), keptMs);
    return read;
  }

  /** The result of inspecting the file with this token; otherwise, of reading it now. */
  take(file: Blob, token: string): Promise<ReadFile> {
    if (this.#kept?.token !== token) return this.#read(file, token);
    const { read } = this.#kept;
    this.#forget();
    return Promise.resolve(read);
  }

  /** Cancels the reading with this token, and drops its result. */
  cancel(token: string): void {
    this.#reading.get(token)?.abort();
    if (this.#kept?.token === token) this.#forget();
  }

  stop(): void {
    for (const reading of this.#reading.values()) reading.abort();
    this.#forget();
  }

  #read(file: Blob, token: string): Promise<ReadFile> {
    const reading = new AbortController();
    this.#reading.set(token, reading);
    const work = this.#last.then(() => this.#readNow(file, token, reading.signal));
    this.#last = work.catch(() => undefined);
    return work.finally(() => this.#reading.delete(token));
  }

  async #readNow(file: Blob, token: string, signal: AbortSignal): Promise<ReadFile> {
    signal.throwIfAborted();
    this.#forget();
    const { rest, at } = progress(this.#telling, token, file.size);
    const heed = async () => {
      await rest();
      signal.throwIfAborted();
    };
    return readFile(file, { rest: heed, read: at });
  }

  #forget(): void {
    clearTimeout(this.#forgetting);
    this.#kept = null;
  }
}

/**
 * A file of changes, one commit per line. Once an append resolves, its line is on the disk; after a failure all
 * appends reject.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { base64 } from '../../engine/inside.ts';
import type { ChangeSet } from '../../engine/inside.ts';

interface Waiting {
  readonly line: string;
  readonly kept: () => void;
  readonly lost: (error: unknown) => void;
}

export class Journal {
  #waiting: Waiting[] = [];
  #writing: Promise<void> | null = null;

  /** The length of the complete lines. */
  #length = 0;

  /** Why nothing more is accepted: a later line must not be kept if one before it is missing. */
  #failure: Error | null = null;

  constructor(private readonly handle: FileHandle) {}

  /** Replaces the file by an empty journal. */
  static async create(file: string): Promise<Journal> {
    const handle = await open(file, 'a');
    await handle.truncate(0);
    return new Journal(handle);
  }

  get bytes(): number {
    return this.#length;
  }

  /** Commits that wait for the disk are written together, in order. */
  append(changes: ChangeSet): Promise<void> {
    if (this.#failure) return Promise.reject(this.#failure);
    const line = `${JSON.stringify(changes, withBytes)}\n`;
    return new Promise((kept, lost) => {
      this.#waiting.push({ line, kept, lost });
      this.#writing ??= this.#write().finally(() => (this.#writing = null));
    });
  }

  /** Accepts nothing more. */
  fail(failure: Error): void {
    this.#failure = failure;
  }

  /** Resolves when nothing is waiting any more. */
  async close(): Promise<void> {
    await this.#writing;
    await this.handle.close();
  }

  async #write(): Promise<void> {
    while (this.#waiting.length > 0) {
      const group = this.#waiting;
      this.#waiting = [];
      try {
        const text = Buffer.from(group.map(({ line }) => line).join(''));
        await this.handle.appendFile(text);
        await this.handle.datasync();
        this.#length += text.length;
        for (const { kept } of group) kept();
      } catch (error) {
        this.fail(error instanceof Error ? error : new Error(String(error)));
        for (const { lost } of [...group, ...this.#waiting]) lost(error);
        this.#waiting = [];
      }
    }
  }
}

function withBytes(name: string, value: unknown): unknown {
  if (name === 'replaced') return undefined; // only for undo
  return value instanceof Uint8Array ? { $bytes: base64(value) } : value;
}

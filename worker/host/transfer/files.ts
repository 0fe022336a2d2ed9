/**
 * The files of feeds in a file of lines, if they were requested: `{"file": {"name": "a.csv", …}}`, then its bytes in
 * lines `{"bytes": "<base64>"}`.
 */
import { base64, decodeBase64 } from '../../../engine/inside.ts';
import { isConduct } from '../files/checks.ts';
import { isFileName, mostFiles } from '../../contract/file.ts';
import type { Conduct, StoredFile } from '../../contract/file.ts';
import { FileRefused } from './refused.ts';

/** A file to export. */
export interface LeavingFile extends Pick<StoredFile, 'name' | 'conduct' | 'bytes'> {
  /** null when it was deleted meanwhile. */
  readonly read: () => Promise<ReadableStream<Uint8Array> | null>;
}

/** A file from an export. */
export interface CameFile extends Pick<StoredFile, 'name' | 'conduct'> {
  readonly body: Blob;
}

/** Bytes per line: a multiple of three, so that only the last line has padding. */
const lineBytes = 192 * 1024;

/** The size of a file in an export, relative to its own. */
export const inLines = (bytes: number): number => Math.ceil((bytes * 4) / 3);

/** Rejects when it was deleted, or was changed and has another length. */
export async function* linesOfFile(file: LeavingFile): AsyncGenerator<string, void, undefined> {
  const { name, conduct } = file;
  const body = await file.read();
  if (!body) throw new Error(`The file ${name} was deleted while it was exported.`);
  yield `${JSON.stringify({ file: { name, conduct } })}\n`;
  let rest = new Uint8Array();
  let length = 0;
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      length += value.length;
      const bytes = appended(rest, value);
      const whole = bytes.length - (bytes.length % lineBytes);
      for (let at = 0; at < whole; at += lineBytes) yield bytesLine(bytes.subarray(at, at + lineBytes));
      rest = bytes.slice(whole);
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
  if (rest.length > 0) yield bytesLine(rest);
  if (length !== file.bytes) throw new Error(`The file ${name} was changed while it was exported.`);
}

const bytesLine = (bytes: Uint8Array): string => `{"bytes":"${base64(bytes)}"}\n`;

function appended(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

/** The bytes given to the browser at a time; it moves large files to disk. */
const partBytes = 4 * 1024 * 1024;

/** Restores the files in an export. All methods throw `FileRefused`. */
export class FilesOfLines {
  readonly #done = new Map<string, CameFile>();
  #open: { readonly name: string; readonly conduct: Conduct } | null = null;
  #parts: Blob[] = [];
  #held: Uint8Array<ArrayBuffer>[] = [];
  #heldBytes = 0;

  begin({ name, conduct }: Readonly<Record<string, unknown>>): void {
    this.#close();

    if (typeof name !== 'string' || !isFileName(name) || !isConduct(conduct))
      throw new FileRefused('It contains a file with an invalid name.');
    if (this.#done.has(name)) throw new FileRefused(`It contains two files named ${name}.`);
    if (this.#done.size === mostFiles) throw new FileRefused(`It contains more than ${mostFiles} files.`);
    this.#open = { name, conduct };
  }

  add(encoded: string): void {
    const bytes = this.#open && decodeBase64(encoded);
    if (!bytes) throw new FileRefused('It contains bytes that belong to no file or are invalid.');
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    if (this.#heldBytes >= partBytes) this.#put();
  }

  /** All of them, at the end. */
  end(): readonly CameFile[] {
    this.#close();
    return [...this.#done.values()];
  }

  #put(): void {
    this.#parts.push(new Blob(this.#held));
    this.#held = [];
    this.#heldBytes = 0;
  }

  #close(): void {
    if (!this.#open) return;
    this.#put();
    const { name, conduct } = this.#open;
    this.#done.set(name, { name, conduct, body: new Blob(this.#parts) });
    this.#parts = [];
    this.#open = null;
  }
}

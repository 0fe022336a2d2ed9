/**
 * Reads a file of lines after its first line: `{"table": "users", "rows": […]}`, `{"vault": […]}`, the files of feeds
 * (files.ts), and `{"end": {"rows": {"users": 4}, "vault": 2, "files": {}}}` as the last.
 */
import { isRecord, keyOf, loadAdmission, loadOpening, SnapshotInvalid } from '../../../engine/inside.ts';
import type { Row, SnapshotReader } from '../../../engine/inside.ts';
import { FilesOfLines } from './files.ts';
import type { CameFile } from './files.ts';
import { catalogTables } from './limits.ts';
import type { FileLimits } from './limits.ts';
import { LineCutter } from './line-cutter.ts';
import type { ReadFile } from './reading.ts';
import { FileIncomplete, FileRefused, FileTooLarge } from './refused.ts';
import type { LinesHead } from './state-file.ts';

interface How {
  readonly rest: () => Promise<void>;
  readonly limits: FileLimits;
}

/** `first`: the lines that have been read already. */
export async function readLines(
  head: LinesHead,
  first: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  { rest, limits }: How,
): Promise<ReadFile> {
  const [{ SnapshotReader }, { admissionRules }] = await Promise.all([loadOpening(), loadAdmission()]);
  const reader = new SnapshotReader(head, admissionRules());
  const lines = new Lines(reader, limits, rest);
  const cutter = new LineCutter(limits.line);
  for (const line of cutter.cut(first)) await lines.take(line);
  let bytes = first.length;
  for await (const chunk of chunks) {
    bytes += chunk.length;
    for (const line of cutter.cut(chunk)) await lines.take(line);
  }
  const last = cutter.rest();
  if (last.length > 0) await lines.takeLast(last);
  lines.demandEnd();
  const { version, release, exported, lessons: done } = head;
  const { vault, files } = lines;
  const loaded = await reader.finish(rest);
  return { loaded, version, release, exported, vault, lessons: done, files, bytes };
}

/** Rows that are checked before others get a turn. */
const rowsAtOnce = 500;
/** The most credentials read from a file; the rest is ignored. */
const mostCredentials = 10_000;

class Lines {
  readonly vault: unknown[] = [];
  files: readonly CameFile[] = [];
  readonly #files = new FilesOfLines();
  readonly #rows = new Map<string, number>();
  #credentials = 0;
  /** The table of the latest rows. */
  #table: string | null = null;
  /** Bytes of all tables except those of catalogs. */
  #others = 0;
  /** Starts at 1, because the first line was the head. */
  #number = 1;
  #hasEnd = false;

  constructor(
    private readonly reader: SnapshotReader,
    private readonly limits: FileLimits,
    private readonly rest: () => Promise<void>,
  ) {}

  async take(line: Uint8Array): Promise<void> {
    this.#number++;
    if (this.#hasEnd) throw new FileRefused(`It continues after its end, in line ${this.#number}.`);
    const { table, rows, vault, file, bytes, end } = this.#said(line);
    if (typeof table === 'string' && Array.isArray(rows)) await this.#takeRows(table, rows, line.length);
    else if (Array.isArray(vault)) this.#takeVault(vault, line.length);
    else if (isRecord(file)) this.#files.begin(file);
    else if (typeof bytes === 'string') this.#files.add(bytes);
    else if (isRecord(end)) this.#takeEnd(end);
    else throw new FileRefused(`Line ${this.#number} is not a line of an export.`);
  }

  /** A line without a line break: the last of all, or the place where the file was cut off. */
  async takeLast(line: Uint8Array): Promise<void> {
    try {
      await this.take(line);
    } catch (error) {
      if (error instanceof FileRefused && !this.#hasEnd) throw incomplete(`in line ${this.#number}`);
      throw error;
    }
  }

  /** Throws `FileIncomplete` for a file without its last line. */
  demandEnd(): void {
    if (!this.#hasEnd) throw incomplete(`after line ${this.#number}`);
  }

  #said(line: Uint8Array): Readonly<Record<string, unknown>> {
    const text = decoded(line);
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      throw new FileRefused(`Line ${this.#number} is not JSON.`);
    }
    if (isRecord(said)) return said;
    throw new FileRefused(`Line ${this.#number} is not an object.`);
  }

  async #takeRows(table: string, rows: readonly Row[], length: number): Promise<void> {
    const before = this.#rows.get(table);
    if (before !== undefined && (table !== this.#table || rows.length === 0))
      throw new SnapshotInvalid(table, null, null, `comes again in line ${this.#number}`);
    if (!catalogTables.has(table)) this.#count(length);
    else if (length > this.limits.row) this.#demandShort(table, rows);
    this.#table = table;
    this.#rows.set(table, (before ?? 0) + rows.length);
    for (let at = 0; at === 0 || at < rows.length; at += rowsAtOnce) {
      this.reader.add({ table, rows: rows.slice(at, at + rowsAtOnce) });
      await this.rest();
    }
  }

  #takeVault(credentials: readonly unknown[], length: number): void {
    this.#count(length);
    this.#credentials += credentials.length;
    this.vault.push(...credentials.slice(0, mostCredentials - this.vault.length));
  }

  #takeEnd({ rows, vault, files }: Readonly<Record<string, unknown>>): void {
    this.files = this.#files.end();
    demandSame('rows of', this.#rows, rows);
    demandSame('bytes of', new Map(this.files.map(({ name, body }) => [name, body.size])), files);
    demandSame('keys and tokens', new Map([['', this.#credentials]]), { '': vault });
    this.#hasEnd = true;
  }

  #count(length: number): void {
    this.#others += length;
    const { others } = this.limits;
    if (this.#others > others) throw new FileTooLarge('others', this.#others, others);
  }

  #demandShort(table: string, rows: readonly Row[]): void {
    const { row: most } = this.limits;
    for (const row of rows) {
      if (JSON.stringify(row).length <= most) continue;
      const key = isRecord(row) ? row[keyOf(table)] : null;
      const named = typeof key === 'string' ? key.slice(0, 100) : null;
      throw new SnapshotInvalid(table, named, null, `has more than ${most / 1024 / 1024} MB`);
    }
  }
}

/** Throws `FileIncomplete`. A table that the last line does not name counts as having no rows. */
function demandSame(what: string, found: ReadonlyMap<string, number>, told: unknown): void {
  const expected = new Map(Object.entries(isRecord(told) ? told : {}));
  for (const name of new Set([...found.keys(), ...expected.keys()])) {
    const [held, said] = [found.get(name) ?? 0, expected.get(name) ?? 0];
    if (held === said) continue;
    const number = typeof said === 'number' ? String(said) : 'another number';
    const named = `${what} ${name.slice(0, 40)}`.trim();
    throw new FileIncomplete(`It contains ${held} ${named}; its last line says ${number}.`);
  }
}

const incomplete = (where: string): FileIncomplete =>
  new FileIncomplete(`Its end is missing: it breaks off ${where}.`);

/** Throws `FileRefused`. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('It is not text in UTF-8.');
  }
}

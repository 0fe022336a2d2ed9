/** A file of lines behind its first one: `{"table": "users", "rows": […]}`, `{"vault": […]}`, and `{"end": {"rows": {"users": 4}, "vault": 2}}` as the last. */
import { loadOpening, SnapshotInvalid, tables } from '../../engine/index.ts';
import type { Row, SnapshotReader } from '../../engine/index.ts';
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

/** `first`: what was read of them already. */
export async function readLines(
  head: LinesHead,
  first: Uint8Array,
  chunks: AsyncIterable<Uint8Array>,
  { rest, limits }: How,
): Promise<ReadFile> {
  const { SnapshotReader } = await loadOpening();
  const reader = new SnapshotReader(head);
  const lines = new Lines(reader, limits, rest);
  const cutter = new LineCutter(limits.line);
  for (const line of cutter.cut(first)) await lines.take(line);
  for await (const chunk of chunks) for (const line of cutter.cut(chunk)) await lines.take(line);
  const last = cutter.rest();
  if (last.length > 0) await lines.takeLast(last);
  lines.demandEnd();
  const { version, release, exported } = head;
  return { loaded: await reader.finish(rest), version, release, exported, vault: lines.vault };
}

/** Rows that are looked at before others can have their turn. */
const rowsAtOnce = 500;
/** Credentials that are kept of a file; the rest is passed over. */
const mostCredentials = 10_000;

class Lines {
  readonly vault: unknown[] = [];
  readonly #rows = new Map<string, number>();
  #credentials = 0;
  /** The table whose rows came last. */
  #table: string | null = null;
  /** Bytes of all tables but those of catalogs. */
  #others = 0;
  /** The first was the head. */
  #number = 1;
  #hasEnd = false;

  constructor(
    private readonly reader: SnapshotReader,
    private readonly limits: FileLimits,
    private readonly rest: () => Promise<void>,
  ) {}

  async take(line: Uint8Array): Promise<void> {
    this.#number++;
    if (this.#hasEnd) throw new FileRefused(`It goes on behind its end, in line ${this.#number}.`);
    const said = this.#said(line);
    const { table, rows, vault, end } = said;
    if (typeof table === 'string' && Array.isArray(rows)) await this.#takeRows(table, rows, line.length);
    else if (Array.isArray(vault)) this.#takeVault(vault, line.length);
    else if (typeof end === 'object' && end !== null) this.#takeEnd(end as Readonly<Record<string, unknown>>);
    else throw new FileRefused(`Line ${this.#number} is neither rows of a table, nor keys, nor the end.`);
  }

  /** A line that nothing ended: the last of all, or where the file was cut off. */
  async takeLast(line: Uint8Array): Promise<void> {
    try {
      await this.take(line);
    } catch (error) {
      if (error instanceof FileRefused && !this.#hasEnd) throw incomplete(this.#number);
      throw error;
    }
  }

  /** Throws `FileIncomplete` for a file that has not come to its end. */
  demandEnd(): void {
    if (!this.#hasEnd) throw incomplete(this.#number);
  }

  #said(line: Uint8Array): Readonly<Record<string, unknown>> {
    const text = decoded(line);
    let said: unknown;
    try {
      said = JSON.parse(text);
    } catch {
      throw new FileRefused(`Line ${this.#number} is no JSON.`);
    }
    if (typeof said === 'object' && said !== null) return said as Readonly<Record<string, unknown>>;
    throw new FileRefused(`Line ${this.#number} is no object.`);
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

  #takeEnd({ rows, vault }: Readonly<Record<string, unknown>>): void {
    const told = new Map(Object.entries(typeof rows === 'object' && rows !== null ? rows : {}));
    for (const table of new Set([...this.#rows.keys(), ...told.keys()]))
      demandSame(`rows of ${table.slice(0, 40)}`, this.#rows.get(table) ?? 0, told.get(table) ?? 0);
    demandSame('keys and tokens', this.#credentials, vault);
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
      const key = (row as Row | null)?.[tables[table as keyof typeof tables].key];
      const named = typeof key === 'string' ? key.slice(0, 100) : null;
      throw new SnapshotInvalid(table, named, null, `has more than ${most / 1024 / 1024} MB`);
    }
  }
}

function demandSame(what: string, found: number, told: unknown): void {
  if (found === told) return;
  const expected = typeof told === 'number' ? String(told) : 'another number';
  throw new FileIncomplete(`It holds ${found} ${what}; its last line says ${expected}.`);
}

const incomplete = (line: number): FileIncomplete =>
  new FileIncomplete(`Its end is missing: it breaks off in line ${line}.`);

/** Throws `FileRefused`. */
export function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('It is no text in UTF-8.');
  }
}

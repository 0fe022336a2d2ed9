/**
 * Compacts the log in the background: moves its rows to `rows` and `blocks`, in small transactions. A kill between
 * two of them does no harm, because the log is deleted last and can be applied again.
 */
import { byBlock, changed, cut, highestOf } from './blocks.ts';
import type { Changes, Starts } from './blocks.ts';
import { read, write } from './database.ts';
import type { StoredBlock } from './layout.ts';
import { addDelta, sizeOf } from './delta.ts';
import type { Delta, Shape } from './delta.ts';
import { storedName } from './generations.ts';
import type { Generation } from './generations.ts';

/** A compaction begins after this many records or rows, or when nothing was written for this many milliseconds. */
const limits = { records: 256, rows: 4000, quietMs: 1000 };

/** This many new rows of a table are written directly as blocks. */
const leastAppended = 500;

export class Compactor {
  readonly #database: IDBDatabase;
  readonly #term: number;
  readonly #shape: Shape;
  readonly #failed: (error: unknown) => void;
  #uncompacted: Delta;
  /** The changes being compacted. */
  #underWay: Delta = new Map();
  /** For big tables to which many rows were added: no block and no log record has a higher key. */
  readonly #highest = new Map<string, string>();
  #sequence: number;
  #records = 0;
  #generation: Generation;
  #starts: Map<string, Starts>;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | null = null;
  #closed = false;

  constructor(
    database: IDBDatabase,
    term: number,
    shape: Shape,
    generation: Generation,
    from: { sequence: number; uncompacted: Delta; starts: ReadonlyMap<string, Starts> },
    failed: (error: unknown) => void,
  ) {
    this.#database = database;
    this.#term = term;
    this.#shape = shape;
    this.#failed = failed;
    this.#generation = generation;
    this.#uncompacted = from.uncompacted;
    this.#sequence = from.sequence;
    this.#starts = new Map(from.starts);
    if (from.uncompacted.size > 0) this.#later();
  }

  /** Called with every log record, in order. */
  note(delta: Delta, sequence: number): void {
    addDelta(this.#uncompacted, delta);
    for (const [table, rows] of delta) {
      const highest = this.#highest.get(table);
      if (highest !== undefined) this.#highest.set(table, highestOf(rows.keys(), highest));
    }
    this.#sequence = sequence;
    this.#records++;
    if (this.#records >= limits.records || sizeOf(this.#uncompacted) >= limits.rows) void this.compact();
    else this.#later();
  }

  /**
   * Takes many new rows whose keys are above all others of their table out of the changes, and returns their blocks.
   * These are written together with the changes: their keys are not in the log, and a running compaction does not
   * touch their blocks. If the module for this cannot be loaded, everything goes into the log.
   */
  async append(changes: Delta): Promise<readonly StoredBlock[]> {
    const tables = [...changes].flatMap(([table, rows]) =>
      this.#shape[table]?.big && rows.size >= leastAppended ? [table] : [],
    );
    if (tables.length === 0) return [];
    const late = await import('./append.ts').catch(() => null);
    const stored = () => ({
      database: this.#database,
      generation: this.#generation,
      starts: this.#starts,
      inLog: [this.#uncompacted, this.#underWay],
      highest: this.#highest,
    });
    return late ? late.append(changes, tables, leastAppended, stored) : [];
  }

  /** Compacts what has been logged so far; if a compaction is running, waits for it instead. Never rejects. */
  compact(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#closed) return Promise.resolve();
    this.#running ??= this.#compact()
      .catch((error: unknown) => this.#failed(error))
      .finally(() => {
        this.#running = null;
        if (this.#uncompacted.size > 0) this.#later();
      });
    return this.#running;
  }

  /** Resolves when no compaction is running. */
  async settle(): Promise<void> {
    await this.#running;
  }

  /** Compacts everything logged. Resolves to whether that succeeded: it does not when the storage is closed or has failed. */
  async finish(): Promise<boolean> {
    for (let tries = 0; tries < 3 && sizeOf(this.#uncompacted) > 0; tries++) await this.compact();
    await this.#running;
    return sizeOf(this.#uncompacted) === 0;
  }

  /** Continues with another generation, whose log is empty and whose blocks begin at `starts`. */
  restart(generation: Generation, starts: ReadonlyMap<string, Starts>): void {
    clearTimeout(this.#timer);
    this.#generation = generation;
    this.#uncompacted = new Map();
    this.#highest.clear();
    this.#records = 0;
    this.#starts = new Map(starts);
  }

  /** Resolves when no compaction is running; none begins afterwards. */
  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#running;
  }

  #later(): void {
    clearTimeout(this.#timer);
    if (!this.#closed) this.#timer = setTimeout(() => void this.compact(), limits.quietMs);
  }

  async #compact(): Promise<void> {
    const delta = this.#uncompacted;
    const through = this.#sequence;
    this.#underWay = delta;
    this.#uncompacted = new Map();
    this.#records = 0;
    for (const [table, rows] of delta) if (this.#shape[table]?.big) await this.#compactBlocks(table, rows);
    await this.#compactRows(delta, through);
    this.#underWay = new Map();
  }

  async #compactBlocks(table: string, rows: Changes): Promise<void> {
    const starts = this.#starts.get(table) ?? [];
    for (const [from, changes] of byBlock(starts, rows)) await this.#compactBlock(table, from, changes);
  }

  async #compactBlock(table: string, from: string, changes: Changes): Promise<void> {
    const stored = storedName(this.#generation, table);
    const before = await read<StoredBlock>(this.#database, 'blocks', [stored, from]);
    const rows = changed(before?.rows ?? [], changes);
    const gone = rows.length === 0 && from !== '';
    const blocks = gone ? [] : cut(stored, from, rows);
    await write(this.#database, this.#term, ['blocks'], (stores) => {
      if (gone) stores('blocks').delete([stored, from]);
      for (const block of blocks) stores('blocks').put(block);
    });
    if (before && blocks.length === 1) return;
    const others = (this.#starts.get(table) ?? []).filter((start) => start !== from);
    this.#starts.set(table, [...others, ...blocks.map((block) => block.from)].sort());
  }

  /** The last transaction of a compaction: rows of small tables, and deletion of the compacted log records. */
  #compactRows(delta: Delta, through: number): Promise<void> {
    return write(this.#database, this.#term, ['rows', 'log'], (stores) => {
      for (const [table, rows] of delta) {
        if (this.#shape[table]?.big) continue;
        const stored = storedName(this.#generation, table);
        for (const [key, row] of rows) {
          if (row) stores('rows').put({ table: stored, key, row });
          else stores('rows').delete([stored, key]);
        }
      }
      stores('log').delete(IDBKeyRange.upperBound(through));
    });
  }
}

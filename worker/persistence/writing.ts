/** Writes a world as a separate generation, in transactions of bounded size: it is not visible before it is in force. */
import { itemAt } from '../../engine/inside.ts';
import type { Block, Row } from '../../engine/inside.ts';
import { byBlock, changed, cut } from './blocks.ts';
import type { Starts } from './blocks.ts';
import { read, write } from './database.ts';
import type { Stores } from './database.ts';
import type { StoredBlock, StoredRow, StoreName } from './layout.ts';
import { byKey, keyOf } from './delta.ts';
import type { Shape } from './delta.ts';
import { storedName } from './generations.ts';
import type { Generation } from './generations.ts';

/** `atOnce`: rows written by one transaction. `sorted`: rows of a big table that are sorted together. */
const limits = { atOnce: 20_000, sorted: 100_000 };

type Keyed = readonly [key: string, row: Row];

/** A big table being written: its rows come in any order, and are stored in blocks sorted by key. */
interface BigTable {
  readonly table: string;
  waiting: Keyed[];
  starts: Starts;
  /** The highest key in a block so far. */
  last: string;
}

export interface WritingParts {
  readonly database: IDBDatabase;
  readonly term: number;
  readonly shape: Shape;
  readonly generation: Generation;
  /** Included in its first transaction. */
  readonly begin: (stores: Stores) => void;
}

const every = ['head', 'rows', 'blocks', 'log', 'vault'] as const satisfies readonly StoreName[];

export class Writing {
  readonly #parts: WritingParts;
  readonly #big = new Map<string, BigTable>();
  /** To be written with the next transaction. */
  #rows: StoredRow[] = [];
  #blocks: StoredBlock[] = [];
  #size = 0;
  #begun = false;

  constructor(parts: WritingParts) {
    this.#parts = parts;
  }

  /** Resolves when there is room for more. */
  async add({ table, rows }: Block): Promise<void> {
    const { shape, generation } = this.#parts;
    const isBig = shape[table]?.big === true;
    if (isBig) await this.#addBig(table, rows);
    else {
      const stored = storedName(generation, table);
      for (const row of rows) this.#rows.push({ table: stored, key: keyOf(shape, table, row), row });
      await this.#grown(rows.length);
    }
  }

  /**
   * Writes the rest, in one transaction with `end`. Gives the first keys of the big tables' blocks. Once it resolves,
   * everything added is stored; otherwise none of it counts.
   */
  async finish(end: (stores: Stores) => void): Promise<ReadonlyMap<string, Starts>> {
    for (const big of this.#big.values()) await this.#place(big);
    await this.#write(end);
    return new Map(Array.from(this.#big.values(), ({ table, starts }) => [table, starts]));
  }

  async #addBig(table: string, rows: readonly Row[]): Promise<void> {
    let big = this.#big.get(table);
    if (!big) this.#big.set(table, (big = { table, waiting: [], starts: [], last: '' }));
    for (const row of rows) big.waiting.push([keyOf(this.#parts.shape, table, row), row]);
    if (big.waiting.length >= limits.sorted) await this.#place(big);
  }

  /** Adds waiting rows to blocks: after the existing ones, or among them. */
  async #place(big: BigTable): Promise<void> {
    const rows = big.waiting.sort(byKey);
    big.waiting = [];
    const isFirst = big.starts.length === 0;
    if (!isFirst && rows.length === 0) return;
    if (isFirst || itemAt(rows, 0)[0] > big.last)
      await this.#append(big, rows, isFirst ? '' : itemAt(rows, 0)[0]);
    else await this.#spread(big, rows);
    const last = rows.at(-1)?.[0] ?? '';
    if (last > big.last) big.last = last;
  }

  async #append(big: BigTable, rows: readonly Keyed[], from: string): Promise<void> {
    const blocks = cut(storedName(this.#parts.generation, big.table), from, rows);
    big.starts = [...big.starts, ...blocks.map((block) => block.from)];
    for (const block of blocks) {
      this.#blocks.push(block);
      await this.#grown(block.rows.length);
    }
  }

  /** Adds rows to blocks that have already been written. */
  async #spread(big: BigTable, rows: readonly Keyed[]): Promise<void> {
    const stored = storedName(this.#parts.generation, big.table);
    await this.#write();
    const parts = byBlock(big.starts, rows);
    const starts = new Set(big.starts);
    for (const [from, part] of parts) {
      const before = await read<StoredBlock>(this.#parts.database, 'blocks', [stored, from]);
      const blocks = cut(stored, from, changed(before?.rows ?? [], part));
      for (const block of blocks) {
        starts.add(block.from);
        this.#blocks.push(block);
        await this.#grown(block.rows.length);
      }
    }
    big.starts = [...starts].sort();
  }

  async #grown(rows: number): Promise<void> {
    this.#size += rows;
    if (this.#size >= limits.atOnce) await this.#write();
  }

  async #write(end?: (stores: Stores) => void): Promise<void> {
    const [rows, blocks, isFirst] = [this.#rows, this.#blocks, !this.#begun];
    if (!end && rows.length + blocks.length === 0) return;
    this.#rows = [];
    this.#blocks = [];
    this.#size = 0;
    this.#begun = true;
    const { database, term, begin } = this.#parts;
    await write(database, term, end || isFirst ? every : ['rows', 'blocks'], (stores) => {
      if (isFirst) begin(stores);
      for (const row of rows) stores('rows').put(row);
      for (const block of blocks) stores('blocks').put(block);
      end?.(stores);
    });
  }
}

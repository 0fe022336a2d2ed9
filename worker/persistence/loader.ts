/** Reads everything back at start: what is at home, with the log over it. */
import type { Block, Credential, LateBlocks, SnapshotBlocks } from '../../engine/index.ts';
import { byBlock, changed } from './blocks.ts';
import type { Changes, Rows, Starts } from './blocks.ts';
import type { Database, LogRecord, StoredBlock } from './database.ts';
import { addDelta, byKey } from './delta.ts';
import type { Delta, Shape } from './delta.ts';
import { lateBlocks } from './late.ts';

export interface Stored {
  /** With a block for every table of the shape, be it empty, but for those that come late. */
  readonly snapshot: SnapshotBlocks;
  /** What is read after the start; null for nothing. */
  readonly late: LateBlocks | null;
  readonly vault: readonly Credential[];
  /** The id of the call that replaced everything last; null for none. */
  readonly reset: string | null;
  readonly log: LogState;
}

/** What commits go on from. */
export interface LogState {
  /** Sequence of the last log record, 0 for none. */
  readonly sequence: number;
  /** What the log holds that is not at home yet. */
  readonly uncompacted: Delta;
  readonly starts: ReadonlyMap<string, Starts>;
}

export const emptyLog = (): LogState => ({ sequence: 0, uncompacted: new Map(), starts: new Map() });

export const format = 'svc-playground';

/** Blocks that are read at once: what the browser copies in one piece, it holds twice. */
const blocksAtOnce = 16;

/**
 * What is stored, or null for an empty database. What a migration is to change, of another schema than the present one, is
 * read whole. Throws a TypeError for data of an unknown format.
 */
export async function load(database: Database, shape: Shape, schemaVersion: number): Promise<Stored | null> {
  const stores = [database.head, database.rows, database.blocks, database.log, database.vault];
  return database.transaction('r', stores, async () => {
    const head = await database.head.get('head');
    if (!head) return null;
    if (head.format !== format || !Number.isInteger(head.version))
      throw new TypeError('The stored data has an unknown format');
    const [records, vault] = await Promise.all([database.log.toArray(), database.vault.get('vault')]);
    const log = logState(records, await database.blocks.orderBy('[table+from]').primaryKeys());
    const late = head.version === schemaVersion ? lateTables(shape, log) : [];
    const empty = Object.keys(shape)
      .filter((table) => !late.includes(table))
      .map((table) => ({ table, rows: [] }));
    const big = await bigTables(database, log, late);
    const blocks = [...empty, ...(await smallTables(database, log)), ...big];
    return {
      snapshot: { format, version: head.version, blocks: drained(blocks) },
      vault: vault?.credentials ?? [],
      reset: head.reset ?? null,
      late:
        late.length === 0
          ? null
          : lateBlocks(
              database,
              late.map((table) => lateTable(table, log)),
            ),
      log,
    };
  });
}

/** What is in one block is read with all the rest. */
const lateTables = (shape: Shape, { starts }: LogState): string[] =>
  Object.keys(shape).filter((table) => shape[table]!.isLate && (starts.get(table)?.length ?? 0) > 1);

const lateTable = (table: string, { starts, uncompacted }: LogState) => ({
  ...{ table, starts: starts.get(table)! },
  uncompacted: uncompacted.get(table) ?? new Map<string, never>(),
});

function logState(records: readonly LogRecord[], blocks: readonly [table: string, from: string][]): LogState {
  const uncompacted: Delta = new Map();
  for (const { changes } of records) addDelta(uncompacted, changes);
  const starts = new Map<string, string[]>();
  for (const [table, from] of blocks) starts.set(table, [...(starts.get(table) ?? []), from]);
  return { sequence: records.at(-1)?.sequence ?? 0, uncompacted, starts };
}

/** In the order of their keys, whatever was compacted and what was not. */
async function smallTables(database: Database, log: LogState): Promise<Block[]> {
  const tables = new Map<string, Changes>();
  const rowsOf = (name: string) => tables.get(name) ?? tables.set(name, new Map()).get(name)!;
  await database.rows.each(({ table, key, row }) => void rowsOf(table).set(key, row));
  for (const [name, changes] of log.uncompacted)
    if (!log.starts.has(name)) for (const [key, row] of changes) rowsOf(name).set(key, row);
  return Array.from(tables, ([table, rows]) => ({
    table,
    rows: [...rows].sort(byKey).flatMap(([, row]) => (row ? [row] : [])),
  }));
}

/** Block after block, each with its part of the log. */
async function bigTables(database: Database, log: LogState, late: readonly string[]): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const [table, starts] of log.starts) {
    if (late.includes(table)) continue;
    const changes = byBlock(starts, log.uncompacted.get(table) ?? []);
    for (let at = 0; at < starts.length; at += blocksAtOnce)
      for (const block of await blocksFrom(database, table, starts.slice(at, at + blocksAtOnce)))
        blocks.push({ table, rows: withChanges(block, changes).map(([, row]) => row) });
  }
  return blocks;
}

/** Lets go of each as it is read: of rows that a migration puts others in the place of, few are held at a time. */
function* drained(blocks: Block[]): Generator<Block, void, undefined> {
  for (let next = blocks.shift(); next; next = blocks.shift()) yield next;
}

const blocksFrom = (database: Database, table: string, starts: Starts): Promise<StoredBlock[]> =>
  database.blocks.bulkGet(starts.map((from) => [table, from])) as Promise<StoredBlock[]>;

function withChanges({ from, rows }: StoredBlock, changes: ReadonlyMap<string, Changes>): Rows {
  const part = changes.get(from);
  return part ? changed(rows, part) : rows;
}

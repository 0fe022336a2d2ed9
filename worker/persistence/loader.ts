/** Reads everything at the start: the compacted rows, with the log applied. Loaded, with Dexie, if a database existed. */
import type { Block, LatePiece } from '../../engine/inside.ts';
import type { Stored as StoredWorld } from '../host/storage.ts';
import { byBlock, changed } from './blocks.ts';
import type { Changes, Rows, Starts } from './blocks.ts';
import { Database } from './dexie-database.ts';
import { addDelta, byKey } from './delta.ts';
import type { Delta, Shape } from './delta.ts';
import { boundsOf, inForce, storedName, tableOf, vaultId } from './generations.ts';
import type { Generation } from './generations.ts';
import type { LateTable } from './late.ts';
import type { Aside, Head, LogRecord, StoredBlock } from './layout.ts';
import { format, isKnown } from './log-state.ts';
import type { LogState } from './log-state.ts';
import { renewInTime } from './renew.ts';

/** A world, and the log with which it was read. */
export interface Stored extends StoredWorld {
  readonly log: LogState;
}

/** Blocks that are read at once: the browser holds two copies of what it clones in one piece. */
const blocksAtOnce = 16;

/** Migrates a database of an older layout. Dexie also retries an operation that sometimes fails in Chromium. */
export async function bringUp(name: string): Promise<void> {
  const database = new Database(name);
  try {
    await database.open();
  } finally {
    database.close();
  }
}

/**
 * The stored world, or null for an empty database. Meanwhile the browser is made to begin a new file (renew.ts).
 * Tables that have to be migrated from another schema are read completely. Throws a TypeError for data of an unknown
 * format.
 */
export async function load(
  connection: IDBDatabase,
  shape: Shape,
  schemaVersion: number,
): Promise<Stored | null> {
  const stored = inOne(connection, async (database) => {
    const head = await database.head.get('head');
    if (!head) return null;
    if (!isKnown(head)) throw new TypeError('The stored data has an unknown format');
    const records = await database.log.toArray();
    return read({ connection, database, shape, schemaVersion, generation: inForce(head) }, head, records);
  });
  const [found] = await Promise.all([stored, renewInTime(connection.name)]);
  return found;
}

/** The world that was set aside: it is completely compacted. */
export const loadAside = (
  connection: IDBDatabase,
  shape: Shape,
  schemaVersion: number,
  head: Head,
  { generation, version }: Aside,
): Promise<Stored> =>
  inOne(connection, (database) =>
    read({ connection, database, shape, schemaVersion, generation }, { ...head, version }, []),
  );

/** Reads in one transaction. */
async function inOne<T>({ name }: IDBDatabase, work: (database: Database) => Promise<T>): Promise<T> {
  const database = new Database(name);
  try {
    await database.open();
    return await database.transaction('r', storesOf(database), () => work(database));
  } finally {
    database.close();
  }
}

const storesOf = ({ head, rows, blocks, log, vault }: Database) => [head, rows, blocks, log, vault];

interface Place {
  /** For rows that are read after the start. */
  readonly connection: IDBDatabase;
  readonly database: Database;
  readonly shape: Shape;
  readonly schemaVersion: number;
  readonly generation: Generation;
}

async function read(place: Place, head: Head, records: readonly LogRecord[]): Promise<Stored> {
  const { connection, database, shape, schemaVersion, generation } = place;
  const vault = await database.vault.get(vaultId(generation));
  const log = logState(head, records, await blockKeys(place));
  const late = head.version === schemaVersion ? lateTables(shape, log) : [];
  const empty = Object.keys(shape)
    .filter((table) => !late.includes(table))
    .map((table) => ({ table, rows: [] }));
  const big = await bigTables(place, log, late);
  const blocks = [...empty, ...(await smallTables(place, log)), ...big];
  return {
    snapshot: { format, version: head.version, blocks: drained(blocks) },
    vault: vault?.credentials ?? [],
    reset: head.reset ?? null,
    late:
      late.length === 0
        ? null
        : { tables: late, pieces: latePieces(connection, late.map(lateTable(log, generation))) },
    log,
  };
}

/** A table with only one block is read with the rest. */
const lateTables = (shape: Shape, { starts }: LogState): string[] =>
  Object.keys(shape).filter((table) => shape[table]!.isLate && (starts.get(table)?.length ?? 0) > 1);

const lateTable =
  ({ starts, uncompacted }: LogState, generation: Generation) =>
  (table: string): LateTable => ({
    ...{ table, stored: storedName(generation, table), starts: starts.get(table)! },
    uncompacted: uncompacted.get(table) ?? new Map<string, never>(),
  });

/** The module that reads them is loaded with the first. */
async function* latePieces(connection: IDBDatabase, tables: readonly LateTable[]): AsyncGenerator<LatePiece> {
  yield* (await import('./late.ts')).piecesOf(connection, tables);
}

const blockKeys = ({ database, generation }: Place): Promise<[string, string][]> =>
  database.blocks
    .where('[table+from]')
    .between(...boundsOf(generation))
    .primaryKeys();

function logState(
  head: Head,
  records: readonly LogRecord[],
  blocks: readonly [table: string, from: string][],
): LogState {
  const uncompacted: Delta = new Map();
  for (const { changes } of records) addDelta(uncompacted, changes);
  const starts = new Map<string, string[]>();
  for (const [stored, from] of blocks) {
    const table = tableOf(stored);
    const known = starts.get(table);
    if (known) known.push(from);
    else starts.set(table, [from]);
  }
  return { head, sequence: records.at(-1)?.sequence ?? 0, uncompacted, starts };
}

/** Sorted by key, whether compacted or not. */
async function smallTables({ database, generation }: Place, log: LogState): Promise<Block[]> {
  const tables = new Map<string, Changes>();
  const rowsOf = (name: string) => tables.get(name) ?? tables.set(name, new Map()).get(name)!;
  // A cursor would take a turn for each row.
  const stored = await database.rows
    .where('[table+key]')
    .between(...boundsOf(generation))
    .toArray();
  for (const { table, key, row } of stored) rowsOf(tableOf(table)).set(key, row);
  for (const [name, changes] of log.uncompacted)
    if (!log.starts.has(name)) for (const [key, row] of changes) rowsOf(name).set(key, row);
  return Array.from(tables, ([table, rows]) => ({
    table,
    rows: [...rows].sort(byKey).flatMap(([, row]) => (row ? [row] : [])),
  }));
}

/** The blocks one by one, each with its part of the log applied. */
async function bigTables(
  { database, generation }: Place,
  log: LogState,
  late: readonly string[],
): Promise<Block[]> {
  const blocks: Block[] = [];
  for (const [table, starts] of log.starts) {
    if (late.includes(table)) continue;
    const changes = byBlock(starts, log.uncompacted.get(table) ?? []);
    for (let at = 0; at < starts.length; at += blocksAtOnce)
      for (const block of await blocksFrom(
        database,
        storedName(generation, table),
        starts.slice(at, at + blocksAtOnce),
      ))
        blocks.push({ table, rows: withChanges(block, changes).map(([, row]) => row) });
  }
  return blocks;
}

/** Drops each block as it is read, so that few of the rows that a migration replaces are in memory at a time. */
function* drained(blocks: Block[]): Generator<Block, void, undefined> {
  for (let next = blocks.shift(); next; next = blocks.shift()) yield next;
}

const blocksFrom = (database: Database, table: string, starts: Starts): Promise<StoredBlock[]> =>
  database.blocks.bulkGet(starts.map((from) => [table, from])) as Promise<StoredBlock[]>;

function withChanges({ from, rows }: StoredBlock, changes: ReadonlyMap<string, Changes>): Rows {
  const part = changes.get(from);
  return part ? changed(rows, part) : rows;
}

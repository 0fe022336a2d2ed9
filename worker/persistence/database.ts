/**
 * What lies in IndexedDB, and the one way to write it.
 *
 * Rows live at home in `rows` (one record a row) or, for big tables, in `blocks` (about a thousand rows a record).
 * A commit touches neither: it appends one record to `log`, which `compaction.ts` brings home in the background. Files of
 * feeds lie beside them, in chunks (worker/host/files): no reset and no import touches those.
 */
import Dexie from 'dexie';
import type { EntityTable, Table } from 'dexie';
import type { Credential, Row } from '../../engine/inside.ts';
import type { FileRecord } from '../contract/file.ts';
import type { Replacer } from '../contract/world.ts';
import type { Delta } from './delta.ts';

export interface Head {
  readonly id: 'head';
  readonly format: string;
  /** Schema version of the rows (engine/state/migrations), not of this layout. */
  readonly version: number;
  /** The id of the call that replaced everything last. */
  readonly reset?: string | null;
  /** Which rows are in force (generations.ts); absent for 0. */
  readonly generation?: number;
  /** The highest generation of which anything was ever written; absent for the one in force. */
  readonly begun?: number;
  /** What can be put in force again; absent for nothing. */
  readonly aside?: Aside | null;
}

/** A world that another one took the place of, whole and at home. */
export interface Aside {
  readonly generation: number;
  readonly version: number;
  /** What took its place. */
  readonly by: Replacer;
}

export interface StoredRow {
  /** With its generation (generations.ts), as in blocks. */
  readonly table: string;
  readonly key: string;
  readonly row: Row;
}

/** Rows of one big table from the key `from` to where the next block begins, in the order of their keys. */
export interface StoredBlock {
  readonly table: string;
  readonly from: string;
  readonly rows: readonly (readonly [key: string, row: Row])[];
}

export interface LogRecord {
  readonly sequence: number;
  readonly changes: Delta;
}

/** The credentials that the page keeps, in their order. */
export interface Vault {
  /** With its generation (generations.ts). */
  readonly id: string;
  readonly credentials: readonly Credential[];
}

export interface StoredFileRecord extends FileRecord {
  /** Its last chunk is there. */
  readonly isWhole: boolean;
}

export interface StoredChunk {
  /** The id of its file. */
  readonly file: string;
  /** From 0. */
  readonly at: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export class Database extends Dexie {
  declare readonly head: EntityTable<Head, 'id'>;
  /** The terms of leaders; the name is older than the word. */
  declare readonly epochs: EntityTable<{ epoch: number }, 'epoch'>;
  declare readonly rows: Table<StoredRow, [string, string]>;
  declare readonly blocks: Table<StoredBlock, [string, string]>;
  declare readonly log: EntityTable<LogRecord, 'sequence'>;
  declare readonly vault: EntityTable<Vault, 'id'>;
  declare readonly files: EntityTable<StoredFileRecord, 'id'>;
  declare readonly chunks: Table<StoredChunk, [string, number]>;

  constructor(name: string) {
    super(name, { autoOpen: false, cache: 'disabled', chromeTransactionDurability: 'relaxed' });
    // Layouts are append-only: a change is a new version with its upgrade, never an edit of an old one.
    this.version(1).stores({
      head: 'id',
      epochs: 'epoch',
      rows: '[table+key]',
      blocks: '[table+from]',
      log: 'sequence',
      vault: 'id',
    });
    this.version(2).stores({ files: 'id', chunks: '[file+at]' });
  }
}

export type StoreName = 'head' | 'epochs' | 'rows' | 'blocks' | 'log' | 'vault' | 'files' | 'chunks';
export type Stores = (name: StoreName) => IDBObjectStore;

/** Another tab has taken over: nothing that this one writes is stored any more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/**
 * Writes all or nothing. Every request is issued at once and the transaction committed by hand, so that a tab which
 * is suspended at any moment leaves no transaction open that would make the next leader wait.
 *
 * The fence: a leader of term n leaves the record n in `epochs` for good. Adding the record of the next term, and
 * deleting it again, has no effect as long as nobody took over, and fails the whole transaction once somebody has.
 *
 * Rejects with `Fenced`, or with the transaction's DOMException (`QuotaExceededError`, …).
 */
export function write(
  database: Database,
  term: number,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = open(database, ['epochs', ...names], 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(reasonOf(transaction));
    const epochs = transaction.objectStore('epochs');
    epochs.add({ epoch: term + 1 });
    epochs.delete(term + 1);
    try {
      issue((name) => transaction.objectStore(name));
      transaction.commit();
    } catch (error) {
      reject(error); // a row that cannot be cloned, or a full disk that is known at once
      transaction.abort();
    }
  });
}

/** Reads one record, with a transaction that no suspension can leave open. */
export function read<T>(database: Database, name: StoreName, key: IDBValidKey): Promise<T | undefined> {
  return new Promise((resolve, reject) => {
    const transaction = open(database, [name], 'readonly');
    transaction.onabort = () => reject(reasonOf(transaction));
    const request = transaction.objectStore(name).get(key);
    request.onsuccess = () => resolve(request.result as T | undefined);
    transaction.commit();
  });
}

/** Reads all records of a range, as `read` does. */
export function readRange<T>(database: Database, name: StoreName, range: IDBKeyRange): Promise<T[]> {
  return new Promise((resolve, reject) => {
    const transaction = open(database, [name], 'readonly');
    transaction.onabort = () => reject(reasonOf(transaction));
    const request = transaction.objectStore(name).getAll(range);
    request.onsuccess = () => resolve(request.result as T[]);
    transaction.commit();
  });
}

/** The first keys of a range, in their order. */
export function readKeys(
  database: Database,
  name: StoreName,
  range: IDBKeyRange,
  most: number,
): Promise<IDBValidKey[]> {
  return new Promise((resolve, reject) => {
    const transaction = open(database, [name], 'readonly');
    transaction.onabort = () => reject(reasonOf(transaction));
    const request = transaction.objectStore(name).getAllKeys(range, most);
    request.onsuccess = () => resolve(request.result);
    transaction.commit();
  });
}

/** Dexie's own transactions wait for script between requests; these must not. */
const open = (
  database: Database,
  names: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
): IDBTransaction => database.backendDB().transaction(names, mode, { durability: 'relaxed' });

function reasonOf({ error }: IDBTransaction): Error {
  if (error?.name === 'ConstraintError')
    return new Fenced('Another tab runs the engine now', { cause: error });
  return error ?? new DOMException('The transaction was aborted', 'AbortError');
}

/** How many terms are remembered. A leader would have to be suspended through as many takeovers to slip through. */
const rememberedTerms = 10_000;

/** Shuts out every earlier leader and gives the term of this one. */
export async function claimTerm(database: Database): Promise<number> {
  for (;;) {
    const last = Number((await database.epochs.orderBy('epoch').lastKey()) ?? 0);
    const term = last + 1;
    try {
      await database.epochs.add({ epoch: term });
      await database.epochs
        .where('epoch')
        .below(term - rememberedTerms)
        .delete();
      return term;
    } catch (error) {
      if ((error as Error).name !== 'ConstraintError') throw error;
    }
  }
}

/** The layout's version as installed, 0 for none. Changes nothing, whatever is there. */
export function installedVersion(name: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    let created = false;
    request.onupgradeneeded = () => {
      created = true;
      request.transaction?.abort();
    };
    request.onsuccess = () => {
      const { version } = request.result;
      request.result.close();
      resolve(version / 10); // Dexie stores ten times the number given to version()
    };
    request.onerror = () =>
      created ? resolve(0) : reject(request.error ?? new Error('IndexedDB did not open'));
  });
}

export const layoutVersion = 2;

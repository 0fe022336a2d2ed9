/** All writes to IndexedDB, and short reads. `loader.ts` reads the stored world at the start. */
import { layouts } from './layout.ts';
import type { StoreName } from './layout.ts';

export type Stores = (name: StoreName) => IDBObjectStore;

/** Another tab has taken over: nothing that this one writes is stored any more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Dexie, which opens older layouts, stores ten times the number given to version(). */
const version = layouts.length * 10;

/** A database in the present layout. It closes when the browser or another tab asks for that. */
export interface Present {
  readonly database: IDBDatabase;
  /** It did not exist before. */
  readonly isNew: boolean;
}

/**
 * Opens the database in the present layout, or creates it. Rejects, and changes nothing, for an older layout
 * (`AbortError`), a later one (`VersionError`), and when the browser refuses.
 */
export function openPresent(name: string): Promise<Present> {
  const scope: { readonly indexedDB?: IDBFactory } = globalThis;
  const factory = scope.indexedDB;
  if (!factory) return Promise.reject(new DOMException('There is no IndexedDB', 'NotSupportedError'));
  return new Promise((resolve, reject) => {
    const request = factory.open(name, version);
    let isNew = false;
    request.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion > 0) return request.transaction?.abort();
      isNew = true;
      for (const stores of layouts)
        for (const [store, keyPath] of Object.entries(stores))
          request.result.createObjectStore(store, { keyPath });
    };
    request.onsuccess = () => {
      const database = request.result;
      database.onversionchange = () => database.close();
      resolve({ database, isNew });
    };
    request.onerror = () => reject(request.error ?? new Error('IndexedDB did not open'));
  });
}

/**
 * Writes all or nothing. Every request is issued at once and the transaction is committed explicitly, so that a tab
 * suspended at any moment leaves no open transaction, for which the next leader would have to wait.
 *
 * The fence: a leader of term n leaves the record n in `epochs`. Adding the record of the next term, and
 * deleting it again, has no effect as long as no other tab has taken over, and makes the whole transaction fail
 * afterwards.
 *
 * Rejects with `Fenced`, or with the transaction's DOMException (`QuotaExceededError`, …). `issue` may be called twice.
 */
export function write(
  database: IDBDatabase,
  term: number,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
): Promise<void> {
  return issueAll(database, names, (stores) => {
    stores('epochs').add({ epoch: term + 1 });
    stores('epochs').delete(term + 1);
    issue(stores);
  });
}

function issueAll(
  database: IDBDatabase,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
  isLast = false,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = begin(database, ['epochs', ...names], 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(reasonOf(transaction));
    try {
      issue((name) => transaction.objectStore(name));
      transaction.commit();
    } catch (error) {
      // A row that cannot be cloned; or, in Firefox, the transaction after one that found no room, which may only delete.
      if (isLast) reject(error);
      else resolve(issueAll(database, names, issue, true));
      transaction.abort();
    }
  });
}

/** Makes one request to a store, in a transaction that no suspension can leave open. */
function ask<T>(
  database: IDBDatabase,
  name: StoreName,
  of: (store: IDBObjectStore) => IDBRequest,
): Promise<T> {
  return new Promise((resolve, reject) => {
    const transaction = begin(database, [name], 'readonly');
    transaction.onabort = () => reject(reasonOf(transaction));
    const request = of(transaction.objectStore(name));
    request.onsuccess = () => resolve(request.result as T);
    transaction.commit();
  });
}

/** Reads one record. */
export const read = <T>(database: IDBDatabase, name: StoreName, key: IDBValidKey): Promise<T | undefined> =>
  ask(database, name, (store) => store.get(key));

/** Reads all records of a range. */
export const readRange = <T>(database: IDBDatabase, name: StoreName, range?: IDBKeyRange): Promise<T[]> =>
  ask(database, name, (store) => store.getAll(range));

/** The first keys of a range, in order. */
export const readKeys = (
  database: IDBDatabase,
  name: StoreName,
  range: IDBKeyRange,
  most: number,
): Promise<IDBValidKey[]> => ask(database, name, (store) => store.getAllKeys(range, most));

const begin = (
  database: IDBDatabase,
  names: readonly StoreName[],
  mode: 'readonly' | 'readwrite',
): IDBTransaction => database.transaction(names, mode, { durability: 'relaxed' });

function reasonOf({ error }: IDBTransaction): Error {
  if (error?.name === 'ConstraintError')
    return new Fenced('Another tab runs the engine now', { cause: error });
  return error ?? new DOMException('The transaction was aborted', 'AbortError');
}

/** How many terms are remembered. A leader would have to stay suspended through this many takeovers to get past the fence. */
const rememberedTerms = 10_000;

/** Excludes every earlier leader, and gives this one's term. */
export async function claimTerm(database: IDBDatabase): Promise<number> {
  for (;;) {
    const last = await ask<IDBCursor | null>(database, 'epochs', (store) =>
      store.openKeyCursor(null, 'prev'),
    );
    const term = Number(last?.key ?? 0) + 1;
    try {
      await issueAll(database, [], (stores) => {
        stores('epochs').add({ epoch: term });
        stores('epochs').delete(IDBKeyRange.upperBound(term - rememberedTerms, true));
      });
      return term;
    } catch (error) {
      if (!(error instanceof Fenced)) throw error;
    }
  }
}

/** The one way to write what lies in IndexedDB, and short reads. What was there before is read by `loader.ts`. */
import { layouts } from './layout.ts';
import type { StoreName } from './layout.ts';

export type Stores = (name: StoreName) => IDBObjectStore;

/** Another tab has taken over: nothing that this one writes is stored any more. */
export class Fenced extends Error {
  override readonly name = 'Fenced';
}

/** Dexie, which opens older layouts, stores ten times the number given to version(). */
const version = layouts.length * 10;

/** A database in the present layout, which closes when the browser or another tab wants it away. */
export interface Present {
  readonly database: IDBDatabase;
  /** It was not there before. */
  readonly isNew: boolean;
}

/**
 * Opens the database in the present layout and makes one where there is none. Rejects, and leaves everything as it is, for an
 * older layout (`AbortError`), a later one (`VersionError`), and what the browser refuses.
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
 * Writes all or nothing. Every request is issued at once and the transaction committed by hand, so that a tab which
 * is suspended at any moment leaves no transaction open that would make the next leader wait.
 *
 * The fence: a leader of term n leaves the record n in `epochs` for good. Adding the record of the next term, and
 * deleting it again, has no effect as long as nobody took over, and fails the whole transaction once somebody has.
 *
 * Rejects with `Fenced`, or with the transaction's DOMException (`QuotaExceededError`, …).
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
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = begin(database, ['epochs', ...names], 'readwrite');
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(reasonOf(transaction));
    try {
      issue((name) => transaction.objectStore(name));
      transaction.commit();
    } catch (error) {
      reject(error); // a row that cannot be cloned, or a full disk that is known at once
      transaction.abort();
    }
  });
}

/** Asks one thing of a store, with a transaction that no suspension can leave open. */
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

/** The first keys of a range, in their order. */
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

/** How many terms are remembered. A leader would have to be suspended through as many takeovers to slip through. */
const rememberedTerms = 10_000;

/** Shuts out every earlier leader and gives the term of this one. */
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

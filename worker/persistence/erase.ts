/** Deletes records, on a full disk too. */
import { Fenced, write } from './database.ts';
import type { Stores } from './database.ts';
import { isNoRoom } from './fallback.ts';
import type { StoreName } from './layout.ts';

/**
 * Like `write`, for an `issue` that only deletes. On a full disk a browser refuses every transaction that adds a
 * record, even if it deletes more, and the fence of `write` adds one. There the fence is read instead. Not otherwise:
 * a tab suspended between reading and deleting leaves a transaction open, for which the next leader has to wait.
 */
export async function erase(
  database: IDBDatabase,
  term: number,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
): Promise<void> {
  try {
    await write(database, term, names, issue);
  } catch (error) {
    if (!isNoRoom(error)) throw error;
    await eraseWithoutRoom(database, term, names, issue);
  }
}

function eraseWithoutRoom(
  database: IDBDatabase,
  term: number,
  names: readonly StoreName[],
  issue: (stores: Stores) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(['epochs', ...names], 'readwrite', { durability: 'relaxed' });
    const later = transaction.objectStore('epochs').count(IDBKeyRange.lowerBound(term, true));
    later.onsuccess = () => {
      if (later.result > 0) {
        reject(new Fenced('Another tab runs the engine now'));
        return transaction.abort();
      }
      issue((name) => transaction.objectStore(name));
      transaction.commit();
    };
    transaction.oncomplete = () => resolve();
    transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'));
  });
}

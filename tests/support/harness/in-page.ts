/** Functions that tests run in the harness, with any browser driver: they use only their argument and the page. */
import type { StorageState } from '../../../worker/api.ts';
import type {} from './main.ts';

/** Calls `post` for `count` texts, `atOnce` at a time, and returns the ids by text. */
export async function makePosts({
  prefix,
  count,
  atOnce,
}: {
  prefix: string;
  count: number;
  atOnce: number;
}): Promise<Record<string, string>> {
  const { post } = await harness;
  const ids: Record<string, string> = {};
  let next = 0;
  const one = async () => {
    while (next < count) {
      const words = `${prefix} ${next++}`;
      ids[words] = await post(words);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, one));
  return ids;
}

/**
 * Creates an App, gives it a new key and deletes it, repeatedly: any of these that was done twice, or whose answer was
 * lost, is detected. Returns how many of the portal's calls were answered.
 */
export async function manageApps({ prefix, rounds }: { prefix: string; rounds: number }): Promise<number> {
  const { playground } = await harness;
  const expectOk = (answer: { ok: boolean }, what: string) => {
    if (!answer.ok) throw new Error(`${what}: ${JSON.stringify(answer)}`);
  };
  for (let round = 0; round < rounds; round++) {
    const made = await playground.do('portal.createApp', `${prefix} ${round}`, null);
    if (!made.ok) throw new Error(`createApp: ${made.reason}`);
    const { id } = made.made;
    const fresh = await playground.do('portal.regenerate', id, 'basic');
    if (!fresh.ok || fresh.made.kind !== 'basic') throw new Error('regenerate: no key');
    const hint = (await playground.ask('portal.apiKeyHint', id)) ?? '';
    if (hint.slice(0, 4) !== fresh.made.consumer_key.slice(0, 4))
      throw new Error('The key that was shown is not the one that is kept');
    expectOk(await playground.do('portal.deleteApp', id), 'deleteApp');
  }
  const { world } = await playground.greet();
  const left = world.apps.filter(({ name }) => name.startsWith(prefix));
  if (left.length > 0) throw new Error(`${left.length} Apps were made twice`);
  return 3 * rounds;
}

export async function storageState(): Promise<StorageState> {
  return (await (await harness).playground.greet()).storage;
}

/** How often each text was posted. */
export async function countPosts(): Promise<Record<string, number>> {
  return (await harness).posts();
}

/** The name of the database that holds the harness's data. */
export async function databaseName(): Promise<string> {
  return `svc-playground:${location.pathname}`;
}

/** A release far in the future has stored something under this name. */
export async function storeInTheFuture(name: string): Promise<void> {
  await new Promise<void>((resolve) => {
    const request = indexedDB.open(name, 90);
    request.onupgradeneeded = () => request.result.createObjectStore('of-the-future').put('kept', 'key');
    request.onsuccess = () => resolve(request.result.close());
  });
}

/** Another database of the same site stores random bytes until not even a small row finds room. */
export async function takeAllRoom(): Promise<void> {
  const database = await new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open('of somebody else', 1);
    request.onupgradeneeded = () => request.result.createObjectStore('rows', { autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(new Error(request.error?.message));
  });
  const stored = (size: number): Promise<boolean> =>
    new Promise<boolean>((resolve) => {
      const transaction = database.transaction('rows', 'readwrite');
      transaction.oncomplete = () => resolve(true);
      transaction.onabort = () => resolve(false);
      try {
        transaction.objectStore('rows').add(crypto.getRandomValues(new Uint8Array(size)));
      } catch {
        resolve(stored(size)); // Firefox: after a refused transaction there is one that may only delete
      }
    });
  for (let [size, rows] = [65_536, 0]; size >= 1024 && rows < 2000; rows++)
    if (!(await stored(size))) size /= 4;
}

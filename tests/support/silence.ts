import { vi } from 'vitest';

/**
 * From now on a transaction, or the opening of a database, reaches the database only if `reaches` returns true;
 * otherwise there is no response, as after a kill. Until `vi.restoreAllMocks()`. Returns a function that waits until
 * nothing is under way and, for some turns of the event loop, nothing begins.
 */
export function reachDatabaseWhile(reaches: () => boolean): { readonly stillness: () => Promise<void> } {
  const real = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
    .value as IDBDatabase['transaction'];
  const open = Object.getOwnPropertyDescriptor(IDBFactory.prototype, 'open')!.value as IDBFactory['open'];
  const seen = { underWay: 0, changes: 0 };
  const note = (more: 1 | -1): void => {
    seen.underWay += more;
    seen.changes++;
  };
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    if (!reaches()) return silence;
    const begun = real.apply(this, args);
    note(1);
    for (const end of ['complete', 'abort']) begun.addEventListener(end, () => note(-1));
    return begun;
  });
  vi.spyOn(IDBFactory.prototype, 'open').mockImplementation(function (this: IDBFactory, ...args) {
    if (!reaches()) return new EventTarget() as IDBOpenDBRequest;
    const request = open.apply(this, args);
    note(1);
    for (const end of ['success', 'error']) request.addEventListener(end, () => note(-1));
    return request;
  });
  const stillness = async () => {
    for (let still = 0, changes = 0; still < stillTurns; still++) {
      if (seen.underWay > 0 || seen.changes !== changes) still = 0;
      ({ changes } = seen);
      await new Promise((turn) => setImmediate(turn));
    }
  };
  return { stillness };
}

/**
 * Does something in a process that dies after this many transactions. When nothing happens any more, resolves to
 * whether it finished before. Restores all mocks.
 */
export async function dieAfter(transactions: number, act: () => Promise<unknown>): Promise<boolean> {
  let left = transactions;
  const { stillness } = reachDatabaseWhile(() => left-- > 0);
  const died = async (): Promise<boolean> => {
    do await stillness();
    while (left >= 0);
    return false;
  };
  const ended = act().then(
    () => true,
    (error: unknown) => {
      if (left >= 0) throw error;
      return false; // the result of a dead process is lost
    },
  );
  const isOver = await Promise.race([ended, died()]);
  await stillness();
  vi.restoreAllMocks();
  return isOver;
}

/** More than there are between the end of a transaction and the start of the next one. */
const stillTurns = 10;

const quiet = {
  ...{ add: () => ({}), put: () => ({}), delete: () => ({}), clear: () => ({}), get: () => ({}) },
  ...{ getAll: () => ({}), getAllKeys: () => ({}), openKeyCursor: () => ({}) },
};
const silence = { objectStore: () => quiet, commit: () => {}, abort: () => {} } as unknown as IDBTransaction;

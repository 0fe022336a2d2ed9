import { vi } from 'vitest';

/**
 * From now on a transaction reaches the database only if `reaches` says so; the rest is silence, as after a kill. Until
 * `vi.restoreAllMocks()`.
 */
export function reachDatabaseWhile(reaches: () => boolean): void {
  const real = Object.getOwnPropertyDescriptor(IDBDatabase.prototype, 'transaction')!
    .value as IDBDatabase['transaction'];
  vi.spyOn(IDBDatabase.prototype, 'transaction').mockImplementation(function (this: IDBDatabase, ...args) {
    return reaches() ? real.apply(this, args) : silence;
  });
}

const quiet = { add: () => ({}), put: () => ({}), delete: () => ({}), clear: () => ({}), get: () => ({}) };
const silence = { objectStore: () => quiet, commit: () => {}, abort: () => {} } as unknown as IDBTransaction;

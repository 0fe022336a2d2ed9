/** A database in which one store has no more room after this many records. */
import { vi } from 'vitest';

type Write = (this: IDBObjectStore, value: unknown, key?: IDBValidKey) => IDBRequest<IDBValidKey>;

/** Returns a function that makes room again. */
export function fullAfter(records: number, store: string, by: 'add' | 'put'): () => void {
  const write = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, by)!.value as Write;
  let left = records;
  const spy = vi.spyOn(IDBObjectStore.prototype, by).mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (this.name === store && left-- <= 0) throw new DOMException('Full', 'QuotaExceededError');
    return write.apply(this, args);
  });
  return () => spy.mockRestore();
}

/** `storage`: what a receiver keeps between requests. Values are JSON. */
import type { ItemChange } from '../../../worker/api.ts';

const mostItems = 1000;
const longestKey = 200;
const longestValue = 64 * 1024;
const mostBytes = 256 * 1024;

export interface Storage {
  get(key: unknown): Promise<unknown>;
  set(key: unknown, value: unknown): Promise<void>;
  delete(key: unknown): Promise<boolean>;
}

/** Calls `changed` at once with every change. */
export function storageOf(
  items: readonly (readonly [key: string, value: string])[],
  changed: (change: ItemChange) => void,
): Storage {
  const kept = new Map(items);
  const encoder = new TextEncoder();
  const sizeOf = (key: string, value: string) => encoder.encode(key + value).length;
  let bytes = 0;
  for (const [key, value] of kept) bytes += sizeOf(key, value);

  function remove(key: string): boolean {
    const value = kept.get(key);
    if (value === undefined) return false;
    bytes -= sizeOf(key, value);
    return kept.delete(key);
  }

  function put(key: string, value: unknown): void {
    const text = JSON.stringify(value) as string | undefined;
    if (text === undefined) throw new TypeError(`storage.set: ${typeof value} is no JSON.`);
    if (key.length > longestKey) throw new RangeError('storage.set: a key has at most 200 characters.');
    if (encoder.encode(text).length > longestValue)
      throw new RangeError('storage.set: a value has at most 64 KiB.');
    const before = kept.get(key);
    const grown = bytes + sizeOf(key, text) - (before === undefined ? 0 : sizeOf(key, before));
    if (grown > mostBytes) throw new RangeError('storage.set: a receiver stores at most 256 KiB.');
    if (before === undefined && kept.size >= mostItems)
      throw new RangeError('storage.set: a receiver stores at most 1,000 items.');
    bytes = grown;
    kept.set(key, text);
    changed([key, text]);
  }

  return {
    async get(key): Promise<unknown> {
      const text = kept.get(String(key));
      return text === undefined ? undefined : JSON.parse(text);
    },
    async set(key, value) {
      put(String(key), value);
    },
    async delete(key) {
      const isThere = remove(String(key));
      if (isThere) changed([String(key), null]);
      return isThere;
    },
  };
}

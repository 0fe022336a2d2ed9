/**
 * Makes the browser's storage and locks behave as if they were denied: each part of the page works without them, and
 * remembers things only while the frame is open. A worker has its own, in which a world is kept that is asked for.
 */
import { keepElsewhere } from '../parts/storage.ts';
import { browserStore, holdClockOf } from '../views/sign-in/clock/key.ts';

const stores = ['localStorage', 'sessionStorage', 'indexedDB', 'caches', 'cookieStore'] as const;

export function keepNothing(on: object = globalThis): void {
  for (const name of stores)
    Object.defineProperty(on, name, {
      configurable: true,
      get() {
        throw new DOMException(`An embed keeps nothing in the browser: it has no ${name}.`, 'SecurityError');
      },
    });
}

let isDenied = false;

/** Whether the browser itself denies storage to this page. Then nothing can be kept. */
export const isStorageDenied = (): boolean => isDenied;

/** `world`: the name of the world that is kept; null for none. */
export function keepOnly(world: string | null): void {
  const store = browserStore();
  isDenied = store === null;
  keepNothing();
  keepElsewhere((storage) => storage());
  // A flow that has stopped the clock of a world that is kept, and whose frame is gone, must be known.
  if (world !== null && store) holdClockOf(world, store);
  else Object.defineProperty(navigator, 'locks', { configurable: true, value: undefined });
}

/**
 * Makes the browser's storage behave as if it were denied: each part of the page works without it, and remembers things
 * only while the frame is open.
 */
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

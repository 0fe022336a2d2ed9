/**
 * What a browser keeps for a site, as it is where storage is denied: each part of the page goes on without it, and what it
 * would remember lasts as long as the frame.
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

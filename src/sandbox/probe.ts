/**
 * A program that reports what in its environment is open but should be closed, and what is missing that people's
 * programs need.
 */
export interface Probed {
  readonly open: readonly string[];
  readonly missing: readonly string[];
}

/** What each would reach without a network: nothing would be sent even if it were allowed. */
const closed: Readonly<Record<string, () => unknown>> = {
  fetch: () => fetch('data:,'),
  indexedDB: () => opened(indexedDB.open('probe')),
};

const dataModule = 'data:text/javascript,export{}';

const needed: Readonly<Record<string, () => unknown>> = {
  'crypto.subtle': () => crypto.subtle.digest('SHA-256', new Uint8Array(1)),
  'modules from data: addresses': () => import(/* @vite-ignore */ dataModule),
};

const opened = (request: IDBOpenDBRequest) =>
  new Promise((resolve, reject) => {
    request.onsuccess = resolve;
    request.onerror = reject;
  });

/** The expectations that hold, or do not. */
async function those(
  tried: Readonly<Record<string, () => unknown>>,
  wanted: 'fulfilled' | 'rejected',
): Promise<string[]> {
  const results = await Promise.all(
    Object.entries(tried).map(async ([name, act]) => {
      const [{ status }] = await Promise.allSettled([(async () => act())()]);
      return { name, status };
    }),
  );
  return results.filter(({ status }) => status === wanted).map(({ name }) => name);
}

addEventListener(
  'message',
  ({ ports: [port] }) => {
    void Promise.all([those(closed, 'fulfilled'), those(needed, 'rejected')]).then(([open, missing]) => {
      if (self.origin !== 'null') open.push('its origin');
      port?.postMessage({ open, missing } satisfies Probed);
    });
  },
  { once: true },
);

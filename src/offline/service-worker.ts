/**
 * Serves the whole site from a copy of one release, so that it works without a network and never mixes releases
 * (decisions/offline.md). The build prepends the list of files (scripts/vite/offline.ts).
 */
import { channelOf } from './protocol.ts';
import type { CopyState, FromServiceWorker, ReleaseFiles, ToServiceWorker } from './protocol.ts';
import { ReleaseCopy } from './release-copy.ts';

declare const self: ServiceWorkerGlobalScope;
declare const release: ReleaseFiles;

const { scope } = self.registration;
const copy = new ReleaseCopy(release, scope, {
  caches,
  fetch: (address, init) => fetch(address, init),
  now: () => Date.now(),
});
const channel = new BroadcastChannel(channelOf(new URL(scope).pathname));
const tell = (told: FromServiceWorker): void => channel.postMessage(told);

self.addEventListener('install', (event) => {
  event.waitUntil(telling(copy.keepFirst(tell)));
});

self.addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), removeOthersWhenAlone()]));
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  // The page compares its release with the server's (src/parts/release.ts).
  if (request.method !== 'GET' || request.cache === 'no-store') return;
  const path = copy.pathOf(request.url);
  if (path === null) return;
  if (path === '' && request.mode === 'navigate') event.waitUntil(removeOthersWhenAlone());
  event.respondWith(copy.answer(path, request));
});

self.addEventListener('message', (event) => {
  const asked: unknown = event.data;
  if (asked === ('over' satisfies ToServiceWorker)) event.waitUntil(self.skipWaiting());
  else if (asked === ('keep' satisfies ToServiceWorker))
    event.waitUntil(telling(copy.keepFirst(tell).then(() => copy.keepRest(tell))).catch(() => {}));
  else event.waitUntil(copy.state().then((state) => event.ports[0]?.postMessage(state satisfies CopyState)));
});

/** Tells the tabs the reason if it fails. */
async function telling(work: Promise<void>): Promise<void> {
  try {
    await work;
  } catch (error) {
    const isFull = error instanceof DOMException && error.name === 'QuotaExceededError';
    // Space is for the person's own data. Otherwise the next visit continues from here.
    if (isFull && (await copy.state()).since === null) await copy.remove();
    const failed = isFull
      ? 'The browser allows no more storage.'
      : error instanceof Error
        ? error.message
        : String(error);
    tell({ failed });
    throw error;
  }
}

/** An open tab may run an older release and load parts of it late. A newer release may be installing. */
async function removeOthersWhenAlone(): Promise<void> {
  const { installing, waiting } = self.registration;
  if (installing || waiting) return;
  const tabs = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (!tabs.some(({ url }) => url.startsWith(scope))) await copy.removeOthers();
}

/** Begins with the offline copy of the site. In development there is none. */
import type { PageSession } from '../state/session.svelte.ts';

/** Waits until the page has nothing to do. `session`: is told of a release that waits. */
export async function startOffline(session: PageSession): Promise<void> {
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  await new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve),
  );
  const { serviceWorker } = navigator;
  const registration = await serviceWorker.register('service-worker.js').then(
    () => serviceWorker.getRegistration(),
    () => null, // storage is denied
  );
  if (registration) (await import('./offline-copy.svelte.ts')).follow(registration, session);
}

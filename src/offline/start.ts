/** Starts the offline copy of the site. Not in development. */
import type { Component } from 'svelte';
import type { PageSession } from '../state/session.svelte.ts';
import { declined, register } from './register.ts';

let begun: Promise<Component | undefined> | undefined;

/** Returns the status line's component for the copy, once there is something to show. Starts only once. */
export const startOffline = (session: PageSession): Promise<Component | undefined> =>
  (begun ??= start(session));

/** Waits until the page is idle. */
async function start({ notices }: PageSession): Promise<Component | undefined> {
  if (import.meta.env.DEV) return;
  await new Promise((resolve) =>
    'requestIdleCallback' in window ? requestIdleCallback(resolve) : setTimeout(resolve),
  );
  const found = declined.read() ?? (await register().catch(String));
  if (!found) return;
  const [{ offlineCopy }, { default: shown }] = await Promise.all([
    import('./offline-copy.svelte.ts'),
    import('./OfflineSign.svelte'),
  ]);
  offlineCopy.follow(found, notices);
  return shown;
}

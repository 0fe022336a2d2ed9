/** Begins with the offline copy of the site. In development there is none. */
import type { Component } from 'svelte';
import type { PageSession } from '../state/session.svelte.ts';
import { declined, register } from './register.ts';

class OfflineSign {
  /** What the status line says of the copy, once there is something to say. */
  shown = $state.raw<Component>();
}

export const offlineSign = new OfflineSign();

/** Waits until the page has nothing to do. */
export async function startOffline(session: PageSession): Promise<void> {
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
  offlineCopy.follow(found, session.notices);
  offlineSign.shown = shown;
}

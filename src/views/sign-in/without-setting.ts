import type { PageSession } from '../../state/session.svelte.ts';
import type { Flow } from './flows.ts';

/** Runs something while the App lacks a setting that the flow needs, and always restores the setting. */
export async function withoutSetting<T>(
  { playground, world }: PageSession,
  appId: string,
  { isOAuth1 }: Flow,
  work: () => Promise<T>,
): Promise<T> {
  const { oauth1 = true, oauth2 = true } = world.apps.find(({ id }) => id === appId)?.settings ?? {};
  // At least one of the two must stay on.
  await playground.do('portal.updateApp', appId, { oauth1: !isOAuth1, oauth2: isOAuth1 });
  try {
    return await work();
  } finally {
    await playground.do('portal.updateApp', appId, { oauth1, oauth2 });
  }
}

import type { PageSession } from '../state/session.svelte.ts';

/**
 * Authorises the App in use to act for a user, as the consent page does; the vault keeps the token. Resolves to the
 * reason if it fails.
 */
export async function authorizeUser(session: PageSession, userId: string): Promise<string | null> {
  const { app } = session;
  if (!app) return 'There is no App.';
  // A user's token signs together with the App's keys.
  const keys = session.credential('basic');
  if (keys?.kind !== 'basic')
    return `The vault has no API key of ${app.name} to sign with. Make a new one in the Portal.`;
  const answer = await session.playground.do('portal.allow', app.id, userId);
  if (!answer.ok) return answer.reason;
  if (answer.made.kind === 'oauth1') {
    const { consumer_key, consumer_secret } = keys;
    await session.playground.keep({ ...answer.made, consumer_key, consumer_secret });
  }
  return null;
}

/** Commands of the merchant shopping manager: each reports its result and how to undo it. */
import type { PageSession } from '../state/session.svelte.ts';
import type { MerchantWatch } from './watch.svelte.ts';

export async function setEarlyAccess(
  watch: MerchantWatch,
  userId: string,
  username: string,
  granted: boolean,
): Promise<void> {
  const { session } = watch;
  const result = await session.playground.do('catalog.setEarlyAccess', userId, granted);
  await watch.look();
  if (!result.ok) return session.notices.say(result.reason);
  const text = granted
    ? `@${username} has early access to the Catalog API.`
    : `@${username} has no early access any more. The catalog stays as it is.`;
  session.notices.say(text, {
    label: 'Undo',
    run: () => void setEarlyAccess(watch, userId, username, !granted),
  });
}

export async function setTerms(
  watch: MerchantWatch,
  userId: string,
  username: string,
  accepted: boolean,
): Promise<void> {
  const { session } = watch;
  const result = await session.playground.do('catalog.setTermsAccepted', userId, accepted);
  await watch.look();
  if (!result.ok) return session.notices.say(result.reason);
  const text = accepted ? `@${username} accepted the terms.` : `@${username} withdrew the acceptance.`;
  session.notices.say(text, {
    label: 'Undo',
    run: () => void setTerms(watch, userId, username, !accepted),
  });
}

/** Returns the run's id; null if there is none. */
export async function runFeed(session: PageSession, feedId: string): Promise<string | null> {
  const result = await session.playground.do('feeds.run', feedId);
  if (result.ok) return result.runId;
  session.notices.say(result.reason);
  return null;
}

export async function cancelRun(session: PageSession, runId: string): Promise<void> {
  const result = await session.playground.do('feeds.cancel', runId);
  session.notices.say(result.ok ? 'The run is cancelled. The products it accepted stay.' : result.reason);
}

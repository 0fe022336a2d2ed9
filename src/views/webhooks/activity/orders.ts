/** Actions on a webhook: calls with the App's bearer token, and the portal's actions on its events. */
import { counted } from '../../../parts/counted.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered, AppCredential, AskedCall } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { whyOf } from './causing.ts';

const day = 86_400_000;

/** The result, as a sentence. */
export interface Came {
  readonly text: string;
  readonly isDone: boolean;
}

const refused = (text: string): Came => ({ text, isDone: false });
const done = (text: string): Came => ({ text, isDone: true });

/** Calls with the App's bearer token in the vault; or says why that is impossible. */
export async function appCall(session: PageSession, asked: AskedCall): Promise<Answered | string> {
  const credential = session.credential('app');
  if (credential?.kind !== 'app')
    return `The vault has no bearer token of ${session.app?.name}: the Portal makes a new one.`;
  return ownCall(session, credential satisfies AppCredential, asked);
}

const isFine = (answered: Answered | string): answered is Answered =>
  typeof answered !== 'string' && answered.status !== null && answered.status < 300;

const reasonOf = (answered: Answered | string): string =>
  typeof answered === 'string' ? answered : whyOf(answered);

export async function checkNow(session: PageSession, webhookId: string): Promise<Came> {
  const answered = await appCall(session, { method: 'PUT', path: `/2/webhooks/${webhookId}` });
  if (typeof answered === 'string') return refused(answered);
  const { status } = answered;
  return status === 200
    ? done('PUT answered 200: the check passed, the webhook is valid.')
    : refused(`PUT answered ${status ?? 'nothing'}: ${whyOf(answered)}`);
}

/** The end of a period is exclusive, so a second is added to include the current moment. */
export async function replayDay({ playground, clock }: PageSession, webhookId: string): Promise<Came> {
  const until = Math.floor(clock.now) + 1000;
  const answer = await playground.do('deliveries.replay', webhookId, until - day, until);
  if (!answer.ok) return refused(answer.reason);
  return answer.made === 0
    ? done('Nothing was delivered or set aside in the last 24 hours.')
    : done(`${counted(answer.made, 'event')} of the last 24 hours: in line for being delivered again.`);
}

export async function again(
  { playground }: PageSession,
  order: 'redeliver' | 'duplicate',
  eventId: string,
): Promise<Came> {
  const answer = await playground.do(`deliveries.${order}`, eventId);
  if (!answer.ok) return refused(answer.reason);
  return done(order === 'duplicate' ? 'In line to be sent once more.' : 'In line to be delivered again.');
}

/** Removes a webhook and says so, with Undo where possible. */
export async function removeWebhook(
  session: PageSession,
  { id, url }: { readonly id: string; readonly url: string },
  userIds: readonly string[],
): Promise<Came> {
  const { notices } = session;
  const answered = await appCall(session, { method: 'DELETE', path: `/2/webhooks/${id}` });
  if (!isFine(answered)) return refused(reasonOf(answered));
  const restore = async (): Promise<void> => {
    const made = await appCall(session, { method: 'POST', path: '/2/webhooks', body: { url } });
    if (!isFine(made)) return notices.say(`It was not registered again: ${reasonOf(made)}`);
    const newId = idIn(made);
    if (newId !== null) for (const userId of userIds) await subscribe(session, newId, userId);
    notices.say(`Registered again. It has a new id: ${newId}; its earlier events are gone.`);
  };
  notices.say(`The webhook was deleted, with its subscriptions and events.`, {
    label: 'Undo',
    run: () => void restore(),
  });
  return done('');
}

/** POST answers with the webhook's configuration itself (choice: webhook-bodies). */
function idIn({ json }: Answered): string | null {
  return typeof json.id === 'string' ? json.id : null;
}

/** Makes a call signed as the user. */
export async function subscribe(session: PageSession, webhookId: string, userId: string): Promise<Came> {
  const credential = tokenOf(session, userId);
  if (!credential) return refused('The App in use holds no token of this user.');
  const path = `/2/account_activity/webhooks/${webhookId}/subscriptions/all`;
  const answered = await ownCall(session, credential, { method: 'POST', path });
  return isFine(answered) ? done('Subscribed.') : refused(reasonOf(answered));
}

export async function unsubscribe(session: PageSession, webhookId: string, userId: string): Promise<Came> {
  const path = `/2/account_activity/webhooks/${webhookId}/subscriptions/${userId}/all`;
  const answered = await appCall(session, { method: 'DELETE', path });
  return isFine(answered) ? done('Ended.') : refused(reasonOf(answered));
}

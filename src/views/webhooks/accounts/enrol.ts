/**
 * A subscription needs a token of the user that can read Direct Messages (choice: activity-access). What is missing is
 * known beforehand and done first: the App's level, then a token, which keeps the level that it was created with.
 */
import { covers } from '../../../../worker/api.ts';
import type { Exchange, PermissionLevel } from '../../../../worker/api.ts';
import { authorizeUser } from '../../../exchange/authorize-user.ts';
import { tokensAsNow } from '../../../exchange/tokens-as-now.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import { levelWords } from '../../../refusal/words.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { whyOf } from '../activity/causing.ts';

const wanted: PermissionLevel = 'read-write-directmessages';

export interface Lack {
  /** The App's level if it is too low for a new token. */
  readonly level: PermissionLevel | null;
  /** `weak`: created when the App had a lower level. */
  readonly token: 'none' | 'weak' | null;
}

const nothing: Lack = { level: null, token: null };

/** What is missing in the App in use, and in its token of this user. */
export function lackOf(session: PageSession, userId: string): Lack {
  const token = tokenOf(session, userId);
  if (token && covers(token.permission, wanted)) return nothing;
  const permission = session.app?.settings.permission ?? wanted;
  return { level: covers(permission, wanted) ? null : permission, token: token ? 'weak' : 'none' };
}

/** The label of the button. */
export function enrolWords({ level, token }: Lack, username: string): string {
  if (level !== null) return `Raise the permission and subscribe @${username}`;
  if (token === 'none') return `Let it in and subscribe @${username}`;
  return token === 'weak' ? `Renew the token and subscribe @${username}` : `Subscribe @${username}`;
}

/** What is missing, and what the button does about it, as sentences; null if nothing is missing. */
export function lackWords({ level, token }: Lack, app: string, username: string): string | null {
  if (level === null && token === null) return null;
  const why = 'A subscription also delivers Direct Messages';
  if (level !== null)
    return `${why}, and ${app} may only ${levelWords[level]}. First its permission is raised, and @${username} authorizes it${token === 'weak' ? ' again' : ''}.`;
  return token === 'none'
    ? `${app} has no token of @${username} yet, so @${username} authorizes it first.`
    : `${why}, and the token of @${username} was created before ${app} was allowed to see them. It is replaced first.`;
}

export interface Enrolled {
  readonly isDone: boolean;
  /** Why it failed, as a sentence; empty if it succeeded. */
  readonly text: string;
  /** The call that was refused. */
  readonly refused: Exchange | null;
}

/** Does what is missing, then subscribes the webhook to the user. Never rejects when the platform refuses. */
export async function enrol(session: PageSession, webhookId: string, userId: string): Promise<Enrolled> {
  const { app } = session;
  const not = (text: string, refused: Exchange | null = null): Enrolled => ({
    isDone: false,
    text,
    refused,
  });
  if (!app) return not('There is no App.');
  const { level, token } = lackOf(session, userId);
  const takeTokenBack = tokensAsNow(session, app.id, userId);
  const setLevel = (permission: PermissionLevel) =>
    session.playground.do('portal.updateApp', app.id, { permission });
  if (level !== null) {
    const raised = await setLevel(wanted);
    if (!raised.ok) return not(raised.reason);
  }
  if (token !== null) {
    const reason = await authorizeUser(session, userId);
    if (reason !== null) {
      if (level !== null) await setLevel(level);
      return not(reason);
    }
  }
  if (level !== null)
    session.notices.say(`${app.name} may ${levelWords[wanted]} now.`, {
      label: 'Undo',
      run: () =>
        void setLevel(level).then((back) => {
          if (!back.ok) session.notices.say(back.reason);
          else return takeTokenBack();
        }),
    });
  const credential = tokenOf(session, userId);
  if (!credential) return not('The vault did not keep the token.');
  const answered = await ownCall(session, credential, {
    method: 'POST',
    path: `/2/account_activity/webhooks/${webhookId}/subscriptions/all`,
  });
  if (answered.status !== 200) return not(`Refused: ${whyOf(answered)}`, answered.exchange);
  return { isDone: true, text: '', refused: null };
}

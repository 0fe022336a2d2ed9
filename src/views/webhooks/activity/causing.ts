/** Actions of users, made by real calls of the App in use. Each says what was called and who is notified. */
import { covers } from '../../../../worker/api.ts';
import { authorizeUser } from '../../../exchange/authorize-user.ts';
import { callLink } from '../../../exchange/call-link.ts';
import { ownCall, tokenOf } from '../../../call/own-call.ts';
import type { Answered, AskedCall, UserCredential } from '../../../call/own-call.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

export interface Neighbour {
  readonly id: string;
  readonly username: string;
}

export type WorldAction = 'message' | 'like' | 'follow' | 'block' | 'mute';

/** The relation between the user who acts and the other user. */
export interface Between {
  readonly follows: boolean;
  readonly blocks: boolean;
  readonly mutes: boolean;
}

export interface Caused {
  /** A sentence. */
  readonly text: string;
  readonly isDone: boolean;
  /** The call in Requests; null for an action outside the API. */
  readonly call: { readonly words: string; readonly href: string } | null;
}

const messages = [
  'Is the ferry running tomorrow?',
  'The bridge is open again.',
  'Can you bring the charts?',
  'Low water at six, mind the stairs.',
];
let said = 0;

/** Resolves to the result; never rejects when the platform refuses. */
export async function cause(
  session: PageSession,
  action: WorldAction,
  by: Neighbour,
  other: Neighbour,
  between: Between,
): Promise<Caused> {
  if (action === 'block') return block(session, by, other, !between.blocks);
  const asked = await askedFor(session, action, by, other, between);
  if ('problem' in asked) return { text: asked.problem, isDone: false, call: null };
  let before = '';
  const held = tokenOf(session, by.id);
  if (!held || isOutgrown(session, held, action)) {
    const reason = await authorizeUser(session, by.id);
    if (reason !== null) return { text: reason, isDone: false, call: null };
    before = `@${by.username} authorized ${session.app?.name}${held ? ' again, because the old token had a lower permission level' : ''}. `;
  }
  const credential = tokenOf(session, by.id);
  if (!credential) return { text: `${before}The vault did not keep the token.`, isDone: false, call: null };
  const answered = await ownCall(session, credential, asked.call);
  const isDone = answered.status !== null && answered.status < 300;
  const text = isDone ? `${asked.done}.` : `Refused: ${whyOf(answered)}`;
  const words = `${asked.call.method} ${asked.call.path}, ${answered.status ?? 'no answer'}`;
  const href = callLink(session.endpoints, answered.exchange);
  return { text: `${before}${text}`, isDone, call: { words, href } };
}

/** A token keeps the level that it was created with: whether the App now has a higher level that the action needs. */
function isOutgrown({ app }: PageSession, { permission }: UserCredential, action: WorldAction): boolean {
  const level = action === 'message' ? 'read-write-directmessages' : 'read-write';
  return !covers(permission, level) && app !== null && covers(app.settings.permission, level);
}

/** The reason in the answer of a refusal. */
export const whyOf = ({ status, json }: Answered): string =>
  status === null
    ? 'the connection was closed without an answer.'
    : (json.errors?.[0]?.message ?? json.detail ?? `the answer has status ${status}.`);

async function block(session: PageSession, by: Neighbour, other: Neighbour, on: boolean): Promise<Caused> {
  const answer = await session.playground.do('users.setBlocked', by.id, other.id, on);
  if (!answer.ok) return { text: answer.reason, isDone: false, call: null };
  const verb = on ? 'blocked' : 'unblocked';
  return {
    text: `@${by.username} ${verb} @${other.username}, by hand: v2 has no call for it.`,
    isDone: true,
    call: null,
  };
}

type Planned = { readonly call: AskedCall; readonly done: string } | { readonly problem: string };

async function askedFor(
  session: PageSession,
  action: Exclude<WorldAction, 'block'>,
  by: Neighbour,
  other: Neighbour,
  { follows, mutes }: Between,
): Promise<Planned> {
  const of = (rest: string): string => `/2/users/${by.id}/${rest}`;
  const who = `@${by.username}`;
  const whom = `@${other.username}`;
  switch (action) {
    case 'message':
      return {
        call: {
          method: 'POST',
          path: `/2/dm_conversations/with/${other.id}/messages`,
          body: { text: messages[said++ % messages.length]! },
        },
        done: `${who} wrote to ${whom}`,
      };
    case 'like': {
      const postId = await unlikedPost(session, by, other);
      return postId === null
        ? { problem: `${who} likes each of the newest posts of ${whom} already, or there is none.` }
        : {
            call: { method: 'POST', path: of('likes'), body: { post_id: postId } },
            done: `${who} liked a post of ${whom}`,
          };
    }
    case 'follow':
      return {
        call: follows
          ? { method: 'DELETE', path: of(`following/${other.id}`) }
          : { method: 'POST', path: of('following'), body: { target_user_id: other.id } },
        done: follows ? `${who} follows ${whom} no more` : `${who} follows ${whom}`,
      };
    case 'mute':
      return {
        call: mutes
          ? { method: 'DELETE', path: of(`muting/${other.id}`) }
          : { method: 'POST', path: of('muting'), body: { target_user_id: other.id } },
        done: `${who} ${mutes ? 'unmuted' : 'muted'} ${whom}`,
      };
  }
}

/** The newest post of a user that another user does not like yet. */
async function unlikedPost(
  { playground }: PageSession,
  by: Neighbour,
  other: Neighbour,
): Promise<string | null> {
  const { rows } = await playground.ask('explorer.find', 'posts', `from:${other.username}`, 0, 100);
  if (rows.length === 0) return null;
  const ids = rows.map(({ id }) => id);
  const { liked } = await playground.ask('explorer.marks', by.id, ids.join(','));
  return ids.find((id) => !liked.includes(id)) ?? null;
}

/**
 * Who is notified of an action (choice: activity-told): the user who acts; and the other user for a message, a like of
 * their post and a new follower.
 */
export function toldOf(
  action: WorldAction,
  by: Neighbour,
  other: Neighbour,
  between: Between,
): readonly Neighbour[] {
  const isSeen = action === 'message' || action === 'like' || (action === 'follow' && !between.follows);
  return isSeen ? [by, other] : [by];
}

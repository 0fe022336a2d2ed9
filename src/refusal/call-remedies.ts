/** Remedies that change the call itself: its values or its authentication. */
import { header } from '../../worker/api.ts';
import type { Act } from '../../worker/api.ts';
import type { Remedy, CallHandle } from './call-handle.ts';
import { proofPlan } from './proof-plan.ts';
import type { UseCredential } from './proof-plan.ts';
import { signIn } from './sign-in.ts';
import { credentialWords, fieldName } from './words.ts';
import type { Performed, Workplace } from './workplace.ts';

export async function giveToken(
  at: Workplace,
  { field, appId, credential }: Extract<Act, { kind: 'giveToken' }>,
): Promise<Remedy> {
  const held = at.session.world.vault.find((each) => each.kind === credential && each.appId === appId);
  const token = held ?? (await at.makeAnew(appId, credential));
  const value = token.kind === 'app' ? token.bearer_token : null;
  const undo = at.hand.change([{ field, value }]);
  return {
    what: `The call has the ${credentialWords[credential]} that ${at.app(appId)} holds`,
    was: 'It had another one.',
    change: { name: fieldName(field), now: 'of the vault', was: 'another' },
    mark: null,
    undo,
  };
}

export function useValue(at: Workplace, { changes }: Extract<Act, { kind: 'useValue' }>): Remedy {
  const { hand } = at;
  const [first, ...others] = changes;
  const only = others.length === 0 ? first : undefined;
  const before = first ? hand.valueOf(first.field) : null;
  const undo = hand.change(changes);
  const told = ({ field, value, name }: (typeof changes)[number]) =>
    value === null
      ? `\`${fieldName(field)}\` is left out`
      : name
        ? `\`${fieldName(field)}\` is called \`${name}\``
        : `\`${fieldName(field)}\` is \`${value}\``;
  return {
    what: only ? plain(told(only)) : `${changes.length} values are put right`,
    was:
      changes.length > 1
        ? `${changes.map(told).join(', ')}.`
        : before === null || before === ''
          ? 'It was not there.'
          : `It was \`${before}\`.`,
    change: {
      name: only ? fieldName(only.field) : 'values',
      now: only ? (only.name ?? only.value ?? 'left out') : 'put right',
      was: before ?? 'not there',
    },
    mark: null,
    undo,
  };
}

export async function useCredential(at: Workplace, act: UseCredential): Promise<Performed> {
  const { session, hand } = at;
  const plan = proofPlan(act, hand.sent, session);
  if (!plan) return { failed: 'The page holds no credentials that this endpoint takes.' };
  const appId = act.appId ?? session.app?.id ?? '';
  const userId = act.userId ?? session.user?.id ?? null;
  if (plan.how === 'signIn') return signIn(at, plan.flow, appId, userId, []);
  const restore = hand.proveBy(plan.kind);
  const { app, user } = session;
  if (plan.how === 'made') await at.makeAnew(appId, plan.credential);
  session.appId = appId;
  if (userId !== null) session.userId = userId;
  const who = `@${session.user?.username ?? '?'}`;
  const isUser = plan.kind === 'oauth1' || plan.kind === 'oauth2';
  return {
    what: isUser ? `The call acts as ${who} now` : `The call uses the credentials of ${at.app(appId)}`,
    was: wasSaid(hand, plan.how === 'made'),
    change: { name: 'authorization', now: isUser ? who : at.app(appId), was: 'another' },
    mark:
      isUser && user && user.id !== session.user?.id
        ? { where: 'user', was: `@${user.username}` }
        : app && app.id !== appId
          ? { where: 'app', was: app.name }
          : null,
    undo: restore,
  };
}

export function signAnew({ hand }: Workplace): Remedy {
  return {
    what: 'The call is signed again',
    was: 'It has a new nonce and timestamp, and the App’s current secrets.',
    change: { name: 'signature', now: 'again', was: 'refused' },
    mark: null,
    undo: hand.renew(),
  };
}

const plain = (text: string): string => text.replaceAll('`', '');

function wasSaid({ sent }: CallHandle, isMade: boolean): string {
  const isProved = header(sent.exchange.request.headers, 'authorization') !== undefined;
  const was = isProved ? 'It had other credentials.' : 'It had no credentials.';
  return isMade ? `${was} What was made for it stays in the vault.` : was;
}

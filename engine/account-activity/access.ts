/** What an App may be told about a user: what its tokens for that user let it read (choices: activity-access, activity-end). */
import { liveFamilies } from '../auth/grants.ts';
import { covers } from '../spec/permissions.ts';
import type { StateView } from '../state/state.ts';
import { pairId } from '../state/tables/pairs.ts';
import { scopeOf } from './kinds.ts';
import type { Kind } from './kinds.ts';

/** An App and a user for whom it acts. */
export type Access = { readonly app_id: string; readonly user_id: string };

/**
 * When the App's last token for the user expires, in epoch ms. Infinity: a token never expires. -Infinity: it has no
 * token.
 */
export function accessUntil({ app_id, user_id }: Access, { tables }: StateView): number {
  const { user_tokens, oauth2_tokens, refresh_tokens } = tables;
  const pair = pairId(app_id, user_id);
  if (user_tokens.countBy('app_user', pair) > 0) return Infinity;
  let until = -Infinity;
  for (const { expires_at } of oauth2_tokens.rowsBy('app_user', pair)) until = Math.max(until, expires_at);
  for (const { used, expires_at } of refresh_tokens.rowsBy('app_user', pair))
    if (!used) until = Math.max(until, expires_at);
  return until;
}

/** Whether the App's current tokens let it read what events of this kind say about the user (specification 5, rule 3). */
export function mayRead(kind: Kind, { app_id, user_id }: Access, state: StateView): boolean {
  const { user_tokens } = state.tables;
  const level = kind === 'direct_message_events' ? 'read-write-directmessages' : 'read';
  const ofUser = user_tokens.rowsBy('app_user', pairId(app_id, user_id));
  if (ofUser.some(({ permission }) => covers(permission, level))) return true;
  const granted = [...liveFamilies(app_id, user_id, state, state.now()).values()];
  return granted.some((scopes) => scopes.includes(scopeOf[kind]));
}

/** Actions of users that no endpoint of 8.3 offers: authorize an App, block, accept follow requests. */
import { approve } from '../auth/approvals.ts';
import type { Shown } from '../auth/credentials.ts';
import { issueTokens } from '../auth/grants.ts';
import { reissueUserToken } from '../auth/reissue.ts';
import { levelOf } from '../spec/access-level.ts';
import type { Scope } from '../spec/scopes.ts';
import type { StateView, Write } from '../state/state.ts';
import type { App, User } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';

/** The user grants the App its permission level, as on the pages of OAuth 1.0a. For use inside a transaction. */
export function authorizeUser(app: App, user: User, state: StateView, write: Write): Shown {
  const { id: appId, name: appName, permission, email_toggle: email } = app;
  const token = reissueUserToken(app, user, { permission, email }, state, write);
  approve('oauth1', { app_id: appId, user_id: user.id, permission, email }, write);
  return {
    id: `${appId}-oauth1-${user.id}`,
    appId,
    appName,
    kind: 'oauth1',
    oauth_token: token.oauth_token,
    oauth_token_secret: token.oauth_token_secret,
    permission,
    userId: user.id,
    username: user.username,
  };
}

/** The user grants the App these scopes, as on the pages of OAuth 2.0 with PKCE. For use inside a transaction. */
export function grantScopes(
  { id: appId, name: appName }: App,
  { id: userId, username }: User,
  scopes: readonly Scope[],
  state: StateView,
  write: Write,
): Shown {
  const email = scopes.includes('users.email');
  approve('oauth2', { app_id: appId, user_id: userId, permission: levelOf(scopes), email }, write);
  const family = state.random.alphanumeric(20);
  const { access_token, refresh_token = null } = issueTokens(
    { app_id: appId, user_id: userId, scopes, family },
    state,
    write,
  );
  const id = `${appId}-oauth2-${userId}`;
  return { id, appId, appName, kind: 'oauth2', access_token, refresh_token, scopes, userId, username };
}

/** choice: blocking. For use inside a transaction. */
export function setBlock(
  source: string,
  target: string,
  isBlocked: boolean,
  { tables, now }: { readonly tables: StateView['tables']; readonly now: number },
  write: Write,
): void {
  const id = pairId(source, target);
  if (!isBlocked) {
    write.blocks.remove(id);
    return;
  }
  if (!tables.blocks.get(id))
    write.blocks.insert({ id, source_user_id: source, target_user_id: target, at: now });
  for (const each of [id, pairId(target, source)]) {
    write.follows.remove(each);
    write.follow_requests.remove(each);
  }
}

/** Accepts or declines a follow request to a protected user. For use inside a transaction. */
export function decideFollow(
  source: string,
  target: string,
  isAccepted: boolean,
  now: number,
  write: Write,
): void {
  const id = pairId(source, target);
  write.follow_requests.remove(id);
  if (isAccepted) write.follows.put({ id, source_user_id: source, target_user_id: target, at: now });
}

import type { StateView, Write } from '../state/state.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { UserToken } from '../state/tables/grants.ts';
import { issueUserToken } from './tokens.ts';

/**
 * The same App, user and level get the same token again while it is valid (choice: o1-reissue). Whether it shows the
 * e-mail address follows the latest consent (choice: email-consent). For use inside a transaction.
 */
export function reissueUserToken(
  app: App,
  user: User,
  { permission, email }: Pick<UserToken, 'permission' | 'email'>,
  state: StateView,
  write: Write,
): UserToken {
  const { user_tokens } = state.tables;
  for (const key of user_tokens.keysBy('app_user', `${app.id}:${user.id}`))
    if (user_tokens.get(key)?.permission === permission) return write.user_tokens.update(key, { email });
  return issueUserToken(app, user, permission, state, write, email);
}

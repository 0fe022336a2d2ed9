import { encodeRfc3986 } from '../http/encoding.ts';
import type { App, User } from '../state/tables/accounts.ts';
import type { BearerToken, UserToken } from '../state/tables/grants.ts';
import type { Random } from '../state/random.ts';
import type { Read, StateView, Write } from '../state/state.ts';
import type { PermissionLevel } from '../spec/permissions.ts';

/** The App's only bearer token. Makes one if there is none (section 3). For use inside a transaction. */
export function bearerOf(app: App, state: StateView, write: Write): BearerToken {
  const outstanding = state.tables.bearer_tokens.firstBy('app', app.id);
  if (outstanding) return outstanding;
  return write.bearer_tokens.insert({
    access_token: newBearer(state.random),
    app_id: app.id,
    created_at: state.now(),
  });
}

/** 2.3: issued and used in its URL-encoded form. It always contains characters that need encoding. */
export const newBearer = (random: Random): string =>
  encodeRfc3986(
    `${'A'.repeat(22)}${random.alphanumeric(22)}+${random.alphanumeric(11)}=${random.alphanumeric(50)}`,
  );

/** Finds a bearer token by its text: as it was issued, or URL-decoded once (choice: o2-app-only). */
export const findBearer = (
  text: string,
  { bearer_tokens }: Pick<Read, 'bearer_tokens'>,
): BearerToken | undefined => bearer_tokens.get(text) ?? bearer_tokens.get(encodeRfc3986(text));

/**
 * Makes an OAuth 1.0a access token (choice: o1-formats). `email`: whether the user consented to show the e-mail
 * address. The owner of an App is not asked: the App's current toggle counts. For use inside a transaction.
 */
export function issueUserToken(
  app: App,
  user: User,
  permission: PermissionLevel,
  state: StateView,
  write: Write,
  email = app.email_toggle,
): UserToken {
  return write.user_tokens.insert({
    oauth_token: `${user.id}-${state.random.alphanumeric(40)}`,
    oauth_token_secret: state.random.alphanumeric(45),
    app_id: app.id,
    user_id: user.id,
    permission,
    email,
    created_at: state.now(),
  });
}

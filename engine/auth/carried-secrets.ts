/** The secrets that a call carries to authenticate, in addition to those that its endpoint declares. */
import type { AuthKind } from '../spec/auth-kinds.ts';
import type { SecretKind } from '../spec/secret.ts';
import type { Read } from '../state/state.ts';

export type SecretFields = Readonly<Record<string, SecretKind>>;

/** OAuth 1.0a parameters, in any of their three places (RFC 5849 3.5), even where the endpoint does not accept them. */
export const protocolSecrets: SecretFields = {
  oauth_token: 'access token',
  oauth_token_secret: 'token secret',
  oauth_verifier: 'verifier',
  oauth_signature: 'signature',
};

const ofPages: SecretFields = { csrf: 'form token', password: 'password' };

export const secretsOfKind: Readonly<Partial<Record<AuthKind, SecretFields>>> = {
  requestToken: { oauth_token: 'request token' },
  client: { client_secret: 'client secret' },
  // The redirects of these pages carry them to the App.
  session: {
    ...ofPages,
    oauth_token: 'request token',
    oauth_verifier: 'verifier',
    code: 'authorization code',
  },
  visitor: ofPages,
};

/** By the scheme of the Authorization header, in lower case. OAuth has parameters instead. */
export const secretOfScheme: Readonly<Record<string, SecretKind>> = {
  bearer: 'bearer token',
  basic: 'Basic credentials',
};

/** Headers that carry the browser session of the platform's own pages. */
export const cookieFields: ReadonlySet<string> = new Set(['cookie', 'set-cookie']);

/** Every credential that the platform currently stores. */
export function* knownSecrets(tables: Read): Generator<readonly [kind: SecretKind, value: string]> {
  for (const { consumer_secret, client_secret } of tables.apps.values()) {
    yield ['API secret', consumer_secret];
    if (client_secret !== null) yield ['client secret', client_secret];
  }
  for (const { access_token } of tables.bearer_tokens.values()) yield ['bearer token', access_token];
  for (const { oauth_token, oauth_token_secret } of tables.user_tokens.values()) {
    yield ['access token', oauth_token];
    yield ['token secret', oauth_token_secret];
  }
  for (const { oauth_token, oauth_token_secret, oauth_verifier } of tables.request_tokens.values()) {
    yield ['request token', oauth_token];
    yield ['token secret', oauth_token_secret];
    if (oauth_verifier !== null) yield ['verifier', oauth_verifier];
  }
  for (const { id, csrf } of tables.sessions.values()) {
    yield ['session', id];
    yield ['form token', csrf];
  }
  for (const { code } of tables.authorization_codes.values()) yield ['authorization code', code];
  for (const { access_token } of tables.oauth2_tokens.values()) yield ['bearer token', access_token];
  for (const { refresh_token } of tables.refresh_tokens.values()) yield ['refresh token', refresh_token];
}

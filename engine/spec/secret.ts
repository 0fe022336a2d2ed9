/** The kinds of secrets in messages. Exports mask the fields that declare one (har/). */

/** Also the words that replace a secret: "«access token 1»". */
export const secretKinds = [
  'access token',
  'token secret',
  'request token',
  'verifier',
  'authorization code',
  'code verifier',
  'bearer token',
  'refresh token',
  'API secret',
  'client secret',
  'Basic credentials',
  'signature',
  'password',
  'session',
  'form token',
  'secret address',
] as const;

export type SecretKind = (typeof secretKinds)[number];

/** Marks a schema as a secret. */
export const secret = <S extends object>(schema: S, kind: SecretKind): S => ({ ...schema, secret: kind });

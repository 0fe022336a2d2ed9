/** Kinds of authentication that an endpoint can take. */
export const authKinds = [
  'none',
  'basic',
  'consumer',
  'requestToken',
  'session',
  'visitor',
  'client',
  'address',
  'app',
  'oauth1',
  'oauth2',
] as const;

export type AuthKind = (typeof authKinds)[number];

/** In the words of the specification, for messages that list the accepted kinds. */
export const kindNames: Readonly<Record<AuthKind, string>> = {
  none: 'no authentication',
  basic: 'HTTP Basic with API key and secret',
  consumer: 'OAuth 1.0a signed with the API key alone',
  requestToken: 'OAuth 1.0a signed with a request token',
  session: 'a browser session',
  visitor: 'a user in a browser',
  client: 'an OAuth 2.0 client',
  address: 'an address with a secret',
  app: 'OAuth 2.0 app-only bearer',
  oauth1: 'OAuth 1.0a user context',
  oauth2: 'OAuth 2.0 user context',
};

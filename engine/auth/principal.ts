import type {
  App,
  BearerToken,
  OAuth2Token,
  RequestToken,
  Session,
  User,
  UserToken,
} from '../state/schema.ts';

/** Kinds of authentication that an endpoint can take. */
export const authKinds = [
  'none',
  'basic',
  'consumer',
  'requestToken',
  'session',
  'client',
  'app',
  'oauth1',
  'oauth2',
] as const;
export type AuthKind = (typeof authKinds)[number];

/** Who calls, by the kind of proof that was given. */
export type Principal =
  | { readonly kind: 'none' }
  /** API key and secret by HTTP Basic. */
  | { readonly kind: 'basic'; readonly app: App }
  /** OAuth 1.0a signed with the consumer's key alone. */
  | { readonly kind: 'consumer'; readonly app: App; readonly protocol: ReadonlyMap<string, string> }
  /** OAuth 1.0a signed with a request token: the last step of the flow. */
  | {
      readonly kind: 'requestToken';
      readonly app: App;
      readonly token: RequestToken;
      readonly protocol: ReadonlyMap<string, string>;
    }
  /** A browser on the platform's own pages; `user` when somebody is signed in. `app` is the one that asks. */
  | {
      readonly kind: 'session';
      readonly app: App;
      readonly session: Session | null;
      readonly user: User | null;
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** App-only bearer token. */
  | { readonly kind: 'app'; readonly app: App; readonly token: BearerToken }
  /** An OAuth 2.0 client at its token endpoints. */
  | { readonly kind: 'client'; readonly app: App }
  /** OAuth 2.0 user context. */
  | { readonly kind: 'oauth2'; readonly app: App; readonly token: OAuth2Token; readonly user: User }
  /** OAuth 1.0a user context. */
  | { readonly kind: 'oauth1'; readonly app: App; readonly token: UserToken; readonly user: User };

export type PrincipalOf<K extends AuthKind> = Extract<Principal, { kind: K }>;

export const actsForUser = (principal: Principal): principal is PrincipalOf<'oauth1' | 'oauth2'> =>
  principal.kind === 'oauth1' || principal.kind === 'oauth2';

/** In the words of the specification, for messages that name the kinds that do. */
export const kindNames: Readonly<Record<AuthKind, string>> = {
  none: 'no authentication',
  basic: 'HTTP Basic with API key and secret',
  consumer: 'OAuth 1.0a signed with the API key alone',
  requestToken: 'OAuth 1.0a signed with a request token',
  session: 'a browser session',
  client: 'an OAuth 2.0 client',
  app: 'OAuth 2.0 app-only bearer',
  oauth1: 'OAuth 1.0a user context',
  oauth2: 'OAuth 2.0 user context',
};

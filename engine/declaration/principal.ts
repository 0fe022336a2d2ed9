import type { App, User } from '../state/tables/accounts.ts';
import type { BearerToken, OAuth2Token, RequestToken, Session, UserToken } from '../state/tables/grants.ts';
import type { AuthKind } from '../spec/auth-kinds.ts';

/** Who calls, by the kind of credentials. */
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
  /** A browser on the platform's own pages. `user` is the signed-in user; `app` is the App that asks. */
  | {
      readonly kind: 'session';
      readonly app: App;
      readonly session: Session | null;
      readonly user: User | null;
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** A browser on a page that no App asks for: a user's own settings. */
  | {
      readonly kind: 'visitor';
      readonly session: Session | null;
      readonly user: User | null;
      readonly parameters: ReadonlyMap<string, string>;
    }
  /** App-only bearer token. */
  | { readonly kind: 'app'; readonly app: App; readonly token: BearerToken }
  /** An OAuth 2.0 client at its token endpoints. */
  | { readonly kind: 'client'; readonly app: App }
  /** Somebody who knows a secret address that was made for the App. */
  | { readonly kind: 'address'; readonly app: App }
  /** OAuth 2.0 user context. */
  | { readonly kind: 'oauth2'; readonly app: App; readonly token: OAuth2Token; readonly user: User }
  /** OAuth 1.0a user context. */
  | { readonly kind: 'oauth1'; readonly app: App; readonly token: UserToken; readonly user: User };

/** A principal with an App. */
export type Caller = Exclude<Principal, { kind: 'none' | 'visitor' }>;

export const isCaller = (principal: Principal): principal is Caller =>
  principal.kind !== 'none' && principal.kind !== 'visitor';

export type PrincipalOf<K extends AuthKind> = Extract<Principal, { kind: K }>;

export const actsForUser = (principal: Principal): principal is PrincipalOf<'oauth1' | 'oauth2'> =>
  principal.kind === 'oauth1' || principal.kind === 'oauth2';

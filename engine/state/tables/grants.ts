import { keysOf } from '../../checked/is.ts';
import { permissionLevels } from '../../spec/permissions.ts';
import type { PermissionLevel } from '../../spec/permissions.ts';
import { scopeTexts } from '../../spec/scopes.ts';
import type { Scope } from '../../spec/scopes.ts';
import { flag, keyOf, listOf, moment, nullable, oneOf, text, whole } from '../store/kinds.ts';
import type { Fields } from '../store/kinds.ts';

const app_id = keyOf('apps');
const user_id = keyOf('users');
const permission = oneOf(...permissionLevels);
const scopes = listOf(oneOf(...keysOf(scopeTexts)));

/** The App Access Token: an App has one (section 3). */
export interface BearerToken {
  /** In its percent-encoded form, as issued and used (2.3). */
  readonly access_token: string;
  readonly app_id: string;
  readonly created_at: number;
}

export const bearerTokenFields: Fields<BearerToken> = { access_token: text, app_id, created_at: moment };

/** An OAuth 1.0a access token. */
export interface UserToken {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly app_id: string;
  readonly user_id: string;
  /** Frozen when the token was made (choice: o1-access-type). */
  readonly permission: PermissionLevel;
  /** Whether its user let the App see the e-mail address when last asked (choice: email-consent). */
  readonly email: boolean;
  readonly created_at: number;
}

export const userTokenFields: Fields<UserToken> = {
  oauth_token: text,
  oauth_token_secret: text,
  app_id,
  user_id,
  permission,
  email: flag,
  created_at: moment,
};

/** Step 1 of the OAuth 1.0a flow (choice: o1-request-token). The row is removed when the token is used, denied or expired. */
export interface RequestToken {
  readonly oauth_token: string;
  readonly oauth_token_secret: string;
  readonly app_id: string;
  /** A callback URL, or `oob` for PIN mode. */
  readonly oauth_callback: string;
  /** The level that the access token will have if the user approves (choice: o1-access-type). */
  readonly permission: PermissionLevel;
  /** Set by approval (choice: email-consent). */
  readonly email: boolean;
  readonly expires_at: number;
  /** Set by approval. */
  readonly user_id: string | null;
  readonly oauth_verifier: string | null;
  readonly wrong_verifiers: number;
}

export const requestTokenFields: Fields<RequestToken> = {
  oauth_token: text,
  oauth_token_secret: text,
  app_id,
  oauth_callback: text,
  permission,
  email: flag,
  expires_at: moment,
  user_id: nullable(user_id),
  oauth_verifier: nullable(text),
  wrong_verifiers: whole(0),
};

/** Approval sets both: the user who approved, and the proof of it. */
export const requestTokenFlaw = ({
  user_id,
  oauth_verifier,
}: RequestToken): readonly ['oauth_verifier', string] | null =>
  (user_id === null) === (oauth_verifier === null)
    ? null
    : [
        'oauth_verifier',
        user_id === null ? 'is there, but nobody approved' : 'is missing, but somebody approved',
      ];

/** A browser's session on the platform's own pages. */
export interface Session {
  /** The value of the cookie. */
  readonly id: string;
  /** null before signing in. */
  readonly user_id: string | null;
  /** The token that every form post of this session must carry. */
  readonly csrf: string;
  readonly expires_at: number;
}

export const sessionFields: Fields<Session> = {
  id: text,
  user_id: nullable(user_id),
  csrf: text,
  expires_at: moment,
};

/** A user's consent to an App, which lets authenticate skip the question. */
export interface Approval {
  /** `<app>:<user>`. */
  readonly id: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly permission: PermissionLevel;
  /** choice: email-consent. */
  readonly email: boolean;
}

export const approvalFields: Fields<Approval> = { id: text, app_id, user_id, permission, email: flag };

/** An authorization code (choice: pkce-token). Kept for a while after use, so that a second use is recognised. */
export interface AuthorizationCode {
  readonly code: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly redirect_uri: string;
  readonly scopes: readonly Scope[];
  readonly code_challenge: string;
  readonly code_challenge_method: 'S256' | 'plain';
  readonly expires_at: number;
  readonly used: boolean;
  /** The family of everything that is issued for this code. */
  readonly family: string;
}

export const authorizationCodeFields: Fields<AuthorizationCode> = {
  code: text,
  app_id,
  user_id,
  redirect_uri: text,
  scopes,
  code_challenge: text,
  code_challenge_method: oneOf('S256', 'plain'),
  expires_at: moment,
  used: flag,
  family: text,
};

/** An OAuth 2.0 user access token. */
export interface OAuth2Token {
  readonly access_token: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: number;
  readonly family: string;
}

export const oauth2TokenFields: Fields<OAuth2Token> = {
  access_token: text,
  app_id,
  user_id,
  scopes,
  expires_at: moment,
  family: text,
};

export interface RefreshToken {
  readonly refresh_token: string;
  readonly app_id: string;
  readonly user_id: string;
  readonly scopes: readonly Scope[];
  readonly expires_at: number;
  readonly used: boolean;
  readonly family: string;
}

export const refreshTokenFields: Fields<RefreshToken> = {
  refresh_token: text,
  app_id,
  user_id,
  scopes,
  expires_at: moment,
  used: flag,
  family: text,
};

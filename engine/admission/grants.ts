/**
 * Tokens, codes, sessions and approvals, which the platform makes at the request of an App or a user (specification
 * 4.1, 4.2).
 */
import { callbackObjection } from '../portal/callbacks.ts';
import { isVerifier } from '../auth/pkce.ts';
import type {
  Approval,
  AuthorizationCode,
  BearerToken,
  OAuth2Token,
  RefreshToken,
  RequestToken,
  Session,
  UserToken,
} from '../state/tables/grants.ts';
import { made, setBy, typed } from './door.ts';
import type { Admission, Objection } from './door.ts';
import { atMost, matching, moment, opaque } from './values.ts';

const token = made(opaque);

/** In the percent-encoded form in which clients use it (choice: o2-app-only). */
const bearer: Objection<string> = matching(
  /^(?:[\w.~!*'()+/=:-]|%[0-7][0-9A-Fa-f]){1,300}$/,
  'a bearer token in its percent-encoded form',
);

/** The value of a session's cookie, and the token that its forms carry. */
const sessionText = made(matching(/^[A-Za-z0-9]{1,100}$/, '1 to 100 letters and digits'));

/** The App may have unregistered the address since. */
const callback: Objection<string> = (url) => (url === 'oob' ? null : callbackObjection(url));

export const bearer_tokens: Admission<BearerToken> = {
  doors: { access_token: made(bearer), app_id: typed, created_at: moment },
};

export const user_tokens: Admission<UserToken> = {
  doors: {
    oauth_token: token,
    oauth_token_secret: token,
    app_id: typed,
    user_id: typed,
    permission: typed,
    email: typed,
    created_at: moment,
  },
};

export const request_tokens: Admission<RequestToken> = {
  doors: {
    oauth_token: token,
    oauth_token_secret: token,
    app_id: typed,
    oauth_callback: setBy('requestToken', callback),
    permission: setBy('requestToken'),
    email: typed,
    expires_at: moment,
    user_id: typed,
    oauth_verifier: token,
    wrong_verifiers: atMost(5),
  },
};

export const sessions: Admission<Session> = {
  doors: { id: sessionText, user_id: typed, csrf: sessionText, expires_at: moment },
};

export const authorization_codes: Admission<AuthorizationCode> = {
  doors: {
    code: token,
    app_id: typed,
    user_id: typed,
    redirect_uri: setBy('decidePkce', callbackObjection),
    scopes: setBy('decidePkce'),
    code_challenge: setBy('decidePkce', (value: string) =>
      isVerifier(value) ? null : 'is not a code challenge',
    ),
    code_challenge_method: setBy('decidePkce'),
    expires_at: moment,
    used: typed,
    family: token,
  },
};

export const oauth2_tokens: Admission<OAuth2Token> = {
  doors: {
    access_token: token,
    app_id: typed,
    user_id: typed,
    scopes: typed,
    expires_at: moment,
    family: token,
  },
};

export const refresh_tokens: Admission<RefreshToken> = {
  doors: {
    refresh_token: token,
    app_id: typed,
    user_id: typed,
    scopes: typed,
    expires_at: moment,
    used: typed,
    family: token,
  },
};

export const approvals: Admission<Approval> = {
  doors: { id: typed, app_id: typed, user_id: typed, permission: typed, email: typed },
};

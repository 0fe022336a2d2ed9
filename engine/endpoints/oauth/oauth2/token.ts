import { tokens } from '../../../spec/apis.ts';
import { approve, endIfLast } from '../../../auth/approvals.ts';
import { issueTokens, revokeFamily } from '../../../auth/grants.ts';
import type { Grant } from '../../../auth/grants.ts';
import { provesChallenge, verifierObjection } from '../../../auth/pkce.ts';
import { findBearer } from '../../../auth/tokens.ts';
import { tokenPairs } from '../../../auth/token-body.ts';
import { levelOf } from '../../../spec/access-level.ts';
import { readScopes } from '../../../spec/scopes.ts';
import type { Answer, Transact } from '../../../declaration/endpoint.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { refuse } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { unlisted } from '../../../spec/limits.ts';
import {
  exactly,
  integer,
  named,
  object,
  offering,
  openObject,
  optional,
  string,
} from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';
import type { Output } from '../../../spec/fields.ts';
import type { App } from '../../../state/tables/accounts.ts';
import type { StateView, Write } from '../../../state/state.ts';

const Form = openObject({
  grant_type: offering(['authorization_code', 'refresh_token'], 'Required'),
  code: secret(optional(string(), 'The code from the redirect'), 'authorization code'),
  redirect_uri: optional(string(), 'The same as at authorize'),
  code_verifier: secret(
    optional(string(), '43 to 128 characters whose hash was the challenge (RFC 7636)'),
    'code verifier',
  ),
  client_id: optional(string(), 'Of a public client; a confidential one uses Basic'),
  refresh_token: secret(optional(string(), 'For grant_type refresh_token'), 'refresh token'),
  scope: optional(string(), 'For grant_type refresh_token: fewer scopes than before'),
});

type Given = Output<typeof Form>;
type GrantRefusal = Refusal<'invalidRequest' | 'invalidGrant' | 'unsupportedGrantType' | 'invalidScope'>;

interface Exchange {
  readonly app: App;
  readonly given: Given;
  readonly now: number;
  readonly state: StateView;
  readonly transact: Transact;
}

export const exchangeCode = endpoint({
  id: 'exchangeCode',
  api: tokens,
  method: 'POST',
  path: '/2/oauth2/token',
  section: '5',
  summary: 'Exchange a code or a refresh token for a user token',
  description:
    'Exchanges an authorization code and its code verifier for a user token, or a refresh token for a new one. A code works once: a second use revokes the tokens that the first one gave.',
  auth: ['client'],
  permission: 'read',
  limits: unlisted('300 A'),
  choices: [
    'pkce-paths',
    'pkce-token',
    'pkce-errors',
    'o2-error-words',
    'approvals',
    'scopes',
    'unlisted',
    'oauth-extra-parameters',
  ],
  form: Form,
  pairs: tokenPairs,
  answers: {
    200: json(
      named(
        'TokenAnswer',
        object({
          token_type: exactly('bearer'),
          expires_in: integer(),
          access_token: secret(string(), 'bearer token'),
          scope: string(),
          refresh_token: secret(optional(string()), 'refresh token'),
        }),
      ),
    ),
  },
  refuses: ['invalidRequest', 'invalidGrant', 'unsupportedGrantType', 'invalidScope'],
  example: {},
  handle({ principal, body, now, transact }, { state }) {
    const exchange = { app: principal.app, given: body, now, state, transact };
    switch (body.grant_type) {
      case 'authorization_code':
        return redeemCode(exchange);
      case 'refresh_token':
        return refresh(exchange);
      case undefined:
        return refuse('invalidRequest', '`grant_type` is missing');
      default:
        return refuse('unsupportedGrantType', '`grant_type` is neither authorization_code nor refresh_token');
    }
  },
});

export const revokeToken = endpoint({
  id: 'revokeToken',
  api: tokens,
  method: 'POST',
  path: '/2/oauth2/revoke',
  section: '5',
  summary: 'Revoke a user token',
  description:
    'Ends an access token or a refresh token of the client. An unknown token is answered in the same way, so the answer never tells whether it existed.',
  auth: ['client'],
  permission: 'read',
  limits: unlisted('300 A'),
  choices: [
    'pkce-paths',
    'pkce-token',
    'pkce-revoke',
    'pkce-errors',
    'o2-error-words',
    'approvals',
    'unlisted',
    'oauth-extra-parameters',
  ],
  form: openObject({
    token: secret(optional(string(), 'Required: an access or a refresh token'), 'bearer token'),
    token_type_hint: offering(['access_token', 'refresh_token'], 'Which of the two it is; not needed'),
    client_id: optional(string(), 'Of a public client; a confidential one uses Basic'),
  }),
  pairs: tokenPairs,
  answers: { 200: json(object({ revoked: exactly(true) })) },
  refuses: ['invalidRequest', 'foreignGrant', 'unsupportedTokenType'],
  example: {},
  handle({ principal: { app }, body, transact }, { state }) {
    if (!body.token) return refuse('invalidRequest', '`token` is missing');
    const { oauth2_tokens, refresh_tokens } = state.tables;
    const access = oauth2_tokens.get(body.token);
    const refreshing = refresh_tokens.get(body.token);
    const token = access ?? refreshing;
    // RFC 7009 2.2: an unknown token is already invalid, so revoking it succeeds.
    if (!token && !isOtherToken(body.token, state)) return { status: 200, body: { revoked: true } };
    if (!token)
      return refuse(
        'unsupportedTokenType',
        'the token is neither an access nor a refresh token of OAuth 2.0 with PKCE',
      );
    if (token.app_id !== app.id) return refuse('foreignGrant', 'the token was given to another client');
    transact((write) => {
      if (access) write.oauth2_tokens.remove(access.access_token);
      else revokeFamily(token.family, state, write);
      endIfLast('oauth2', app.id, token.user_id, state, write);
    });
    return { status: 200, body: { revoked: true } };
  },
});

/** Whether the token is of a kind that this endpoint does not revoke: app-only or OAuth 1.0a (RFC 7009 2.2.1). */
const isOtherToken = (token: string, { tables }: StateView): boolean =>
  findBearer(token, tables) !== undefined || tables.user_tokens.get(token) !== undefined;

/** RFC 6749 4.1.3, RFC 7636 4.5 and 4.6. */
function redeemCode({ app, given, now, state, transact }: Exchange): Answer | GrantRefusal {
  const { code, redirect_uri, code_verifier } = given;
  const missing = (name: string) => refuse('invalidRequest', `\`${name}\` is missing`);
  if (!code) return missing('code');
  if (!redirect_uri) return missing('redirect_uri');
  if (!code_verifier) return missing('code_verifier');
  const row = state.tables.authorization_codes.get(code);
  if (row?.app_id !== app.id) return refuse('invalidGrant', `${app.name} was given no such code`);
  if (row.used) {
    transact((write) => endFamily(row, state, write));
    return refuse('invalidGrant', 'the code was used before; what it gave is revoked now', {
      reason: 'familyRevoked',
    });
  }
  if (now >= row.expires_at) return refuse('invalidGrant', 'the code is older than 30 seconds');
  const objection = verifierObjection(code_verifier);
  if (objection) return refuse('invalidGrant', objection);
  if (row.redirect_uri !== redirect_uri)
    return refuse('invalidGrant', '`redirect_uri` is not the one of the authorize step');
  if (!provesChallenge(code_verifier, row.code_challenge, row.code_challenge_method))
    return refuse(
      'invalidGrant',
      `\`code_verifier\` does not lead to the \`code_challenge\` by ${row.code_challenge_method}`,
    );
  return answerWith(
    transact((write) => {
      write.authorization_codes.update(row.code, { used: true });
      const { app_id, user_id, scopes } = row;
      const email = scopes.includes('users.email');
      approve('oauth2', { app_id, user_id, permission: levelOf(scopes), email }, write);
      return issueTokens(row, state, write);
    }),
  );
}

/** RFC 6749 6; each refresh token works once, and a second use revokes the family (choice: pkce-token). */
function refresh({ app, given, now, state, transact }: Exchange): Answer | GrantRefusal {
  if (!given.refresh_token) return refuse('invalidRequest', '`refresh_token` is missing');
  const row = state.tables.refresh_tokens.get(given.refresh_token);
  if (row?.app_id !== app.id) return refuse('invalidGrant', `${app.name} has no such refresh token`);
  if (row.used) {
    transact((write) => endFamily(row, state, write));
    return refuse('invalidGrant', 'the refresh token was used before; its whole family is revoked now', {
      reason: 'familyRevoked',
    });
  }
  if (now >= row.expires_at) return refuse('invalidGrant', 'the refresh token is older than six months');
  const scopes = given.scope === undefined ? row.scopes : readScopes(given.scope);
  if (!scopes?.every((scope) => row.scopes.includes(scope)))
    return refuse('invalidScope', '`scope` has a name that the user did not grant');
  return answerWith(
    transact((write) => {
      write.refresh_tokens.update(row.refresh_token, { used: true });
      return issueTokens(row, state, write, scopes);
    }),
  );
}

/** A second use ends all tokens that the first one led to (RFC 6749 10.4 and 10.5). */
function endFamily({ family, app_id, user_id }: Grant, state: StateView, write: Write): void {
  revokeFamily(family, state, write);
  endIfLast('oauth2', app_id, user_id, state, write);
}

const answerWith = (body: object): Answer => ({ status: 200, body });

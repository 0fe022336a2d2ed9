import type { User } from '../../../state/tables/accounts.ts';
import { approve } from '../../../auth/approvals.ts';
import { oauth } from '../../../spec/apis.ts';
import { reissueUserToken } from '../../../auth/reissue.ts';
import { lower } from '../../../spec/permissions.ts';
import { endpoint, form } from '../../../declaration/endpoint.ts';
import { refuse } from '../../../spec/problems.ts';
import { unlisted } from '../../../spec/limits.ts';
import { Id, named, object, optional, string, Username } from '../../../spec/fields.ts';
import { mostWrongVerifiers } from '../../../spec/lifetimes.ts';
import { secret } from '../../../spec/secret.ts';
import type { RequestToken, UserToken } from '../../../state/tables/grants.ts';
import type { StateView, Write } from '../../../state/state.ts';

export const accessToken = endpoint({
  id: 'accessToken',
  api: oauth,
  method: 'POST',
  path: '/oauth/access_token',
  section: '4.1',
  summary: 'Step 3: exchange the approved request token',
  description:
    "Exchanges an approved request token and its verifier for the user's access token and secret. After five wrong verifiers the request token can no longer be used.",
  auth: ['requestToken'],
  permission: 'read',
  limits: unlisted('300 A'),
  choices: [
    'o1-access-token',
    'o1-reissue',
    'approvals',
    'email-consent',
    'o1-formats',
    'o1-collect',
    'o1-transport',
    'octets',
    'unlisted',
    'oauth-extra-parameters',
  ],
  query: {
    oauth_token: secret(optional(string(), 'The request token from step 1'), 'request token'),
    oauth_verifier: secret(optional(string(), 'The verifier from the callback, or the PIN'), 'verifier'),
  },
  answers: {
    200: form(
      named(
        'AccessToken',
        object({
          oauth_token: secret(string(), 'access token'),
          oauth_token_secret: secret(string(), 'token secret'),
          user_id: Id,
          screen_name: Username,
        }),
      ),
    ),
  },
  refuses: ['verifierMissing', 'verifierWrong', 'tokenInvalid'],
  example: {},
  handle({ principal: { token, protocol }, query, transact }, { state, tables }) {
    if (query.oauth_token !== undefined && query.oauth_token !== token.oauth_token)
      return refuse('tokenInvalid', 'the `oauth_token` of the query is not the one that signs');
    const verifier = protocol.get('oauth_verifier');
    if (!verifier) return refuse('verifierMissing', '`oauth_verifier` is missing or empty');
    const { user_id } = token;
    if (token.oauth_verifier === null || user_id === null || verifier !== token.oauth_verifier) {
      const left = transact((write) => noteWrong(token, write));
      return refuse(
        'verifierWrong',
        `${wrongBecause(token)}; ${left > 0 ? `${left} more tries are left` : 'the request token is dead now'}`,
        left > 0 ? {} : { reason: 'requestTokenEnded' },
      );
    }
    const user = tables.users.must(user_id);
    const access = transact((write) => exchange(token, user, state, write));
    const { oauth_token, oauth_token_secret } = access;
    return {
      status: 200,
      body: { oauth_token, oauth_token_secret, user_id: user.id, screen_name: user.username },
      headers: [['cache-control', 'no-store']],
    };
  },
});

const wrongBecause = (token: RequestToken): string =>
  token.oauth_verifier === null
    ? 'no user has approved this request token yet'
    : 'the `oauth_verifier` is not the one that approval gave';

/** Counts a wrong verifier. Returns the number of tries that are left. */
function noteWrong(token: RequestToken, write: Write): number {
  const wrong_verifiers = token.wrong_verifiers + 1;
  if (wrong_verifiers < mostWrongVerifiers)
    write.request_tokens.update(token.oauth_token, { wrong_verifiers });
  else write.request_tokens.remove(token.oauth_token);
  return mostWrongVerifiers - wrong_verifiers;
}

/** Exchanges a request token, which ends it: it is for single use. */
function exchange(token: RequestToken, user: User, state: StateView, write: Write): UserToken {
  write.request_tokens.remove(token.oauth_token);
  const { app_id, permission: asked, email } = token;
  approve('oauth1', { app_id, user_id: user.id, permission: asked, email }, write);
  const app = state.tables.apps.must(app_id);
  // choice: o1-access-type — the App's current level caps it.
  const permission = lower(token.permission, app.permission);
  return reissueUserToken(app, user, { permission, email }, state, write);
}

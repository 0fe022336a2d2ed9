import { oauth } from '../../../spec/apis.ts';
import { endpoint, form } from '../../../declaration/endpoint.ts';
import { refuse } from '../../../spec/problems.ts';
import { unlisted } from '../../../spec/limits.ts';
import { requestTokenLifetime } from '../../../spec/lifetimes.ts';
import { lower } from '../../../spec/permissions.ts';
import type { PermissionLevel } from '../../../spec/permissions.ts';
import { exactly, named, object, oneOf, optional, string } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';
import type { App } from '../../../state/tables/accounts.ts';

export const requestToken = endpoint({
  id: 'requestToken',
  api: oauth,
  method: 'POST',
  path: '/oauth/request_token',
  section: '4.1',
  summary: 'Step 1: ask for a request token',
  description:
    'Starts a 3-legged sign-in: the App signs this call with its API key and secret and gets a request token. The token is valid for 15 minutes and leads one user to one of the authorization pages.',
  auth: ['consumer'],
  permission: 'read',
  limits: unlisted('300 A'),
  choices: [
    'o1-request-token',
    'o1-collect',
    'o1-transport',
    'octets',
    'o1-callback-check',
    'o1-access-type',
    'o1-formats',
    'unlisted',
    'oauth-extra-parameters',
  ],
  query: {
    oauth_callback: optional(
      string(),
      'A callback URL of the App, or oob for a PIN; most clients send it in the header',
    ),
    svc_auth_access_type: optional(
      oneOf(['read', 'write']),
      "Lowers or overrides the App's permission level",
    ),
  },
  answers: {
    200: form(
      named(
        'RequestToken',
        object({
          oauth_token: secret(string(), 'request token'),
          oauth_token_secret: secret(string(), 'token secret'),
          oauth_callback_confirmed: exactly('true'),
        }),
      ),
    ),
  },
  refuses: ['callbackMissing', 'callbackNotApproved'],
  example: { query: { oauth_callback: 'oob' } },
  handle({ principal: { app, protocol }, query, now, transact }, { state }) {
    const oauth_callback = protocol.get('oauth_callback');
    if (!oauth_callback)
      return refuse(
        'callbackMissing',
        '`oauth_callback` is not in the header, the query or the body; it is always sent on this step',
      );
    if (oauth_callback !== 'oob' && !app.callback_urls.includes(oauth_callback))
      return refuse(
        'callbackNotApproved',
        `\`${oauth_callback.slice(0, 200)}\` is, to the letter, none of the callback URLs of ${app.name}`,
      );
    const { oauth_token, oauth_token_secret } = transact((write) =>
      write.request_tokens.insert({
        oauth_token: state.random.alphanumeric(27),
        oauth_token_secret: state.random.alphanumeric(45),
        app_id: app.id,
        oauth_callback,
        permission: requestedLevel(app, query.svc_auth_access_type),
        email: false,
        expires_at: now + requestTokenLifetime,
        user_id: null,
        oauth_verifier: null,
        wrong_verifiers: 0,
      }),
    );
    return {
      status: 200,
      body: { oauth_token, oauth_token_secret, oauth_callback_confirmed: 'true' },
      headers: [['cache-control', 'no-store']],
    };
  },
});

/** choice: o1-access-type — the App's level caps the requested one. */
function requestedLevel(app: App, accessType: 'read' | 'write' | undefined): PermissionLevel {
  if (accessType === undefined) return app.permission;
  return lower(app.permission, accessType === 'read' ? 'read' : 'read-write');
}

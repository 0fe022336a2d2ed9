import { oauth, tokens } from '../../../spec/apis.ts';
import { bearerOf, findBearer } from '../../../auth/tokens.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { refuse } from '../../../spec/problems.ts';
import { unlisted } from '../../../spec/limits.ts';
import { described, exactly, named, object, offering, openObject, string } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';

export const requestBearerToken = endpoint({
  id: 'requestBearerToken',
  api: tokens,
  method: 'POST',
  path: '/oauth2/token',
  section: '4.2',
  summary: "Request the App's bearer token",
  description:
    "Exchanges the API key and secret, sent with HTTP Basic, for the App's bearer token. The same token comes back until it is invalidated or regenerated.",
  auth: ['basic'],
  limits: unlisted('25 A', 'tokenTooOften'),
  choices: [
    'o2-app-only',
    'o2-too-often',
    'pkce-token',
    'o2-error-words',
    'unlisted',
    'oauth-extra-parameters',
  ],
  // Checked by the handler, because a missing grant_type has its own code (choice: o2-app-only).
  form: openObject({
    grant_type: offering(['client_credentials'], 'Required; the only value is client_credentials'),
  }),
  answers: {
    200: json(
      named(
        'BearerToken',
        object({ token_type: exactly('bearer'), access_token: secret(string(), 'bearer token') }),
      ),
    ),
  },
  refuses: ['grantTypeMissing'],
  example: { body: { grant_type: 'client_credentials' } },
  handle({ principal, body, transact }, { state }) {
    if (body.grant_type !== 'client_credentials')
      return refuse('grantTypeMissing', '`grant_type` is missing or not client_credentials', {
        members: {
          label: 'forbidden_missing_parameter',
          error: body.grant_type === undefined ? 'invalid_request' : 'unsupported_grant_type',
        },
      });
    const { access_token } = transact((write) => bearerOf(principal.app, state, write));
    return { status: 200, body: { token_type: 'bearer', access_token } };
  },
});

export const invalidateBearerToken = endpoint({
  id: 'invalidateBearerToken',
  api: oauth,
  method: 'POST',
  path: '/oauth2/invalidate_token',
  section: '4.2',
  summary: "Invalidate the App's bearer token",
  description: "Ends the App's bearer token. The call is signed with OAuth 1.0a by the owner of the App.",
  auth: ['oauth1'],
  permission: 'read',
  limits: unlisted('25 U'),
  choices: ['o2-app-only', 'unlisted', 'o2-invalidate-unknown', 'oauth-extra-parameters'],
  query: {
    access_token: secret(described(string({ least: 1 }), 'The bearer token to invalidate'), 'bearer token'),
  },
  answers: { 200: json(object({ access_token: secret(string(), 'bearer token') })) },
  refuses: ['notAppOwner', 'foreignToken'],
  example: {},
  handle({ principal, query, transact }, { tables }) {
    const { app, user } = principal;
    if (user.id !== app.owner_id)
      return refuse('notAppOwner', `\`@${user.username}\` does not own ${app.name}`);
    const token = findBearer(query.access_token, tables);
    if (token?.app_id !== app.id)
      return refuse('foreignToken', `${app.name} has no such bearer token outstanding`);
    transact((write) => write.bearer_tokens.remove(token.access_token));
    return { status: 200, body: { access_token: token.access_token } };
  },
});

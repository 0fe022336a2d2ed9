import { endIfLast } from '../../../auth/approvals.ts';
import { v1 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { unlisted } from '../../../spec/limits.ts';
import { object, string } from '../../../spec/fields.ts';
import { secret } from '../../../spec/secret.ts';

export const invalidateUserToken = endpoint({
  id: 'invalidateUserToken',
  api: v1,
  method: 'POST',
  path: '/1.1/oauth/invalidate_token',
  aliases: ['/1.1/oauth/invalidate_token.json'],
  section: '4.1',
  summary: 'Invalidate the access token that signs this call',
  description:
    "Ends the access token that signs this call, at once and for good. The user's approval ends with the last token of the App, so authenticate asks again afterwards.",
  auth: ['oauth1'],
  permission: 'read',
  limits: unlisted('25 U'),
  choices: ['approvals', 'unlisted', 'oauth-extra-parameters'],
  answers: { 200: json(object({ access_token: secret(string(), 'access token') })) },
  refuses: [],
  example: {},
  handle({ principal, transact }, { state }) {
    const { oauth_token, app_id, user_id } = principal.token;
    transact((write) => {
      write.user_tokens.remove(oauth_token);
      endIfLast('oauth1', app_id, user_id, state, write);
    });
    return { status: 200, body: { access_token: oauth_token } };
  },
});

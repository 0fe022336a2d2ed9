import { expect, test } from 'vitest';
import type { Credential } from '../../worker/api.ts';
import { sourceOfCall } from './of-exchange.ts';
import { signingCall } from './of-message.ts';

const app = { appId: '1', appName: 'Reader' };
const user: Credential = {
  ...{ ...app, id: 'u', kind: 'oauth1', consumer_key: 'key', consumer_secret: 'cs', oauth_token: 'tok' },
  ...{ oauth_token_secret: 'ts', userId: '2', username: 'mira_holm', permission: 'read' },
};
const bearer: Credential = { ...app, id: 'a', kind: 'app', bearer_token: 'B%3D' };
const vault = [user, bearer];
const known = { bases: ['https://api.svc.example'], local: 'http://127.0.0.1:4010', isSecret: () => false };
const callBy = (authorization: string) =>
  sourceOfCall(
    {
      method: 'GET',
      url: 'https://api.svc.example/2/users/me',
      headers: [
        ['Authorization', authorization],
        ['Host', 'api.svc.example'],
      ],
    },
    vault,
    known,
  );

test('the secrets that signed or proved a call are found, and its program contains none of them', () => {
  const signed = callBy(
    'OAuth oauth_consumer_key="key", oauth_nonce="n", oauth_signature="s%3D", oauth_token="tok"',
  );
  expect(signed).toMatchObject({ credential: user, protocol: [] });
  const found = signingCall(signed);
  expect('call' in found && found.call).toMatchObject({
    target: { base: 'http://127.0.0.1:4010', path: '/2/users/me' },
    headers: [],
    auth: { kind: 'oauth1', key: 'key', token: 'tok', secret: { env: 'SVC_CONSUMER_SECRET' } },
  });
  expect(callBy('Bearer B%3D').credential).toBe(bearer);
});

test('a header whose secrets are not in the vault stays as it was sent', () => {
  expect(callBy('Bearer other').credential).toBeNull();
  expect(callBy('OAuth oauth_consumer_key="key", oauth_token="gone"').credential).toBeNull();
  expect(callBy('OAuth oauth_token="%zz"').credential).toBeNull();
});

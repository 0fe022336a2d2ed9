import { expect, it } from 'vitest';
import { heldCredential } from './held-credential.ts';

const app = { appId: '1', appName: 'One' };
const keys = { consumer_key: 'ck', consumer_secret: 's' };
const user = { userId: '7', username: 'mira', permission: 'read' } as const;
const vault = [
  { ...app, id: 'a', kind: 'basic', ...keys },
  { ...app, id: 'b', kind: 'app', bearer_token: 'AAA%2F' },
  { ...app, id: 'c', kind: 'oauth1', ...keys, ...user, oauth_token: '7-t', oauth_token_secret: 'x' },
] as const;
const held = (header: string) => heldCredential(header, vault, null);

it('recognises the vault’s own keys and tokens in each scheme, and no others', () => {
  expect(held('OAuth oauth_consumer_key="ck", oauth_token="7%2Dt"')).toMatchObject({
    auth: 'oauth1',
    userId: '7',
  });
  expect(held('OAuth oauth_consumer_key="ck"')).toMatchObject({ auth: 'consumer', userId: null });
  expect(held('Bearer AAA%2F')).toMatchObject({ auth: 'app' });
  expect(held(`Basic ${btoa('ck:s')}`)).toMatchObject({ auth: 'basic' });
  for (const foreign of ['OAuth oauth_consumer_key="ck", oauth_token="no"', 'Bearer x', 'Basic !', ''])
    expect(held(foreign)).toBeNull();
});

it('recognises the request token that the page holds', () => {
  const token = { appId: '1', oauth_token: 'req', oauth_token_secret: 'y' };
  const header = 'OAuth oauth_consumer_key="ck", oauth_token="req"';
  expect(heldCredential(header, vault, token)).toMatchObject({ auth: 'requestToken' });
});

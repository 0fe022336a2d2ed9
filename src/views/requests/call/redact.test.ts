import { expect, it } from 'vitest';
import type { Credential } from '../../../../worker/api.ts';
import { redact, redactRows, secretsOf } from './redact.ts';

const credential: Credential = {
  id: 'c',
  appId: 'a',
  appName: 'Northwind Reader',
  kind: 'oauth1',
  consumer_key: 'keykeykey',
  consumer_secret: 'secretsecret',
  oauth_token: '1-tokentoken',
  oauth_token_secret: 'hushhush',
  userId: '1',
  username: 'mira_holm',
  permission: 'read',
};

it('knows the secrets of a credential, and leaves its names unchanged', () => {
  expect(secretsOf([credential])).toEqual(['secretsecret', '1-tokentoken', 'hushhush']);
});

it.each([
  ['https://x/?access_token=abc&max_results=5', 'https://x/?access_token=&max_results=5'],
  ['https://x/?pagination_token=abc', 'https://x/?pagination_token=abc'],
  ['grant_type=client_credentials&client_secret=abc', 'grant_type=client_credentials&client_secret='],
  ['{"oauth_token_secret": "a\\"b", "text": "hi"}', '{"oauth_token_secret": "", "text": "hi"}'],
  ['a hushhush b', 'a  b'],
])('%s becomes %s', (text, bare) => expect(redact(text, secretsOf([credential]))).toBe(bare));

it('removes a secret that stands percent-encoded', () => {
  expect(redact('https://x/?q=a%2Fb%2Bc%3D%3D&lang=en', ['a/b+c==']), 'and only that').toBe(
    'https://x/?q=&lang=en',
  );
});

it('empties rows whose name or value is secret', () => {
  const rows = redactRows(
    [
      { name: 'Authorization', value: 'Bearer x', on: true },
      { name: 'X-Note', value: 'hushhush', on: true },
      { name: 'expansions', value: 'author_id', on: false },
    ],
    secretsOf([credential]),
  );
  expect(rows.map((row) => row.value)).toEqual(['', '', 'author_id']);
});

import { expect, test } from 'vitest';
import { flows } from '../flows.ts';
import { programOf } from './of-flow.ts';

const memory = {
  ...{ consumer_key: 'key', consumer_secret: 'its secret', client_id: 'client', client_secret: 'of client' },
  ...{ callback: 'https://app.example/cb', scopes: 'post.read users.read', username: 'mira_holm' },
};

test('each flow is a program of its kind, and its secrets are not in the program', () => {
  const sign = programOf(flows['sign-in-with'], memory);
  expect(sign.flow).toMatchObject({ kind: 'oauth1', page: '/oauth/authenticate', key: 'key' });
  expect(sign.variables).toEqual([{ name: 'SVC_CONSUMER_SECRET', value: 'its secret' }]);
  const pkce = programOf(flows.pkce, memory);
  expect(pkce.flow).toMatchObject({ kind: 'pkce', isConfidential: true, clientId: 'client' });
  expect(pkce.variables).toEqual([{ name: 'SVC_CLIENT_SECRET', value: 'of client' }]);
  for (const { flow } of [sign, pkce, programOf(flows['app-only'], memory)])
    expect(JSON.stringify(flow)).not.toContain('secret"');
});

test('a public client has no secret: its program sends its id', () => {
  const { flow, variables } = programOf(flows.pkce, { ...memory, client_secret: null });
  expect(flow).toMatchObject({ isConfidential: false });
  expect(variables).toEqual([]);
});

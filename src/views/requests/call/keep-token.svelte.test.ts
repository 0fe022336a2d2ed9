import { expect, test } from 'vitest';
import { Browser } from '../../../../testing/browser.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { encodeForm, s256, text, utf8 } from '../../../../worker/api.ts';
import type { Sent } from '../../../../worker/api.ts';
import { membersIn } from '../../../parts/json.ts';
import { keepToken } from './keep-token.ts';

const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk';
const redirect_uri = 'https://northwind-viewer.example/callback';

const answer = ({ outcome }: Sent) => membersIn(outcome.kind === 'response' ? text(outcome.body) : '');

test('the pair that a refresh token was exchanged for replaces the old one in the vault', async () => {
  const session = await openSession();
  const { playground, greeting, world } = session;
  const viewer = world.apps.find(({ name }) => name === 'Northwind Viewer');
  const client_id = viewer?.clientId ?? '';
  const exchange = (form: Readonly<Record<string, string>>): Promise<Sent> =>
    playground.send({
      ...{ method: 'POST', url: `${greeting.baseUrl}/2/oauth2/token` },
      headers: [['content-type', 'application/x-www-form-urlencoded']],
      body: utf8(encodeForm(Object.entries({ client_id, ...form }))),
    });
  const browser = new Browser(greeting.baseUrl, async (request) => {
    const { outcome } = await playground.send(request);
    if (outcome.kind !== 'response') throw new Error('No response');
    return outcome;
  });
  const query = encodeForm([
    ...Object.entries({ response_type: 'code', client_id, redirect_uri, state: 'st' }),
    ...Object.entries({ scope: 'users.read offline.access', code_challenge_method: 'S256' }),
    ['code_challenge', s256(code_verifier)],
  ]);
  const page = await browser.decide(`/oauth2/authorize?${query}`, 'mira_holm');
  const code = page.parameter('code') ?? '';
  const first = answer(
    await exchange({ grant_type: 'authorization_code', code, redirect_uri, code_verifier }),
  );
  const held = () => session.world.vault.find(({ id }) => id === 'signed-in');
  const kept = {
    ...{ id: 'signed-in', appId: viewer?.id ?? '', appName: 'Northwind Viewer', kind: 'oauth2' as const },
    ...{ access_token: String(first['access_token']), refresh_token: String(first['refresh_token']) },
    ...{ scopes: ['users.read', 'offline.access'], userId: '2244994945', username: 'mira_holm' },
  };
  await playground.keep(kept);
  const sent = await exchange({ grant_type: 'refresh_token', refresh_token: kept.refresh_token });
  await keepToken(session, '/2/oauth2/token', sent);
  const { access_token, refresh_token } = answer(sent);
  expect(access_token).not.toBe(kept.access_token);
  await expect.poll(held).toEqual({ ...kept, access_token, refresh_token });
});

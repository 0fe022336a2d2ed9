import { expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';
import { start } from '../../testing/platform.ts';
import type { Platform } from '../../engine/index.ts';
import type { Sent } from '../element/protocol.ts';
import { toldOf } from './told.ts';

/** What is told about the last call of the platform. */
async function toldOfLast(platform: Platform): Promise<Sent> {
  const { exchanges } = await platform.ask('exchanges.page', { count: 1 });
  const [exchange] = exchanges;
  const told = exchange ? await toldOf(platform, { exchange }) : null;
  if (!told) throw new Error('Nothing was told');
  return told;
}

test('the credentials of a signed call are masked, and what is no secret is passed on', async () => {
  const { platform, as } = await start();
  const token = as.credential('oauth1', 'Northwind Reader', 'mira_holm');
  await as.user('mira_holm').post('/2/posts', { text: `at noon ${token.oauth_token}` });
  const told = await toldOfLast(platform);
  expect(told).toMatchObject({ endpoint: 'createPost', method: 'POST', status: 201 });
  expect(new Map(told.request.headers).get('authorization')).toMatch(
    /oauth_signature="«signature 1»".*oauth_token="«access token 1»"/,
  );
  expect(told.request.body).toMatch(/^\{"text":"at noon /);
  expect(told.response?.body).toContain('at noon');
  expect(JSON.stringify(told)).not.toContain(token.oauth_token_secret);
  expect(told.trace.map(({ verb }) => verb)).toContain('Authenticated');
  expect(told.trace.every((step) => !('text' in step))).toBe(true);
});

test('issue 19: fields that an endpoint declares as secrets are masked, whatever their names', async () => {
  const { platform, as } = await start();
  const job = await as.bearer().post('/2/compliance/jobs', { type: 'users', name: 'a job' });
  const created = await toldOfLast(platform);
  const url = String(job.json.data['upload_url']);
  const secret = url.split('/').at(-1) ?? '';
  expect(created.response?.body).not.toContain(secret);
  expect(created.response?.body).toContain('a job');
  await as.anonymous.send({ method: 'PUT', path: new URL(url).pathname });
  expect(decodeURIComponent((await toldOfLast(platform)).url)).toMatch(/\/upload\/«secret address \d»$/);
});

test('the code, the verifier and the tokens of OAuth 2.0 are masked in the form and in the answer', async () => {
  const legs = await openLegs();
  const { access_token, refresh_token } = await legs.pkce();
  const { request, response } = await toldOfLast(legs.platform);
  expect(request.body).toContain('code_verifier=%C2%AB');
  expect(response?.body).toMatch(/"access_token":"«bearer token \d»"/);
  expect(JSON.stringify({ request, response })).not.toContain(access_token);
  await legs.refresh(refresh_token);
  const again = await toldOfLast(legs.platform);
  expect(JSON.stringify(again)).not.toContain(refresh_token);
});

test('cookies are left out, and so is a body that is neither JSON nor a form, or that is long', async () => {
  const legs = await openLegs();
  const { oauth_token } = await legs.askToken();
  await legs.as.anonymous.get(`/oauth/authorize?oauth_token=${oauth_token}`);
  const { response } = await toldOfLast(legs.platform);
  expect(response?.headers.map(([name]) => name.toLowerCase())).not.toContain('set-cookie');
  expect(response?.body).toBeNull();
  await legs.as.anonymous.post('/2/posts', { text: 'x'.repeat(70_000) });
  expect((await toldOfLast(legs.platform)).request.body).toBeNull();
});

/** A snapshot with rows in every table, and the credentials that it was made with. */
import type { Row, Snapshot } from '../../engine/index.ts';
import { start } from './platform.ts';

const user_id = '2244994945';
const app_id = '26001';
const scopes = ['post.read', 'users.read', 'offline.access'];

/** What flows leave behind that nobody has finished. */
const underWay = (now: number): Record<string, Row[]> => ({
  request_tokens: [
    {
      oauth_token: 'request-token',
      oauth_token_secret: 'secret',
      app_id,
      oauth_callback: 'oob',
      permission: 'read-write',
      email: false,
      expires_at: now + 900_000,
      user_id: null,
      oauth_verifier: null,
      wrong_verifiers: 0,
    },
  ],
  sessions: [{ id: 'session', user_id, csrf: 'csrf', expires_at: now + 900_000 }],
  authorization_codes: [
    {
      code: 'code',
      app_id,
      user_id,
      redirect_uri: 'http://127.0.0.1:8080/callback',
      scopes,
      code_challenge: 'challenge',
      code_challenge_method: 'plain',
      expires_at: now + 30_000,
      used: false,
      family: 'code',
    },
  ],
  oauth2_tokens: [
    { access_token: 'access', app_id, user_id, scopes, expires_at: now + 7_200_000, family: 'code' },
  ],
  refresh_tokens: [
    { refresh_token: 'refresh', app_id, user_id, scopes, expires_at: now + 9e9, used: false, family: 'code' },
  ],
  outbox: [
    {
      id: '1',
      effect: 'deliver',
      key: 'a',
      due: now + 1000,
      attempts: 1,
      data: { text: 'x', list: [1, null] },
    },
    { id: '2', effect: 'deliver', key: 'a', due: null, attempts: 0, data: null },
    {
      ...{ id: '3', effect: 'webhookCheck', key: 'crc:5', due: now + 2000, attempts: 0 },
      data: { webhook_id: '5', token: 'challenge' },
    },
  ],
  webhooks: [
    {
      ...{ id: '5', app_id, url: 'https://hooks.northwind.example/events', valid: true },
      ...{ created_at: now - 4_000_000, succeeded_at: now - 400_000 },
    },
  ],
  webhook_checks: [
    {
      ...{ id: '6', webhook_id: '5', at: now - 4_000_000, cause: 'registration', crc_token: 'token' },
      ...{ failed: null, exchange: '1' },
    },
  ],
  approvals: [{ id: `${app_id}:${user_id}`, app_id, user_id, permission: 'read-write', email: false }],
});

/** The starter after a few calls: counted windows, used nonces, refusals and a log are in it too. */
export async function wholeSnapshot() {
  const { platform, as } = await start({ seed: 'whole' });
  await as.user('jonas_berg').get('/2/users/me');
  await as.user().post('/2/posts', { text: 'Kept', poll: { options: ['a', 'b'], duration_minutes: 60 } });
  for (let call = 0; call < 2; call++) await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
  await platform.portal.setAbuse(true);
  await as.bearer('Lantern Bot').get('/2/posts/2020777185899446272');
  await platform.portal.setAbuse(false);
  await platform.clock.advance(60_000);
  const { tables, ...head } = platform.snapshot();
  const now = platform.clock.now();
  const check = { id: 'crc:5', name: 'webhookCheck', due: now + 1000, every_ms: 3_600_000, data: '5' };
  const jobs = [...tables['jobs']!, check];
  const snapshot: Snapshot = { ...head, tables: { ...tables, ...underWay(now), jobs } };
  return { snapshot, credentials: platform.initialCredentials };
}

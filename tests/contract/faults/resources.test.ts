/** What went wrong with lookups, HTTP and words: faults R7, R8, R9 and R10 of the hostile round. */
import { describe, expect, test } from 'vitest';
import { utf8 } from '../../../engine/index.ts';
import { start } from '../../../testing/platform.ts';
import type { Answer } from '../../../testing/platform.ts';

const user = '/2/users/2244994945';
const of = (answer: Answer) => [answer.status, answer.code];
const said = (answer: Answer) => answer.json.errors.map(({ message }) => message);

test('R7: a username in two letter cases gave the user twice', async () => {
  const { as } = await start();
  const { json } = await as.bearer().get('/2/users/by?usernames=mira_holm,MIRA_HOLM,jonas_berg,Mira_Holm');
  expect(json.data.map(({ username }) => username)).toEqual(['mira_holm', 'jonas_berg']);
  expect(json.errors).toBeUndefined();
});

describe('R8: HTTP that was not as RFC 9110 has it', () => {
  test('every answer has `date`, by the platform’s clock', async () => {
    const { platform, as } = await start();
    const answers = async () => [
      await as.bearer().get(user),
      await as.anonymous.get('/nothing'),
      await as.anonymous.get('nonsense'),
      await as.anonymous.get('/oauth/authorize'),
      await as.anonymous.send({ method: 'OPTIONS', path: user }),
      await as.anonymous.get(`${user}?x=${'x'.repeat(9000)}`),
      await as
        .basic()
        .send({ method: 'POST', path: '/oauth2/token', form: { grant_type: 'client_credentials' } }),
    ];
    for (const answer of await answers()) expect(answer.header('date')).toBe('Mon, 02 Mar 2026 09:41:12 GMT');
    await platform.clock.advance(86_400_000 + 999);
    for (const answer of await answers()) expect(answer.header('date')).toBe('Tue, 03 Mar 2026 09:41:12 GMT');
  });

  test('a body with a Content-Encoding is 415, not read as if it had none', async () => {
    const { as } = await start();
    for (const [path, client] of [
      ['/2/posts', as.user()],
      ['/oauth2/token', as.basic()],
      ['/2/oauth2/token', as.anonymous],
    ] as const)
      for (const encoding of ['gzip', 'identity', 'br, gzip']) {
        const headers = [['Content-Encoding', encoding]] as const;
        const answer = await client.send({ method: 'POST', path, json: { text: 'x' }, headers });
        expect(of(answer), path).toEqual([415, 25]);
        expect(said(answer)).toEqual([`Unsupported content encoding ${encoding}: a body is sent as it is`]);
      }
    expect((await as.bearer().send({ path: user, headers: [['Content-Encoding', 'gzip']] })).status).toBe(
      200,
    );
  });

  test('white space and parameters of a content type do not count', async () => {
    const { as } = await start();
    const send = (type: string) =>
      as
        .user()
        .send({ method: 'POST', path: '/2/posts', body: utf8('{}'), headers: [['Content-Type', type]] });
    for (const type of [
      'application/json\t; charset=utf-8',
      'application/json ;x=y',
      'Application/JSON;',
      ' application/json',
    ])
      expect((await send(type)).status, type).toBe(400);
    for (const type of ['application/json x', 'application/jsonp', 'text/plain; application/json'])
      expect(said(await send(type)), type).toEqual([
        `Unsupported content type ${type}: application/json is expected`,
      ]);
  });

  test('a CORS preflight for an unknown path succeeds, so that a page sees the 404', async () => {
    const { platform } = await start();
    const preflight = (
      path: string,
      more: Record<string, string> = { 'access-control-request-method': 'GET' },
    ) =>
      platform.fetch(
        new Request(platform.baseUrl + path, {
          method: 'OPTIONS',
          headers: { origin: 'http://localhost:5173', ...more },
        }),
      );
    for (const path of ['/2/nothing', '/', '/2/users/me']) {
      const answer = await preflight(path);
      expect([answer.status, answer.headers.get('access-control-allow-origin')], path).toEqual([204, '*']);
    }
    expect((await preflight('/2/nothing', {})).status).toBe(404);
    const real = await platform.fetch(
      new Request(`${platform.baseUrl}/2/nothing`, { headers: { origin: 'http://localhost:5173' } }),
    );
    expect([real.status, real.headers.get('access-control-allow-origin')]).toEqual([404, '*']);
  });
});

describe('R9: words that were not exact', () => {
  const post = async (body: string) => {
    const { as } = await start();
    return as.user().send({
      method: 'POST',
      path: '/2/posts',
      body: utf8(body),
      headers: [['Content-Type', 'application/json']],
    });
  };
  const poll = (minutes: string) => `{"text":"x","poll":{"options":["a","b"],"duration_minutes":${minutes}}}`;

  test('a numeric id is echoed as it was sent, not rounded', async () => {
    expect(
      said(await post('{"quote_post_id": 12345678901234567891, "text": "1.50 \\" 12345678901234567891"}')),
    ).toEqual(['The `quote_post_id` body field value [12345678901234567891] is not a string']);
    expect(said(await post('{"quote_post_id": 1.50}'))).toEqual([
      'The `quote_post_id` body field value [1.50] is not a string',
    ]);
  });

  test('a huge duration has one error, which names the bound of the field', async () => {
    for (const [minutes, words] of [
      ['99999999999999999999', 'is more than 10080'],
      ['1e300', 'is more than 10080'],
      ['10081', 'is more than 10080'],
      ['-99999999999999999999', 'is less than 5'],
      ['5.5', 'is not a whole number'],
    ] as const)
      expect(said(await post(poll(minutes)))).toEqual([
        `The \`poll.duration_minutes\` body field value [${minutes}] ${words}`,
      ]);
    const { as } = await start();
    expect(said(await as.bearer().get(`${user}/posts?max_results=99999999999999999999`))).toEqual([
      'The `max_results` query parameter value [99999999999999999999] is not between 5 and 100',
    ]);
  });

  test('a token given for exclude=replies,reposts is good with the two swapped, and for no other filter', async () => {
    const { platform, as } = await start();
    for (let at = 0; at < 12; at++) await as.user().post('/2/posts', { text: `Post ${at}` });
    await platform.clock.advance(1000);
    const page = (query: string) => as.bearer().get(`${user}/posts?max_results=5&${query}`);
    const { next_token } = (await page('exclude=replies,reposts')).json.meta;
    expect(next_token).toBeDefined();
    for (const exclude of [
      'exclude=reposts,replies',
      'exclude=reposts&exclude=replies',
      'exclude=replies,reposts,replies',
    ])
      expect((await page(`${exclude}&pagination_token=${next_token!}`)).status, exclude).toBe(200);
    expect(of(await page(`exclude=replies&pagination_token=${next_token!}`))).toEqual([400, 214]);
  });

  test('reversed bounds are refused, not an empty list', async () => {
    const { as } = await start();
    const [early, late] = ['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.001Z'];
    const list = (query: string) => as.bearer().get(`${user}/posts?${query}`);
    expect(said(await list(`start_time=${late}&end_time=${early}`))).toEqual([
      `The \`end_time\` query parameter value [${early}] is before \`start_time\` [${late}]`,
    ]);
    expect(said(await list('since_id=100&until_id=99'))).toEqual([
      'The `until_id` query parameter value [99] is before `since_id` [100]',
    ]);
    expect((await list(`start_time=${early}&end_time=${late}`)).status).toBe(200);
    expect((await list('since_id=99&until_id=100')).status).toBe(200);
  });
});

/** What a HEAD, and a call that a handler turns away, consume (choices: window, monthly-cap, abuse). */
import { describe, expect, test } from 'vitest';
import { openLegs } from '../../testing/legs.ts';
import { start } from '../../testing/platform.ts';
import type { Answer, Client, StartOptions } from '../../testing/platform.ts';
import { Listener } from '../support/stream.ts';

const minute = 60_000;
const search = '/2/posts/search/recent?query=loaf&max_results=100';
const stream = '/2/posts/search/stream';

/** A platform whose Lantern Bot, on Free, has received its 100 posts of the month and has a whole window again. */
async function spent(options: StartOptions = {}) {
  const world = await start(options);
  for (let loaf = 0; loaf < 100; loaf++) await world.as.user().post('/2/posts', { text: `Loaf ${loaf}` });
  const bot = world.as.bearer('Lantern Bot');
  expect((await bot.get(search)).json.meta.result_count).toBe(100);
  await world.platform.clock.advance(15 * minute);
  return { ...world, bot };
}

/** Makes the call twice and checks that every window is unchanged. */
async function expectUncounted(status: number, call: () => Promise<Answer>): Promise<Answer> {
  const [first, second] = [await call(), await call()];
  for (const answer of [first, second]) {
    expect(answer.status).toBe(status);
    expect(answer.number('svc-rate-limit-remaining')).toBe(answer.number('svc-rate-limit-limit'));
  }
  return second;
}

describe('a refusal of the handler', () => {
  test('a 429 of the monthly cap consumes nothing, and names the start of the next month', async () => {
    const { bot } = await spent();
    const { json } = await expectUncounted(429, () => bot.get(search));
    expect(json).toMatchObject({
      errors: [{ code: 185 }],
      title: 'UsageCapExceeded',
      cap_resets_at: '2026-04-01T00:00:00.000Z',
    });
    expect(json.detail).toContain('The cap resets at 2026-04-01T00:00:00.000Z');
  });

  test('a 429 of a second connection consumes nothing, and does not change the earlier count', async () => {
    const { platform, as } = await start();
    const bearer = as.bearer();
    const listener = await Listener.to(bearer);
    const left = async () => (await platform.ask('limits.windows', 'streamPosts', { appId: '26001' }))[0]!;
    const before = await left();
    expect(before).toMatchObject({ limit: 50, remaining: 49 });
    for (let turn = 0; turn < 3; turn++) {
      const refused = await bearer.get(stream);
      expect([refused.status, refused.number('svc-rate-limit-remaining')]).toEqual([429, 49]);
    }
    expect(await left()).toEqual(before);
    listener.leave();
    expect((await bearer.send({ method: 'HEAD', path: stream })).number('svc-rate-limit-remaining')).toBe(48);
  });

  test('a 401 of a wrong verifier consumes nothing', async () => {
    const { askToken, exchange } = await openLegs();
    const token = await askToken();
    await expectUncounted(401, () => exchange(token, { oauth_verifier: 'wrong' }));
  });

  test('the window begins with the first call that is counted', async () => {
    const { platform, bot } = await spent();
    await bot.get(search);
    await platform.clock.advance(5 * minute);
    const counted = await bot.get('/2/posts/search/recent?query=');
    expect([counted.status, counted.number('svc-rate-limit-remaining')]).toEqual([400, 0]);
    expect(counted.number('svc-rate-limit-reset') * 1000).toBe(platform.clock.now() + 15 * minute);
  });

  test('the X-ray says that the call was not counted', async () => {
    const { platform, bot } = await spent();
    await bot.get(search);
    const { trace, windows } = platform.exchanges.list().at(-1)!;
    expect(trace.map(({ verb }) => verb)).toEqual(
      expect.arrayContaining(['Counted', 'Not counted', 'Refused']),
    );
    expect(windows).toMatchObject([{ limit: 1, remaining: 1, resetAt: null }]);
  });

  test('the 429s of a handler add up to abuse, as those of the limiter do', async () => {
    const { bot } = await spent({ abuse: true });
    for (let turn = 0; turn < 500; turn++) expect((await bot.get(search)).status).toBe(429);
    expect((await bot.get(search)).closed).toBe(true);
  });
});

describe('a HEAD', () => {
  const usage = async (client: Client) =>
    (await client.get('/2/usage/posts')).json.data['project_usage'] as number;
  const head = (client: Client, path: string) => client.send({ method: 'HEAD', path });

  test('consumes a request of the window and no posts of the monthly cap', async () => {
    const { as } = await start();
    const bearer = as.bearer();
    await as.user().post('/2/posts', { text: 'A loaf' });
    const before = await usage(bearer);
    for (const left of [449, 448]) {
      const answer = await head(bearer, search);
      expect([answer.status, answer.text, answer.number('svc-rate-limit-remaining')]).toEqual([
        200,
        '',
        left,
      ]);
    }
    expect((await head(bearer, stream)).status).toBe(200);
    expect(await usage(bearer)).toBe(before);
    const { meta } = (await bearer.get(search)).json;
    expect(await usage(bearer)).toBe(before + meta.result_count);
  });
});

/** Callers, limits and refusals. */
import { ApiResponseError } from 'twitter-api-v2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { openWorld, refused } from './client.ts';
import type { World } from './client.ts';

const mira = '2244994945';
let world: World;
beforeAll(async () => {
  world = await openWorld();
  await world.platform.do('portal.setAbuse', false);
});
afterAll(() => world[Symbol.asyncDispose]());

describe('callers', () => {
  test('OAuth 1.0a: signs paths, queries and bodies', async () => {
    const { v2 } = world.user();
    const { data } = await v2.me({ 'user.fields': ['created_at', 'pinned_tweet_id', 'public_metrics'] });
    expect(data).toMatchObject({ id: mira, username: 'mira_holm' });
    expect(data.public_metrics!.tweet_count).toBeGreaterThan(0);
  });

  test('an App gets its bearer token and reads with it', async () => {
    const app = await world.consumer().appLogin();
    expect((await app.v2.userByUsername('mira_holm')).data.id).toBe(mira);
  });
});

describe('limits', () => {
  test(proves('8.1-exceeding-429-88', 'are read from answers, and from the refusal'), async () => {
    const { v2 } = world.user('jonas_berg');
    const first = await v2.get<unknown>('users/me', {}, { fullResponse: true });
    expect(first.rateLimit).toMatchObject({ limit: 75, remaining: 74 });
    for (let sent = 1; sent < 75; sent++) await v2.me();
    const error = await refused(v2.me(), ApiResponseError);
    expect(error.rateLimitError).toBe(true);
    expect(error.hasErrorCode(88)).toBe(true);
    expect(error.rateLimit).toEqual({ ...first.rateLimit, remaining: 0 });
    expect(error.data).toMatchObject({ title: 'Too Many Requests', status: 429 });
  });
});

describe('refusals', () => {
  test.each([
    [401, 89, 'a token that is none', () => world.withBearer('none').v2.user(mira)],
    [403, 220, 'the wrong kind of token', () => world.app().v2.me()],
    [404, 144, 'an id that nothing has', () => world.user().v2.singleTweet('1')],
    [400, 214, 'a value out of its bounds', () => world.user().v2.userTimeline(mira, { max_results: 1000 })],
  ] as const)('%i, code %i: %s', async (status, code, _what, call) => {
    const error = await refused<ApiResponseError>(call(), ApiResponseError);
    expect(error).toMatchObject({ code: status, isAuthError: status === 401, rateLimitError: false });
    expect(error.errors).toMatchObject([{ code }]);
    expect(error.data.title).toEqual(expect.any(String));
    expect(error.data.detail).toEqual(expect.any(String));
    expect(error.message).toContain(`code ${code})`);
  });

  test('a lookup of several returns them next to what was found', async () => {
    const found = await world.app().v2.users([mira, '1']);
    expect(found.data.map(({ id }) => id)).toEqual([mira]);
    expect(found.errors).toMatchObject([
      { resource_type: 'user', resource_id: '1', title: 'Not Found Error' },
    ]);
  });
});

import { describe, expect, test } from 'vitest';
import { signRequest, text, utf8 } from './inside.ts';
import { createTestPlatform } from './testing.ts';
import { crcAnswer } from './webhooks/crc.ts';

const asApp = (token: string, more: RequestInit = {}): RequestInit => ({
  ...more,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
});

describe('a platform for tests', () => {
  test('starts at the given time, and only an advance moves its clock', async () => {
    const { platform, fetch } = await createTestPlatform({ startsAt: '2026-05-01T12:00:00Z' });
    const date = async () => (await fetch('/2/users/me')).headers.get('date');
    expect(await date()).toBe('Fri, 01 May 2026 12:00:00 GMT');
    await platform.clock.advance(60_000);
    expect(await date()).toBe('Fri, 01 May 2026 12:01:00 GMT');
    await expect(createTestPlatform({ startsAt: 'soon' })).rejects.toThrow('startsAt is not a time: soon');
  });

  test('puts a Project on a plan, and its limits follow', async () => {
    const { fetch, keysOf, setPlan } = await createTestPlatform({ plan: 'free', scenario: 'small' });
    const { bearer_token } = keysOf();
    const limit = async () => {
      const response = await fetch('/2/users/by/username/mira_holm', asApp(bearer_token));
      return response.headers.get('svc-rate-limit-limit');
    };
    const onFree = await limit();
    await setPlan('pro');
    expect(await limit()).not.toBe(onFree);
    await expect(setPlan('pro', 'none')).rejects.toThrow(TypeError);
  });

  test('gives the keys of an App and of its users', async () => {
    const test = await createTestPlatform({ scenario: 'small' });
    expect(test.keysOf().consumer_key).toHaveLength(25);
    expect(test.keysOf('Harbour Desk', 'sam_ode').oauth_token).not.toBe(
      test.keysOf('Harbour Desk').oauth_token,
    );
    expect(() => test.keysOf('Harbour Desk', 'nobody')).toThrow('no keys of Harbour Desk for nobody');
    const empty = await createTestPlatform({ scenario: 'empty' });
    expect(() => empty.keysOf()).toThrow(TypeError);
  });
});

describe('ordered failures', () => {
  test('a call fails with 500 as often as was ordered, and the log says why', async () => {
    const test = await createTestPlatform({ scenario: 'small' });
    await test.fail('getUserByUsername', { type: 'error' }, 2);
    const status = async () =>
      (await test.fetch('/2/users/by/username/mira_holm', asApp(test.keysOf().bearer_token))).status;
    expect([await status(), await status(), await status()]).toEqual([500, 500, 200]);
    const refused = test.platform.exchanges.list()[0]!.trace.find(({ problem }) => problem !== undefined);
    expect(refused).toMatchObject({ problem: 'internalError', text: 'a test ordered this failure' });
    await expect(test.fail('getNothing', { type: 'error' })).rejects.toThrow(
      'There is no endpoint getNothing',
    );
    await expect(test.fail('getUserByUsername', { type: 'error' }, 0)).rejects.toThrow('times');
  });

  test('pages are short or empty before the end', async () => {
    const test = await createTestPlatform({ scenario: 'small' });
    const { bearer_token, user_id } = test.keysOf();
    await test.fail('getPostsOfUser', { type: 'shortPage', looks: 1 }, 40);
    const page = async (query: string) => {
      const response = await test.fetch(`/2/users/${user_id}/posts?${query}`, asApp(bearer_token));
      return (await response.json()) as { data?: { id: string }[]; meta: { next_token?: string } };
    };
    const found: string[] = [];
    const counts: number[] = [];
    let token: string | undefined;
    do {
      const query = `exclude=replies&max_results=5${token === undefined ? '' : `&pagination_token=${token}`}`;
      const { data = [], meta } = await page(query);
      found.push(...data.map(({ id }) => id));
      counts.push(data.length);
      token = meta.next_token;
    } while (token !== undefined);
    expect(counts.slice(0, -1)).toContain(0);
    expect(Math.max(...counts)).toBe(1);
    const { posts } = test.platform.snapshot().tables;
    const own = posts!.filter(
      (each) => each['author_id'] === user_id && each['in_reply_to_post_id'] === null,
    );
    expect(found.sort()).toEqual(own.map(({ id }) => id).sort());
  });

  test('a stream is cut, or stalls', async () => {
    const test = await createTestPlatform({ scenario: 'small' });
    const { bearer_token } = test.keysOf();
    const rules = JSON.stringify({ add: [{ value: 'northwind' }] });
    await test.fetch('/2/posts/search/stream/rules', asApp(bearer_token, { method: 'POST', body: rules }));
    await test.fail('streamPosts', { type: 'cut', after: 0 });
    const cut = await test.fetch('/2/posts/search/stream', asApp(bearer_token));
    await expect(cut.text()).rejects.toThrow('terminated');
    await test.fail('streamPosts', { type: 'stalls', after: 0 });
    const refused = await test.fetch('/2/posts/search/stream?backfill_minutes=9', asApp(bearer_token));
    expect(refused.status).toBe(400); // and the failure is still to come
    const stalled = await test.fetch('/2/posts/search/stream', asApp(bearer_token));
    const reader = stalled.body!.getReader();
    const reading = reader.read();
    await test.platform.clock.advance(120_000);
    await reader.cancel();
    expect((await reading).done).toBe(true);
    const { outcome } = test.platform.exchanges.list().at(-1)!;
    expect(outcome).toMatchObject({ kind: 'stream', ended: { chunks: 0, reason: null } });
    const whole = await test.fetch('/2/posts/search/stream', asApp(bearer_token));
    const keepAlive = whole.body!.getReader().read();
    await test.platform.clock.advance(120_000);
    expect((await keepAlive).done).toBe(false);
  });

  test('a delivery comes again when its answer is lost, and the log has each', async () => {
    const received: string[] = [];
    let secret = '';
    const test = await createTestPlatform({
      scenario: 'small',
      async send({ method, url, body }) {
        if (method === 'POST') received.push(text(body ?? new Uint8Array()));
        const token = new URL(url).searchParams.get('crc_token') ?? '';
        const answer = JSON.stringify({ response_token: crcAnswer(token, secret) });
        return { status: 200, headers: [], body: utf8(answer) };
      },
    });
    const keys = test.keysOf('Northwind Courier');
    secret = keys.consumer_secret;
    const registered = await test.fetch(
      '/2/webhooks',
      asApp(keys.bearer_token, { method: 'POST', body: JSON.stringify({ url: 'https://hooks.example/in' }) }),
    );
    const { id } = (await registered.json()) as { readonly id: string };
    const signed = async (path: string, body?: object) => {
      const url = test.platform.baseUrl + path;
      const timestamp = Math.floor(test.platform.clock.now() / 1000);
      const { authorization } = signRequest({ method: 'POST', url, headers: [] }, keys, {
        ...{ nonce: path, timestamp },
      });
      const headers = { authorization, 'content-type': 'application/json' };
      await test.fetch(url, { method: 'POST', headers, ...(body && { body: JSON.stringify(body) }) });
    };
    await signed(`/2/account_activity/webhooks/${id}/subscriptions/all`);
    await test.fail('activityDelivery', { type: 'lost' }, 2);
    await signed('/2/posts', { text: 'Something happens' });
    await test.platform.clock.advance(60_000);
    expect(received).toHaveLength(3);
    expect(new Set(received).size).toBe(1);
    const deliveries = test.platform.exchanges
      .list()
      .filter(({ direction, request }) => direction === 'out' && request.method === 'POST');
    expect(deliveries.map(({ outcome }) => outcome)).toMatchObject([
      { kind: 'closed', reason: 'closed: the answer was lost on the way: this failure was ordered' },
      { kind: 'closed' },
      { kind: 'response', status: 200 },
    ]);
    await expect(test.fail('streamPosts', { type: 'lost' })).rejects.toThrow('no call of the platform');
  });
});

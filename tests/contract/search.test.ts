/** Search and counts (8.3; choices: search, search-words, search-window, search-relevancy, search-counts). */
import { describe, expect, test } from 'vitest';
import { encodeForm } from '../../engine/inside.ts';
import type { PlatformOptions } from '../../engine/index.ts';
import { inhabitedStarter, start, userId } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';

const recent = '/2/posts/search/recent';
const day = 86_400_000;

const search = (client: Client, query: string, more: Readonly<Record<string, string>> = {}, path = recent) =>
  client.get(`${path}?${encodeForm(Object.entries({ query, ...more }))}`);
const textsOf = ({ json }: Answer): string[] =>
  ((json.data as unknown as { text: string }[] | undefined) ?? []).map(({ text }) => text);
const of = (answer: Answer) => [answer.status, answer.code];

/** A platform with these posts, in this order, a second apart. */
async function saying(texts: readonly string[], options: PlatformOptions = {}) {
  const world = await start(options);
  const ids: string[] = [];
  for (const text of texts) {
    ids.push((await world.as.user().post('/2/posts', { text })).json.data.id);
    await world.platform.clock.advance(1000);
  }
  return { ...world, ids };
}

describe('a search', () => {
  test('of a few thousand posts does not wait for the index, which is built later', async () => {
    let turns = 0;
    const turn = async () => {
      for (let beat = 0; beat < 1000; beat++) await Promise.resolve();
      turns++;
    };
    const { as } = await start({ ...(await inhabitedStarter()), turn });
    expect((await search(as.bearer(), 'from:mira_holm')).status).toBe(200);
    expect(turns).toBe(0);
  });

  test('finds words, phrases, alternatives and groups, the newest first', async () => {
    const { as, ids } = await saying([
      'Warm bread',
      'Cold bread, warm oven',
      'A Café with e-mail',
      'Nothing',
    ]);
    const found = async (query: string) => textsOf(await search(as.bearer(), query));
    expect(await found('bread')).toEqual(['Cold bread, warm oven', 'Warm bread']);
    expect(await found('"warm bread"')).toEqual(['Warm bread']);
    expect(await found('bread -oven')).toEqual(['Warm bread']);
    expect(await found('nothing OR cold bread')).toEqual(['Nothing', 'Cold bread, warm oven']);
    expect(await found('(nothing OR cold) bread')).toEqual(['Cold bread, warm oven']);
    expect(await found('CAFE')).toEqual(['A Café with e-mail']);
    expect(await found('e-mail')).toEqual(['A Café with e-mail']);
    const { json } = await search(as.bearer(), 'bread');
    expect(json.meta).toEqual({ result_count: 2, newest_id: ids[1], oldest_id: ids[0] });
    expect((await search(as.bearer(), 'unheard')).json).toEqual({ meta: { result_count: 0 } });
  });

  test('reflects new posts, replies and deletions', async () => {
    const { as, ids, platform } = await saying(['First loaf']);
    const found = async (query: string) => textsOf(await search(as.bearer(), query));
    expect(await found('loaf')).toEqual(['First loaf']);
    const reply = { text: 'Nice loaf @mira_holm #bread', reply: { in_reply_to_post_id: ids[0] } };
    const answer = (await as.user('sam_ode').post('/2/posts', reply)).json.data.id;
    await as.user('sam_ode').post('/2/posts', { text: 'See https://loaf.example', quote_post_id: ids[0] });
    const [mira, sam] = ['mira_holm', 'sam_ode'].map((name) => userId(platform, name));
    for (const query of [
      'to:mira_holm',
      'to:Mira_Holm',
      `to:${mira!}`,
      '@Mira_Holm',
      '#BREAD',
      'loaf is:reply',
      'loaf has:mentions',
      'loaf has:hashtags',
      `from:${sam!} -is:quote loaf`,
      'from:Sam_Ode -is:quote loaf',
    ])
      expect(await found(query), query).toEqual([reply.text]);
    expect(await found('loaf has:links is:quote lang:en')).toEqual(['See https://loaf.example']);
    expect(await found(`conversation_id:${ids[0]!}`)).toEqual([reply.text, 'First loaf']);
    expect(await found('loaf is:repost')).toEqual([]);
    await as.user('sam_ode').delete(`/2/posts/${answer}`);
    expect(await found('loaf')).toEqual(['See https://loaf.example', 'First loaf']);
  });

  test('reads a few posts, not all', async () => {
    const { as } = await saying(['One loaf', 'Two loaves', 'Three loaves']);
    await search(as.bearer(), 'loaf');
    const { exchange } = await search(as.bearer(), 'loaf');
    expect(exchange.trace.find(({ verb }) => verb === 'Handled')!.text).toBe('with 8 rows read'); // three of them tell who calls
  });

  test('shows the fields and expansions that were asked for', async () => {
    const { as, platform } = await saying(['One loaf']);
    const { json } = await search(as.bearer(), 'loaf', {
      'post.fields': 'author_id',
      expansions: 'author_id',
    });
    expect(json.data[0]).toHaveProperty('author_id', userId(platform, 'mira_holm'));
    expect(json.includes['users']).toMatchObject([{ username: 'mira_holm' }]);
  });

  test('by relevancy lists first the posts with the most matches, and of equals the newer', async () => {
    const texts = ['loaf loaf loaf', 'loaf', 'loaf and a warm loaf', 'another loaf', 'loaf, loaf'];
    const { as } = await saying(texts);
    const order = { sort_order: 'relevancy' };
    expect(textsOf(await search(as.bearer(), 'loaf', order))).toEqual([0, 4, 2, 3, 1].map((at) => texts[at]));
    expect(textsOf(await search(as.bearer(), '"warm loaf" OR another', order))).toEqual(
      [3, 2].map((at) => texts[at]),
    );
    expect((await search(as.bearer(), 'loaf', { ...order, expansions: 'author_id' })).status).toBe(200);
    const { meta } = (await search(as.bearer(), 'loaf', order)).json;
    const newest = (await search(as.bearer(), 'loaf')).json.meta;
    expect([meta['newest_id'], meta['oldest_id']]).toEqual([newest['newest_id'], newest['oldest_id']]);
    expect(of(await search(as.bearer(), 'loaf', { sort_order: 'best' }))).toEqual([400, 214]);
  });

  test('is paged by next_token or pagination_token, which work only for the same search', async () => {
    const { as, platform } = await saying(Array.from({ length: 12 }, (_, at) => `Loaf ${at}`));
    for (const order of [{}, { sort_order: 'relevancy' }]) {
      const first = await search(as.bearer(), 'loaf', order);
      const { next_token } = first.json.meta as unknown as { next_token: string };
      for (const name of ['next_token', 'pagination_token']) {
        const second = await search(as.bearer(), 'loaf', { ...order, [name]: next_token });
        expect(textsOf(second)).toEqual(['Loaf 1', 'Loaf 0']);
        const { previous_token } = second.json.meta as unknown as { previous_token: string };
        expect(textsOf(await search(as.bearer(), 'loaf', { ...order, [name]: previous_token }))).toEqual(
          textsOf(first),
        );
      }
      const wrong: [query: string, more: Record<string, string>, path?: string][] = [
        ['loaf ', { ...order, next_token }],
        ['loaf', { ...order, next_token, start_time: '2026-03-01T00:00:00Z' }],
        ['loaf', { sort_order: order.sort_order ? 'recency' : 'relevancy', next_token }],
        ['loaf', { ...order, next_token: `${next_token}x` }],
        ['loaf', { ...order, next_token, pagination_token: 'x' }],
        ['loaf', { ...order, next_token }, '/2/posts/search/all'],
      ];
      for (const [query, more, path] of wrong) {
        const answer = await search(as.bearer(), query, more, path);
        expect(of(answer), JSON.stringify(more)).toEqual([400, 214]);
        expect(answer.json.errors[0]).toMatchObject({ parameters: { next_token: [expect.any(String)] } });
        await platform.clock.advance(1000);
      }
    }
  });
});

describe('the parameters of a search', () => {
  test('an invalid query is refused, and the message says where and what is expected', async () => {
    const { as } = await start();
    const answer = await search(as.bearer(), 'bread (oven OR');
    expect(of(answer)).toEqual([400, 214]);
    expect(answer.json).toMatchObject({
      title: 'Invalid Request',
      type: 'https://api.svc.example/2/problems/invalid-request',
      errors: [
        {
          message:
            'The `query` query parameter value [bread (oven OR] is not a valid query: at position 15, a condition is expected, not the end',
          parameters: { query: ['bread (oven OR'] },
        },
      ],
    });
  });

  test('queries have 1 to 512 characters for recent posts, to 1,024 for all', async () => {
    const { as, platform } = await start();
    const counts = (reach: string) => `/2/posts/counts/${reach}`;
    for (const [paths, most] of [
      [[recent, counts('recent')], 512],
      [['/2/posts/search/all', counts('all')], 1024],
    ] as const)
      for (const path of paths) {
        const word = 'é'.repeat(most);
        expect((await search(as.bearer(), word, {}, path)).status, path).toBe(200);
        await platform.clock.advance(1000);
        expect(of(await search(as.bearer(), `${word}x`, {}, path))).toEqual([400, 214]);
        await platform.clock.advance(1000);
        expect(of(await search(as.bearer(), '', {}, path))).toEqual([400, 214]);
        await platform.clock.advance(1000);
      }
  });

  test('pages have the sizes of the table', async () => {
    const { as, platform } = await start();
    for (const [path, size, status] of [
      [recent, 9, 400],
      [recent, 10, 200],
      [recent, 100, 200],
      [recent, 101, 400],
      ['/2/posts/search/all', 9, 400],
      ['/2/posts/search/all', 500, 200],
      ['/2/posts/search/all', 501, 400],
    ] as const) {
      expect((await search(as.bearer(), 'loaf', { max_results: String(size) }, path)).status).toBe(status);
      await platform.clock.advance(1000);
    }
  });

  test('recent search goes 7 days back and refuses to go farther; the archive goes back to the first post', async () => {
    const { as, platform } = await saying(['An old loaf']);
    await platform.clock.advance(7 * day - 1000);
    expect(textsOf(await search(as.bearer(), 'loaf'))).toEqual(['An old loaf']);
    await platform.clock.advance(1);
    expect(textsOf(await search(as.bearer(), 'loaf'))).toEqual([]);
    expect(textsOf(await search(as.bearer(), 'loaf', {}, '/2/posts/search/all'))).toEqual(['An old loaf']);
    const ago = (ms: number) => new Date(platform.clock.now() - ms).toISOString();
    expect((await search(as.bearer(), 'loaf', { start_time: ago(7 * day) })).status).toBe(200);
    for (const more of [{ start_time: ago(7 * day + 1000) }, { end_time: ago(8 * day) }]) {
      const refused = await search(as.bearer(), 'loaf', more);
      expect(of(refused)).toEqual([400, 214]);
      expect(refused.json.errors[0]!.message).toContain('is more than 7 days ago');
    }
    for (const more of [
      { start_time: ago(1000), end_time: ago(2000) },
      { since_id: '20', until_id: '10' },
      { start_time: 'yesterday' },
      { since_id: 'x' },
    ] as Record<string, string>[])
      expect(of(await search(as.bearer(), 'loaf', more)), JSON.stringify(more)).toEqual([400, 214]);
  });

  test('users search for themselves, Apps for nobody; the archive and its counts need Pro', async () => {
    const { as, platform } = await start();
    expect((await search(as.user(), 'loaf')).status).toBe(200);
    expect((await search(as.user(), 'loaf', {}, '/2/posts/search/all')).status).toBe(200);
    for (const path of ['/2/posts/counts/recent', '/2/posts/counts/all'])
      expect(of(await search(as.user(), 'loaf', {}, path))).toEqual([403, 220]);
    expect(of(await search(as.anonymous, 'loaf'))).toEqual([400, 215]);
    expect(of(await search(as.bearer('Pocket Sketch'), 'loaf'))).toEqual([403, 414]);
    must(await platform.do('portal.setPlan', '1700', 'basic'));
    for (const path of ['/2/posts/search/all', '/2/posts/counts/all', '/2/posts/search/stream'])
      expect([path, ...of(await search(as.bearer(), 'loaf', {}, path))]).toEqual(
        path.endsWith('stream') ? [path, 400, 214] : [path, 403, 453],
      );
  });
});

interface Counts {
  readonly data: readonly { readonly start: string; readonly end: string; readonly post_count: number }[];
  readonly meta: { readonly total_post_count: number; readonly next_token?: string };
}

describe('counts', () => {
  const count = async (
    client: Client,
    query: string,
    more: Readonly<Record<string, string>> = {},
    reach = 'recent',
  ) => {
    const answer = await search(client, query, more, `/2/posts/counts/${reach}`);
    if (answer.status !== 200) throw new Error(answer.text);
    return JSON.parse(answer.text) as Counts;
  };

  test('cover the hours of the last 7 days, including empty ones; the first and the last are partial', async () => {
    const { as } = await saying(['Loaf', 'Loaf 2', 'Crumb']);
    const { data, meta } = await count(as.bearer(), 'loaf');
    expect(data).toHaveLength(7 * 24 + 1);
    expect(data[0]).toEqual({
      start: '2026-02-23T09:41:15.000Z',
      end: '2026-02-23T10:00:00.000Z',
      post_count: 0,
    });
    expect(data.at(-1)).toEqual({
      start: '2026-03-02T09:00:00.000Z',
      end: '2026-03-02T09:41:15.001Z',
      post_count: 2,
    });
    expect(meta).toEqual({ total_post_count: 2 });
  });

  test('by minutes have pages of 1,440 that lead back in time, even as the clock moves on', async () => {
    const { as, platform } = await saying(['Loaf']);
    const pages: Counts[] = [];
    for (let token: string | undefined = ''; token !== undefined; token = pages[0]!.meta.next_token) {
      pages.unshift(
        await count(as.bearer(), 'loaf', {
          granularity: 'minute',
          ...(token !== '' && { next_token: token }),
        }),
      );
      await platform.clock.advance(60_000);
      await as.user().post('/2/posts', { text: `Loaf ${pages.length}` });
    }
    const buckets = pages.flatMap(({ data }) => data);
    expect(pages.map(({ data }) => data.length)).toEqual([1, 1440, 1440, 1440, 1440, 1440, 1440, 1440]);
    expect(buckets).toHaveLength(7 * 1440 + 1);
    for (let at = 1; at < buckets.length; at++) expect(buckets[at]!.start).toBe(buckets[at - 1]!.end);
    expect(pages.map(({ meta }) => meta.total_post_count)).toEqual([0, 0, 0, 0, 0, 0, 0, 1]);
  });

  test('of the archive go back 30 days, or to start_time', async () => {
    const { as, platform } = await saying(['Loaf']);
    await platform.clock.advance(40 * day);
    expect((await count(as.bearer(), 'loaf', { granularity: 'day' }, 'all')).meta.total_post_count).toBe(0);
    const far = { granularity: 'day', start_time: '2026-03-01T00:00:00Z', end_time: '2026-03-04T00:00:00Z' };
    expect((await count(as.bearer(), 'loaf', far, 'all')).data.map(({ post_count }) => post_count)).toEqual([
      0, 1, 0,
    ]);
    expect(
      (await count(as.bearer(), 'loaf', { ...far, end_time: far.start_time }, 'all')).data,
    ).toBeUndefined();
  });

  test('refuse a token of another count', async () => {
    const { as } = await start();
    const { meta } = await count(as.bearer(), 'loaf', { granularity: 'minute' });
    const path = '/2/posts/counts/recent';
    for (const more of [{ granularity: 'hour' }, { granularity: 'minute', since_id: '1' }] as Record<
      string,
      string
    >[])
      expect(of(await search(as.bearer(), 'loaf', { ...more, next_token: meta.next_token! }, path))).toEqual([
        400, 214,
      ]);
    expect(of(await search(as.bearer(), 'loaf', { granularity: 'year' }, path))).toEqual([400, 214]);
  });
});

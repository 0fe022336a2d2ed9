/** The filtered stream (8.3; choices: stream, stream-connection, monthly-cap). */
import { describe, expect, test } from 'vitest';
import { tooSlow } from '../../engine/exchanges/stream-record.ts';
import { parse } from '../../engine/spec/parse.ts';
import { proves } from '../support/clause.ts';
import { declarations } from '../../testing/endpoints.ts';
import { caller, start, userId } from '../../testing/platform.ts';
import { appNamed, must } from '../../testing/portal.ts';
import { addRules, Listener } from '../support/stream.ts';
import { createPlatform } from '../../engine/index.ts';
import type { PlatformOptions } from '../../engine/index.ts';

const reader = '26001';
const minute = 60_000;

/** A platform whose Reader has a rule for the word loaf. */
async function withRule(options: PlatformOptions = {}) {
  const world = await start(options);
  const bearer = world.as.bearer();
  const [rule] = await addRules(bearer, 'loaf');
  const say = async (text: string, by = 'mira_holm') => {
    const answer = await world.as.user(by).post('/2/posts', { text });
    if (answer.status !== 201) throw new Error(answer.text);
    return answer.json.data.id;
  };
  return { ...world, bearer, rule: rule!, say };
}

describe('what is sent', () => {
  test('only new posts that a rule matches, with the matching rules', async () => {
    const { bearer, rule, say } = await withRule();
    const [other] = await addRules(bearer, 'warm OR #bread');
    await say('A loaf from before');
    const listener = await Listener.to(bearer);
    const id = await say('A warm loaf');
    await say('Nothing of it');
    const last = await say('#bread alone');
    expect(listener.lines).toEqual([
      {
        data: { id, text: 'A warm loaf', edit_history_post_ids: [id] },
        matching_rules: [
          { id: rule, tag: 'tag loaf' },
          { id: other, tag: 'tag warm OR #bread' },
        ],
      },
      {
        data: { id: last, text: '#bread alone', edit_history_post_ids: [last] },
        matching_rules: [{ id: other, tag: 'tag warm OR #bread' }],
      },
    ]);
    expect(listener.ended).toBeNull();
  });

  test('with the fields and the expansions that were asked for, as declared', async () => {
    const { bearer, platform, say } = await withRule();
    const listener = await Listener.to(bearer, '?post.fields=author_id,lang&expansions=author_id');
    await say('One loaf');
    const [line] = listener.lines;
    const mira = userId(platform, 'mira_holm');
    expect(line).toMatchObject({
      data: { author_id: mira, lang: 'en' },
      includes: { users: [{ id: mira, username: 'mira_holm' }] },
    });
    const { answers } = declarations.find(({ id }) => id === 'streamPosts')!;
    expect(parse(answers[200]!.schema, line)).toMatchObject({ success: true });
  });

  test('rules that change take effect on the open stream', async () => {
    const { bearer, rule, say } = await withRule();
    const listener = await Listener.to(bearer);
    await bearer.post('/2/posts/search/stream/rules', { delete: { ids: [rule] } });
    await say('A loaf that nobody waits for');
    const [cake] = await addRules(bearer, 'cake');
    await say('A cake');
    expect(listener.lines.map(({ matching_rules }) => matching_rules.map(({ id }) => id))).toEqual([[cake]]);
  });

  test('a blank line every 20 seconds of the platform’s clock, and none after the reader has gone', async () => {
    const { bearer, platform } = await withRule();
    const listener = await Listener.to(bearer);
    await platform.clock.advance(19_999);
    expect(listener.text).toBe('');
    await platform.clock.advance(1);
    expect(listener.text).toBe('\r\n');
    await platform.clock.advance(60_000);
    expect(listener.blankLines).toBe(4);
    listener.leave();
    await platform.clock.advance(3_600_000);
    expect(listener.blankLines).toBe(4);
    expect(platform.snapshot().tables['jobs']!.map(({ name }) => name)).not.toContain('stream');
  });

  test('posts of protected users are not', async () => {
    const { platform } = await withRule();
    const { tables, ...rest } = platform.snapshot();
    const users = tables['users']!.map((row) => ({ ...row, protected: row['username'] === 'mira_holm' }));
    const next = createPlatform({ snapshot: { ...rest, tables: { ...tables, users } } });
    const as = caller(next, platform.initialCredentials);
    const listener = await Listener.to(as.bearer());
    await as.user().post('/2/posts', { text: 'A hidden loaf' });
    await as.user('sam_ode').post('/2/posts', { text: 'An open loaf' });
    expect(listener.texts).toEqual(['An open loaf']);
  });
});

describe('when it is sent', () => {
  test('a post is sent when its commit is kept, and not at all when it is not', async () => {
    let keep: ((kept: boolean) => void)[] | null = null;
    const commit = () =>
      keep
        ? new Promise<void>((resolve, reject) => {
            keep!.push((kept) => (kept ? resolve() : reject(new Error('The disk is full'))));
          })
        : Promise.resolve();
    const { bearer, as } = await withRule({ commit });
    const listener = await Listener.to(bearer);
    await bearer.get('/2/posts/1'); // its family is loaded
    keep = [];
    const posts = ['lost', 'kept'].map((word) =>
      as.user().post('/2/posts', { text: `A loaf that is ${word}` }),
    );
    await Promise.resolve();
    expect(listener.texts).toEqual([]);
    const waiting = keep;
    keep = null;
    expect(waiting).toHaveLength(2);
    waiting[0]!(false);
    waiting[1]!(true);
    expect((await Promise.all(posts)).map(({ status }) => status)).toEqual([500, 201]);
    expect(listener.texts).toEqual(['A loaf that is kept']);
  });

  test('a post that has been deleted by then is not sent', async () => {
    let keep: (() => void)[] | null = null;
    const commit = () =>
      keep ? new Promise<void>((resolve) => void keep!.push(resolve)) : Promise.resolve();
    const { bearer, as, platform } = await withRule({ commit });
    const listener = await Listener.to(bearer);
    await bearer.get('/2/posts/1'); // its family is loaded
    keep = [];
    const posting = as.user().post('/2/posts', { text: 'A loaf for a moment' });
    await Promise.resolve();
    const id = String(platform.snapshot().tables['posts']!.at(-1)!['id']);
    const deleting = as.user().delete(`/2/posts/${id}`);
    await Promise.resolve();
    for (const each of keep.splice(0)) each();
    keep = null;
    expect([(await posting).status, (await deleting).status]).toEqual([201, 200]);
    expect(listener.texts).toEqual([]);
  });

  test('backfill_minutes and start_time begin with earlier posts, the oldest first, each once', async () => {
    const { bearer, platform, say } = await withRule();
    await say('Loaf 1');
    await platform.clock.advance(4 * minute);
    await say('Loaf 2');
    await say('Crumbs');
    await platform.clock.advance(2 * minute);
    await say('Loaf 3');
    const gone = await say('Loaf 4');
    await platform.clock.advance(1);
    const since = new Date(platform.clock.now() - 3 * minute).toISOString();
    for (const [query, expected] of [
      ['?backfill_minutes=5', ['Loaf 2', 'Loaf 3', 'Loaf 4']],
      ['?backfill_minutes=1', ['Loaf 3', 'Loaf 4']],
      ['?backfill_minutes=0', []],
      [`?start_time=${since}`, ['Loaf 2', 'Loaf 3', 'Loaf 4']],
    ] as const) {
      const listener = await Listener.to(bearer, query);
      expect(listener.texts, query).toEqual(expected);
      listener.leave();
    }
    const outcome = (await bearer.get('/2/posts/search/stream?backfill_minutes=5')).outcome;
    await remove(gone);
    if (outcome.kind === 'stream')
      expect(new Listener(outcome, Infinity).texts).toEqual(['Loaf 2', 'Loaf 3']);

    async function remove(id: string) {
      const { status } = await caller(platform).user().delete(`/2/posts/${id}`);
      expect(status).toBe(200);
    }
  });

  test('a future start_time holds posts back until then, and end_time ends the stream', async () => {
    const { bearer, platform, say } = await withRule();
    const at = (ms: number) => new Date(platform.clock.now() + ms).toISOString();
    const listener = await Listener.to(bearer, `?start_time=${at(minute)}&end_time=${at(3 * minute)}`);
    await say('Too early a loaf');
    await platform.clock.advance(minute);
    await say('A loaf in time');
    await platform.clock.advance(2 * minute - 1);
    expect(listener.ended).toBeNull();
    await platform.clock.advance(1);
    await say('Too late a loaf');
    expect(listener.texts).toEqual(['A loaf in time']);
    expect(listener.ended).toBeUndefined();
    // There is room for another.
    (await Listener.to(bearer)).leave();
  });

  test('empty time ranges, and times more than five minutes away, are refused', async () => {
    const { bearer, platform } = await withRule();
    const at = (ms: number) => new Date(platform.clock.now() + ms).toISOString();
    for (const query of [
      `?start_time=${at(-5 * minute - 1000)}`,
      `?end_time=${at(-1000)}`,
      `?start_time=${at(2000)}&end_time=${at(1000)}`,
      '?backfill_minutes=6',
      '?backfill_minutes=-1',
    ]) {
      const answer = await Listener.refused(bearer, query);
      expect([answer.status, answer.code], query).toEqual([400, 214]);
    }
  });
});

describe('how it ends', () => {
  test('an App has one connection; the next is accepted once the reader has gone', async () => {
    const { bearer, as } = await withRule();
    const first = await Listener.to(bearer);
    const second = await Listener.refused(bearer);
    expect([second.status, second.code]).toEqual([429, 88]);
    expect(second.json).toMatchObject({
      title: 'ConnectionException',
      type: 'https://api.svc.example/2/problems/streaming-connection',
      connection_issue: 'TooManyConnections',
    });
    // Another App has its own.
    (await Listener.to(as.bearer('Northwind Courier'))).leave();
    first.leave();
    (await Listener.to(bearer)).leave();
  });

  test('of two answered at once, the one that is read first gets the connection', async () => {
    const { bearer } = await withRule();
    const answers = await Promise.all([1, 2].map(() => bearer.get('/2/posts/search/stream')));
    const [first, second] = answers.map(({ outcome }) => {
      if (outcome.kind !== 'stream') throw new Error('No stream');
      return new Listener(outcome, Infinity);
    }) as [Listener, Listener];
    expect(second.lines).toMatchObject([{ title: 'ConnectionException', status: 429 }]);
    expect(second.ended).toContain('connected to the stream already');
    expect(first.ended).toBeNull();
    second.leave();
    expect((await Listener.refused(bearer)).status).toBe(429);
  });

  const ends: [
    name: string,
    code: number,
    act: (world: Awaited<ReturnType<typeof withRule>>) => Promise<unknown>,
  ][] = [
    [
      'its token is invalidated',
      89,
      async ({ as }) => {
        const { bearer_token } = as.credential('app', 'Northwind Reader');
        const path = `/oauth2/invalidate_token?access_token=${encodeURIComponent(bearer_token)}`;
        expect((await as.user().post(path)).status).toBe(200);
      },
    ],
    [
      'its token is revoked in the portal',
      89,
      async ({ platform }) => must(await platform.do('portal.revoke', reader, 'app')),
    ],
    [
      'its App is suspended',
      416,
      async ({ platform }) => must(await platform.do('portal.setSuspended', reader, true)),
    ],
    [
      'its plan has no stream any more',
      453,
      async ({ platform }) => must(await platform.do('portal.setPlan', '1700', 'free')),
    ],
    ['its App is deleted', 89, async ({ platform }) => must(await platform.do('portal.deleteApp', reader))],
  ];
  test.each(ends)('it is closed when %s, and its last line says why', async (_, code, act) => {
    const world = await withRule();
    const listener = await Listener.to(world.bearer);
    await act(world);
    expect(listener.ended).toEqual(expect.any(String));
    expect(listener.lines).toMatchObject([{ errors: [{ code }], status: expect.any(Number) as number }]);
    expect(world.platform.exchanges.list().at(-1)).toBeDefined();
    const before = listener.text;
    await world.as.user('mira_holm', 'Northwind Courier').post('/2/posts', { text: 'A loaf after the end' });
    expect(listener.text).toBe(before);
  });

  test('a reader that is too slow is disconnected, and the next connection is accepted', async () => {
    const { bearer, say, platform } = await withRule();
    const listener = await Listener.to(bearer, '', 200);
    await say('A loaf that fits');
    await say(`A loaf that does not ${'.'.repeat(200)}`);
    await say('A loaf too late');
    expect(listener.texts).toEqual(['A loaf that fits']);
    expect(listener.ended).toBe(tooSlow);
    const usage = platform.snapshot().tables['usage']!;
    expect(usage).toMatchObject([{ app_id: reader, posts: 1 }]);
    (await Listener.to(bearer)).leave();
  });

  test('after a restart nobody is connected, and its job stops', async () => {
    const { bearer, platform } = await withRule();
    await Listener.to(bearer);
    const next = createPlatform({ snapshot: platform.snapshot() });
    await next.clock.advance(minute);
    expect(next.snapshot().tables['jobs']!.map(({ name }) => name)).not.toContain('stream');
    (await Listener.to(caller(next, platform.initialCredentials).bearer())).leave();
  });
});

describe('the monthly cap', () => {
  /** A platform on Basic whose Project has received this many posts this month. */
  async function spent(posts: number) {
    const { platform } = await withRule();
    must(await platform.do('portal.setPlan', '1700', 'basic'));
    const { tables, ...rest } = platform.snapshot();
    const day = Date.UTC(2026, 2, 1);
    const app_id = appNamed(platform, 'Northwind Courier').id;
    const usage = [{ id: `1700:${app_id}:${day}`, project_id: '1700', app_id, day, posts }];
    const next = createPlatform({ snapshot: { ...rest, tables: { ...tables, usage } } });
    const as = caller(next, platform.initialCredentials);
    const say = (text: string) => as.user().post('/2/posts', { text });
    return { platform: next, as, bearer: as.bearer(), say };
  }

  test(
    proves(
      '8.1-basic-monthly-posts',
      'on Basic recent search and the stream together give 500,000 posts in a month, and go on in the next',
    ),
    async () => {
      const { bearer, platform, say } = await spent(499_996);
      for (const each of [1, 2, 3]) await say(`Loaf ${each}`);
      const search = '/2/posts/search/recent?query=loaf';
      expect((await bearer.get(search)).json.meta.result_count).toBe(3);
      const listener = await Listener.to(bearer);
      await say('Loaf 4');
      await say('Loaf 5');
      expect(listener.texts).toEqual(['Loaf 4']);
      expect(listener.lines.at(-1)).toMatchObject({
        errors: [{ code: 185 }],
        title: 'UsageCapExceeded',
        status: 429,
      });
      for (const path of [search, '/2/posts/search/stream']) {
        const refused = await bearer.get(path);
        expect([refused.status, refused.code], path).toEqual([429, 185]);
        expect(refused.json).toMatchObject({
          title: 'UsageCapExceeded',
          type: 'https://api.svc.example/2/problems/usage-capped',
        });
      }
      await platform.clock.advance(Date.UTC(2026, 3, 1) - platform.clock.now() - 1);
      expect((await bearer.get(search)).code).toBe(185);
      await platform.clock.advance(1);
      await say('Loaf 6');
      expect((await bearer.get(search)).json.meta.result_count).toBe(1);
      (await Listener.to(bearer)).leave();
    },
  );

  test('of posts that a stream gives at once it gives no more than the cap has left', async () => {
    const { bearer, say } = await spent(499_998);
    for (const each of [1, 2, 3]) await say(`Loaf ${each}`);
    const listener = await Listener.to(bearer, '?backfill_minutes=5');
    expect(listener.texts).toEqual(['Loaf 1', 'Loaf 2']);
    expect(listener.lines.at(-1)).toMatchObject({ errors: [{ code: 185 }], status: 429 });
  });

  test('a page has no more posts than the cap has left, and links to the next one', async () => {
    const { bearer, say } = await spent(499_998);
    for (const each of [1, 2, 3]) await say(`Loaf ${each}`);
    const page = await bearer.get('/2/posts/search/recent?query=loaf');
    expect(page.json.data.map(({ text }) => text)).toEqual(['Loaf 3', 'Loaf 2']);
    expect(page.json.meta['next_token']).toEqual(expect.any(String));
  });

  test('posts from searches and from the stream are counted by App and day', async () => {
    const { bearer, platform, say } = await withRule();
    const listener = await Listener.to(bearer);
    await say('Loaf 1');
    await say('Loaf 2');
    await bearer.get('/2/posts/search/recent?query=loaf');
    await bearer.get('/2/posts/search/all?query=loaf');
    await platform.clock.advance(86_400_000);
    await say('Loaf 3');
    expect(listener.texts).toHaveLength(3);
    const usage = platform.snapshot().tables['usage']!;
    expect(usage).toMatchObject([
      { project_id: '1700', app_id: reader, day: Date.UTC(2026, 2, 2), posts: 4 },
      { project_id: '1700', app_id: reader, day: Date.UTC(2026, 2, 3), posts: 1 },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import type { Scenario } from '../../engine/inside.ts';
import { insertPost } from '../../engine/social/posts.ts';
import { insertRepost } from '../../engine/social/reposts.ts';
import { follow } from '../../engine/social/follows.ts';
import type { StateView, Write } from '../../engine/state/state.ts';
import { Reading } from '../../engine/state/store/reading.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import { idsOf, walk } from '../support/pages.ts';
import { caller, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { aiko, changed, jonas, mira, names, protect, sam } from '../../testing/worlds.ts';
import { rounds } from '../support/rounds.ts';

const home = `/2/users/${mira}/timelines/reverse_chronological`;
const of = (answer: Answer) => [answer.status, answer.code];
const said = (answer: Answer) => answer.json.errors.map(({ message }) => message);
const ids = async (client: Client, path: string) => idsOf((await client.get(path)).json.data);

describe('the home timeline (8.3; choice: home-timeline)', () => {
  test('has the posts and reposts of the user and of followed users, the newest first', async () => {
    const { as } = await start();
    const say = async (who: string, text: string) =>
      (await as.user(names[who]).post('/2/posts', { text })).json.data.id;
    const hers = await say(aiko, 'From Aiko');
    const others = await say(jonas, 'From Jonas');
    const own = await say(mira, 'From Mira');
    const { id: repost } = (await as.user('sam_ode').post(`/2/users/${sam}/reposts`, { post_id: others }))
      .json.data;
    const first = (await as.user().get(`${home}?max_results=3`)).json;
    expect(idsOf(first.data)).toEqual([repost, own, hers]);
    expect(first.meta).toMatchObject({ result_count: 3, newest_id: repost, oldest_id: hers });
    expect((await ids(as.user(), `${home}?exclude=reposts`)).slice(0, 2)).toEqual([own, hers]);

    await as.user().post(`/2/users/${mira}/muting`, { target_user_id: jonas });
    expect((await ids(as.user(), home)).slice(0, 2)).toEqual([own, hers]);
    await as.user().post(`/2/users/${mira}/muting`, { target_user_id: aiko });
    expect(await ids(as.user(), home)).not.toContain(hers);
    await as.user().delete(`/2/users/${mira}/muting/${aiko}`);
    expect(await ids(as.user(), home)).toContain(hers);
    await as.user().delete(`/2/users/${mira}/following/${aiko}`);
    expect(await ids(as.user(), home)).not.toContain(hers);
  });

  test('is visible only to its user', async () => {
    const { as } = await start();
    expect(of(await as.user('jonas_berg').get(home))).toEqual([403, 220]);
    expect(of(await as.bearer().get(home))).toEqual([403, 220]);
    expect(of(await as.user().get(`${home}?max_results=0`))).toEqual([400, 214]);
    expect(of(await as.user().get(`${home}?since_id=2&until_id=1`))).toEqual([400, 214]);
  });

  test('matches an evaluator that checks every post, page by page and back', async () => {
    await fc.assert(
      fc.asyncProperty(worlds, filters, fc.integer({ min: 1, max: 6 }), async (world, filter, size) => {
        const platform = createPlatform({ scenario: built(world) });
        await platform.do('portal.setAbuse', false);
        await platform.do('portal.setPlan', '1700', 'enterprise');
        const client = caller(platform).user();
        const query = encodeForm(
          Object.entries({ max_results: String(size), ...toQuery(filter) }).flatMap(([name, value]) =>
            value === undefined ? [] : [[name, value] as const],
          ),
        );
        const pages = await walk(client, `${home}?${query}`, 'next_token');
        expect(pages.flat()).toEqual(naive(platform.snapshot().tables, filter));
        expect(pages.slice(0, -1).every(({ length }) => length === size)).toBe(true);
        if (pages.length < 2) return;
        let token: string | undefined;
        for (let page = 1; page < pages.length; page++)
          token = (await client.get(`${home}?${query}${token ? `&pagination_token=${token}` : ''}`)).json
            .meta['next_token'];
        const last = (await client.get(`${home}?${query}&pagination_token=${token!}`)).json.meta;
        const back = await walk(client, `${home}?${query}`, 'previous_token', last['previous_token']);
        expect(back).toEqual(pages.slice(0, -1).reverse());
      }),
      rounds(60, 1200),
    );
  });
});

test('a page of a timeline reads no more of the post lists when ten times as many users are followed', async () => {
  const looked = async (size: number) => {
    const scenario = changed((write, state) => {
      const app = state.tables.apps.get('26001')!;
      for (const id of followCrowd(size, write, state))
        insertPost({ text: `By ${id}` }, state.tables.users.get(id)!, app, state, write, begin);
    });
    const { as } = await start({ scenario });
    const page = () => ids(as.user(), `${home}?max_results=10`);
    await page(); // what is made with the first one
    const entries = vi.spyOn(Reading.prototype, 'next');
    expect(await page()).toHaveLength(10);
    const { length } = entries.mock.calls;
    entries.mockRestore();
    return length;
  };
  const ofFew = await looked(100);
  expect(ofFew).toBeLessThan(100);
  expect(await looked(1000)).toBe(ofFew);
});

test('a token given for exclude=replies,reposts works with the two swapped, and for no other filter', async () => {
  const { platform, as } = await start();
  for (let at = 0; at < 12; at++) await as.user().post('/2/posts', { text: `Post ${at}` });
  await platform.clock.advance(1000);
  const page = (query: string) => as.bearer().get(`/2/users/${mira}/posts?max_results=5&${query}`);
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
  const list = (query: string) => as.bearer().get(`/2/users/${mira}/posts?${query}`);
  expect(said(await list(`start_time=${late}&end_time=${early}`))).toEqual([
    `The \`end_time\` query parameter value [${early}] is before \`start_time\` [${late}]`,
  ]);
  expect(said(await list('since_id=100&until_id=99'))).toEqual([
    'The `until_id` query parameter value [99] is before `since_id` [100]',
  ]);
  expect((await list(`start_time=${early}&end_time=${late}`)).status).toBe(200);
  expect((await list('since_id=99&until_id=100')).status).toBe(200);
});

describe('mentions (8.3; choice: mentions)', () => {
  test('are posts that name the user, replies too, each once, within the range', async () => {
    const { platform, as } = await start({ scenario: changed((write) => void protect(aiko, write)) });
    const before = await ids(as.bearer(), `/2/users/${mira}/mentions`);
    const say = async (who: string, text: string, more: object = {}) =>
      (await as.user(names[who]).post('/2/posts', { text, ...more })).json.data.id;
    const twice = await say(jonas, '@mira_holm and again @MIRA_holm');
    await platform.clock.advance(60_000);
    const reply = await say(sam, 'So @mira_holm', { reply: { in_reply_to_post_id: twice } });
    const quiet = await say(aiko, 'Between us, @mira_holm');
    await say(sam, '@mira_holmes');
    const path = `/2/users/${mira}/mentions`;
    expect(await ids(as.bearer(), path)).toEqual([reply, twice, ...before]);
    expect(await ids(as.user(), path)).toEqual([quiet, reply, twice, ...before]);
    const time = new Date(platform.clock.now() - 1).toISOString();
    expect(await ids(as.bearer(), `${path}?start_time=${time}`)).toEqual([reply]);
    expect(await ids(as.bearer(), `${path}?end_time=${time}&since_id=${before[0]!}`)).toEqual([twice]);
    expect((await as.bearer().get(`${path}?max_results=5`)).json.meta['newest_id']).toBe(reply);
    await as.user('jonas_berg').delete(`/2/posts/${twice}`);
    expect(await ids(as.bearer(), path)).toEqual([reply, ...before]);
    expect(of(await as.bearer().get('/2/users/1/mentions'))).toEqual([404, 144]);
  });
});

const people = [mira, jonas, aiko, sam] as const;
const person = fc.constantFrom(...people);
const relation = fc.uniqueArray(
  fc.tuple(person, person).filter(([one, other]) => one !== other),
  { selector: ([one, other]) => pairId(one, other), maxLength: 8 },
);
const begin = Date.UTC(2026, 1, 1);
const hour = 3_600_000;

interface World {
  /** Whether Mira follows so many others, who never post, that the platform scans all posts for her timeline. */
  readonly followsCrowd: boolean;
  readonly follows: readonly (readonly [string, string])[];
  readonly mutes: readonly (readonly [string, string])[];
  readonly blocks: readonly (readonly [string, string])[];
  readonly protects: readonly string[];
  /** The author, the hour, and the earlier post that it replies to or reposts. */
  readonly posts: readonly { by: string; at: number; kind: 'post' | 'reply' | 'repost'; of: number }[];
}

const worlds: fc.Arbitrary<World> = fc.record({
  followsCrowd: fc.boolean(),
  follows: relation,
  mutes: relation,
  blocks: relation,
  protects: fc.uniqueArray(person, { maxLength: 2 }),
  posts: fc.array(
    fc.record({
      by: person,
      at: fc.nat(50),
      kind: fc.constantFrom('post' as const, 'post' as const, 'reply' as const, 'repost' as const),
      of: fc.nat(30),
    }),
    { maxLength: 25 },
  ),
});

interface Filter {
  readonly exclude: readonly ('replies' | 'reposts')[];
  readonly from: number | undefined;
  readonly to: number | undefined;
}

const bound = fc.option(fc.nat(60), { nil: undefined });
const filters: fc.Arbitrary<Filter> = fc
  .record({
    exclude: fc.uniqueArray(fc.constantFrom('replies' as const, 'reposts' as const)),
    from: bound,
    to: bound,
  })
  .filter(({ from, to }) => from === undefined || to === undefined || from <= to);

const moment = (after: number) => begin + after * hour;
const toQuery = ({ exclude, from, to }: Filter) => ({
  exclude: exclude.length > 0 ? exclude.join(',') : undefined,
  start_time: from === undefined ? undefined : new Date(moment(from)).toISOString(),
  end_time: to === undefined ? undefined : new Date(moment(to)).toISOString(),
});

const built = ({ followsCrowd, follows, mutes, blocks, protects, posts }: World): Scenario =>
  changed((write, state) => {
    const app = state.tables.apps.get('26001')!;
    for (const { id } of [...state.tables.follows.values()]) write.follows.remove(id);
    const isBlocked = new Set(blocks.flatMap(([a, b]) => [pairId(a, b), pairId(b, a)]));
    for (const [one, other] of follows) if (!isBlocked.has(pairId(one, other))) follow(one, other, 1, write);
    if (followsCrowd) followCrowd(60, write, state);
    for (const [table, pairs] of [
      ['mutes', mutes],
      ['blocks', blocks],
    ] as const)
      for (const [one, other] of pairs)
        write[table].insert({
          ...{ id: pairId(one, other), source_user_id: one, target_user_id: other, at: 1 },
        });
    for (const id of protects) protect(id, write);
    const made = [...state.tables.posts.values()];
    for (const [index, { by, at, kind, of: earlier }] of posts.entries()) {
      const author = state.tables.users.get(by)!;
      const target = made[earlier % made.length]!;
      const isNew = !state.tables.posts.firstBy('repost', pairId(by, target.id));
      if (kind === 'repost' && target.reposted_post_id === null && isNew)
        made.push(insertRepost(target, author, app, state, write, moment(at)));
      else {
        const reply = { in_reply_to_post_id: target.id };
        const said = { text: `Number ${index}`, ...(kind === 'reply' && { reply }) };
        made.push(insertPost(said, author, app, state, write, moment(at)));
      }
    }
  });

/** Creates this many users, whom Mira follows; returns their ids. */
function followCrowd(size: number, write: Write, { tables }: StateView): string[] {
  const ids = Array.from({ length: size }, (_, at) => String(9_000_000_000 + at));
  for (const id of ids) {
    write.users.insert({ ...tables.users.get(jonas)!, id, username: `crowd_${id}`, pinned_post_id: null });
    follow(mira, id, 1, write);
  }
  return ids;
}

type Rows = readonly Readonly<Record<string, unknown>>[];

/** Evaluates every post by the words of the choices alone. */
function naive(tables: Readonly<Record<string, Rows>>, { exclude, from, to }: Filter): string[] {
  const has = (table: string, one: string, other: string) =>
    tables[table]!.some((row) => row['source_user_id'] === one && row['target_user_id'] === other);
  const user = (id: string) => tables['users']!.find((row) => row['id'] === id)!;
  const sees = (author: string) =>
    author === mira ||
    (!has('blocks', author, mira) && (user(author)['protected'] !== true || has('follows', mira, author)));
  const found = tables['posts']!.filter((post) => {
    const author = String(post['author_id']);
    const original = tables['posts']!.find(({ id }) => id === post['reposted_post_id']);
    const said = original ? String(original['author_id']) : author;
    if (author !== mira && !has('follows', mira, author)) return false;
    if (has('mutes', mira, author) || has('mutes', mira, said)) return false;
    if (!sees(author) || !sees(said)) return false;
    if (exclude.includes('replies') && post['in_reply_to_post_id'] !== null) return false;
    if (exclude.includes('reposts') && original) return false;
    const at = Number(post['created_at']);
    return (from === undefined || at >= moment(from)) && (to === undefined || at < moment(to));
  });
  return found.map(({ id }) => String(id)).sort((a, b) => (BigInt(a) < BigInt(b) ? 1 : -1));
}

describe('what the page asks about a timeline it has read (page review, Q30)', () => {
  test('says how many new posts a call would find, who wrote them, and when the last one came', async () => {
    const { platform, as } = await start();
    const [newest = ''] = await ids(as.user(), home);
    const asked = (author: string | null = null, viewer: string = mira) =>
      platform.ask('explorer.newPosts', viewer, author, newest);
    expect(await asked()).toBeNull();

    let number = 0;
    for (const who of [aiko, jonas, aiko, mira])
      await as.user(names[who]).post('/2/posts', { text: `Said after ${newest} by ${who}, ${++number}` });
    const { data, meta } = (await as.user().get(`${home}?since_id=${newest}&post.fields=created_at`)).json;
    expect(await asked()).toEqual({
      count: meta.result_count,
      by: ['mira_holm', 'aiko_tan'],
      at: Date.parse(String(data[0]?.['created_at'])),
    });
    expect(meta.result_count).toBe(3);
    const id = data[1]?.['id'];
    await as.user().post(`/2/users/${mira}/reposts`, { post_id: id });
    expect(await asked()).toMatchObject({ count: 3 });
    expect(await asked(jonas)).toMatchObject({ count: 1, by: ['jonas_berg'] });

    await as.user().post(`/2/users/${mira}/muting`, { target_user_id: aiko });
    expect(await asked()).toMatchObject({ count: 1, by: ['mira_holm'] });
    await platform.do('users.setBlocked', jonas, mira, true);
    expect(await asked(jonas)).toBeNull();
    expect(await asked('1')).toBeNull();
    expect(await asked(null, '1')).toBeNull();
  });

  test('counts at most a hundred', async () => {
    const { platform } = await start({ scenario: 'starter' });
    await platform.seedPopulation();
    expect(await platform.ask('explorer.newPosts', mira, null, '1')).toMatchObject({ count: 100 });
  });
});

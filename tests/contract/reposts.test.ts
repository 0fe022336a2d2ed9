import { describe, expect, test } from 'vitest';
import { idsOf, walk } from '../support/pages.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { aiko, block, changed, jonas, mira, names, protect, sam } from '../../testing/worlds.ts';

const post = '2020777185899446272';
const repost = (client: Client, who: string, post_id: unknown = post) =>
  client.post(`/2/users/${who}/reposts`, { post_id });
const unrepost = (client: Client, who: string, id = post) => client.delete(`/2/users/${who}/reposts/${id}`);
const of = (answer: Answer) => [answer.status, answer.code];
const by = async (client: Client, id = post) =>
  idsOf((await client.get(`/2/posts/${id}/reposted_by`)).json.data);
const count = async (client: Client, id = post) =>
  (
    (await client.get(`/2/posts/${id}?post.fields=public_metrics`)).json.data['public_metrics'] as {
      repost_count: number;
    }
  ).repost_count;

describe('reposts (8.3; choice: reposts)', () => {
  test('a repost is a post that names its original, once per user', async () => {
    const { as } = await start();
    const made = await repost(as.user('sam_ode'), sam);
    const { id } = made.json.data;
    expect([made.status, made.json]).toEqual([200, { data: { id, reposted: true } }]);
    const shown = await as
      .bearer()
      .get(`/2/posts/${id}?post.fields=referenced_posts,entities&expansions=referenced_posts.id.author_id`);
    expect(shown.json.data.text).toMatch(/^RP @mira_holm: Northwind Reader is out/);
    expect(shown.json.data['referenced_posts']).toEqual([{ type: 'reposted', id: post }]);
    expect(idsOf(shown.json.includes['posts'])).toEqual([post]);
    expect(idsOf(shown.json.includes['users'])).toEqual([mira]);
    expect(idsOf((await as.bearer().get(`/2/users/${sam}/posts`)).json.data)[0]).toBe(id);
    expect(idsOf((await as.bearer().get(`/2/users/${sam}/posts?exclude=reposts`)).json.data)).not.toContain(
      id,
    );
    // The text names her, but a repost mentions nobody.
    expect(Object.keys(shown.json.data['entities'] as object)).toEqual(['urls']);
    expect(idsOf((await as.bearer().get(`/2/users/${mira}/mentions`)).json.data)).not.toContain(id);

    expect((await repost(as.user('sam_ode'), sam)).json.data.id).toBe(id);
    expect((await repost(as.user('sam_ode'), sam, id)).json.data.id).toBe(id);
    expect((await repost(as.user('aiko_tan'), aiko, id)).status).toBe(200);
    expect([await by(as.bearer()), await by(as.bearer(), id), await count(as.bearer())]).toEqual([
      [aiko, sam],
      [],
      2,
    ]);
    // Its words are another user's: posting them yourself is not a duplicate.
    expect((await as.user('sam_ode').post('/2/posts', { text: shown.json.data.text })).status).toBe(201);
  });

  test('search finds a repost by its words and tags, but not by mentions', async () => {
    const { as } = await start();
    const said = 'See @aiko_tan and #tide at https://tide.example/1';
    const { id: original } = (await as.user().post('/2/posts', { text: said })).json.data;
    const { id } = (await repost(as.user('sam_ode'), sam, original)).json.data;
    const found = async (query: string) =>
      idsOf(
        (await as.bearer().get(`/2/posts/search/recent?query=${encodeURIComponent(`${query} is:repost`)}`))
          .json.data,
      ).includes(id);
    for (const query of ['#tide', 'see has:hashtags', 'see has:links'])
      expect(await found(query), query).toBe(true);
    for (const query of ['@aiko_tan', '@mira_holm', 'see has:mentions'])
      expect(await found(query), query).toBe(false);
    const shown = await as
      .bearer()
      .get(`/2/posts/${id}?post.fields=entities&expansions=entities.mentions.username`);
    expect(Object.keys(shown.json.data['entities'] as object)).toEqual(['hashtags', 'urls']);
    expect(shown.json.includes).toBeUndefined();
  });

  test('it is removed by the id of the post, by its own id, and together with the post', async () => {
    const { as } = await start();
    const { id } = (await repost(as.user('sam_ode'), sam)).json.data;
    expect((await unrepost(as.user('sam_ode'), sam)).json).toEqual({ data: { reposted: false } });
    expect((await unrepost(as.user('sam_ode'), sam)).json).toEqual({ data: { reposted: false } });
    expect(of(await as.bearer().get(`/2/posts/${id}`))).toEqual([404, 144]);
    const again = (await repost(as.user('sam_ode'), sam)).json.data.id;
    expect((await as.user('sam_ode').delete(`/2/posts/${again}`)).json).toEqual({ data: { deleted: true } });
    expect(await by(as.bearer())).toEqual([]);
    const last = (await repost(as.user('sam_ode'), sam)).json.data.id;
    await as.user().delete(`/2/posts/${post}`);
    expect(of(await as.bearer().get(`/2/posts/${last}`))).toEqual([404, 144]);
    expect(of(await unrepost(as.user('sam_ode'), sam))).toEqual([404, 144]);
  });

  test('a reply to or a quote of a repost refers to the original', async () => {
    const { as } = await start();
    const { id } = (await repost(as.user('sam_ode'), sam)).json.data;
    const made = await as.user('jonas_berg').post('/2/posts', {
      text: 'Both at once',
      reply: { in_reply_to_post_id: id },
      quote_post_id: id,
    });
    const shown = await as.bearer().get(`/2/posts/${made.json.data.id}?post.fields=referenced_posts`);
    expect(shown.json.data['referenced_posts']).toEqual([
      { type: 'quoted', id: post },
      { type: 'replied_to', id: post },
    ]);
  });

  test('an unknown post, another user or a hidden post is refused and changes nothing', async () => {
    const { platform, as } = await start({
      scenario: changed((write) => {
        protect(aiko, write);
        block(sam, jonas, write);
      }),
    });
    const before = durable(platform);
    const hers = '2020852683371446272';
    const his = '2020913081349046272';
    expect(of(await repost(as.user(), jonas))).toEqual([403, 220]);
    expect(of(await unrepost(as.user(), jonas))).toEqual([403, 220]);
    expect(of(await repost(as.user(), mira, '1'))).toEqual([400, 214]);
    expect(of(await unrepost(as.user(), mira, '1'))).toEqual([404, 144]);
    expect(of(await repost(as.user('jonas_berg'), jonas, hers))).toEqual([403, 220]);
    expect(of(await repost(as.user('jonas_berg'), jonas, his))).toEqual([403, 220]);
    expect(of(await repost(as.user('sam_ode'), sam, '2020792285393846272'))).toEqual([403, 220]);
    expect(durable(platform)).toBe(before);
  });

  test('a repost is visible to users who may see both posts', async () => {
    const { as } = await start({ scenario: changed((write) => void protect(aiko, write)) });
    const hers = '2020852683371446272';
    const { id } = (await repost(as.user(), mira, hers)).json.data; // follows her
    expect((await as.user('aiko_tan').get(`/2/posts/${id}`)).status).toBe(200);
    expect(of(await as.bearer().get(`/2/posts/${id}`))).toEqual([403, 220]);
    expect(idsOf((await as.bearer().get(`/2/users/${mira}/posts`)).json.data)).not.toContain(id);
    expect(idsOf((await as.user().get(`/2/users/${mira}/posts`)).json.data)).toContain(id);
    await repost(as.user('aiko_tan'), aiko);
    expect([await by(as.bearer()), await by(as.user())]).toEqual([[], [aiko]]);
  });

  test('reposts_of_me has the posts that others reposted, page by page', async () => {
    const { as } = await start();
    const mine = idsOf((await as.bearer().get(`/2/users/${mira}/posts`)).json.data);
    await repost(as.user(), mira, mine[0]); // by nobody else
    for (const [at, who] of [sam, jonas, sam].entries()) await repost(as.user(names[who]), who, mine[at + 1]);
    await repost(as.user('jonas_berg'), jonas, mine[2]);
    const path = '/2/users/reposts_of_me?max_results=2';
    expect(await walk(as.user(), path, 'next_token')).toEqual([[mine[1], mine[2]], [mine[3]]]);
    expect((await as.user('aiko_tan').get('/2/users/reposts_of_me')).json).toEqual({
      meta: { result_count: 0 },
    });
  });
});

test('reposts_of_me and reposted_by agree: both show reposts by users whom the caller may see', async () => {
  const { platform, as } = await start();
  const [first, second] = idsOf((await as.bearer().get(`/2/users/${mira}/posts`)).json.data);
  const mine = async () => idsOf((await as.user().get('/2/users/reposts_of_me')).json.data);
  await repost(as.user('sam_ode'), sam, first);
  await repost(as.user('sam_ode'), sam, second);
  await repost(as.user('jonas_berg'), jonas, second);
  expect(await mine()).toEqual([first, second]);
  must(await platform.do('users.setBlocked', sam, mira, true));
  expect([await mine(), await by(as.user(), first), await by(as.user(), second)]).toEqual([
    [second],
    [],
    [jonas],
  ]);
});

test('reposts_of_me leaves out posts reposted only by protected users whom the caller does not follow', async () => {
  const { as } = await start({ scenario: changed((write) => void protect(jonas, write)) });
  await repost(as.user('jonas_berg'), jonas); // mira does not follow him
  expect([idsOf((await as.user().get('/2/users/reposts_of_me')).json.data), await by(as.user())]).toEqual([
    [],
    [],
  ]);
});

describe('quotes (8.3; choice: quotes)', () => {
  test('are listed with the newest first, without replies on request, and only if visible', async () => {
    const { as } = await start({ scenario: changed((write) => void protect(aiko, write)) });
    const quote = async (who: string, text: string, more: object = {}) =>
      (await as.user(names[who]).post('/2/posts', { text, quote_post_id: post, ...more })).json.data.id;
    const first = await quote(sam, 'One');
    const hers = await quote(aiko, 'Two');
    const answer = await quote(jonas, 'Three', { reply: { in_reply_to_post_id: post } });
    const path = `/2/posts/${post}/quote_posts`;
    expect(idsOf((await as.user().get(path)).json.data)).toEqual([answer, hers, first]);
    expect(idsOf((await as.bearer().get(path)).json.data)).toEqual([answer, first]);
    expect(idsOf((await as.user().get(`${path}?exclude=replies,reposts`)).json.data)).toEqual([hers, first]);
    expect(of(await as.bearer().get('/2/posts/1/quote_posts'))).toEqual([404, 144]);
    expect(of(await as.bearer().get(`${path}?max_results=9`))).toEqual([400, 214]);
    await as.user('sam_ode').delete(`/2/posts/${first}`);
    expect(idsOf((await as.bearer().get(path)).json.data)).toEqual([answer]);
  });
});

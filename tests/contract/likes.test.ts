import { describe, expect, test } from 'vitest';
import { idsOf } from '../support/pages.ts';
import { durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { aiko, block, changed, jonas, mira, protect, sam } from '../../testing/worlds.ts';

const post = '2020777185899446272';
const like = (client: Client, who: string, post_id: unknown = post) =>
  client.post(`/2/users/${who}/likes`, { post_id });
const unlike = (client: Client, who: string, id = post) => client.delete(`/2/users/${who}/likes/${id}`);
const of = (answer: Answer) => [answer.status, answer.code];
const likers = async (client: Client, id = post) =>
  idsOf((await client.get(`/2/posts/${id}/liking_users`)).json.data);
const liked = async (client: Client, who: string) =>
  idsOf((await client.get(`/2/users/${who}/liked_posts`)).json.data);

describe('likes (8.3; choice: likes)', () => {
  test('a like shows among liking_users, liked_posts and in the metrics, the newest first', async () => {
    const { platform, as } = await start();
    const made = await like(as.user('sam_ode'), sam);
    expect([made.status, made.json]).toEqual([200, { data: { liked: true } }]);
    await platform.clock.advance(1000);
    await like(as.user('jonas_berg'), jonas);
    await like(as.user('sam_ode'), sam, '2020792285393846272');
    await platform.clock.advance(1000);
    await like(as.user(), mira);
    await like(as.user('sam_ode'), sam); // again: its moment stays
    expect(await likers(as.bearer())).toEqual([mira, jonas, sam]);
    expect(await liked(as.bearer(), sam)).toEqual(['2020792285393846272', post]);
    const metrics = async (path: string) => (await as.bearer().get(path)).json.data['public_metrics'];
    expect(await metrics(`/2/posts/${post}?post.fields=public_metrics`)).toMatchObject({ like_count: 3 });
    expect(await metrics(`/2/users/${sam}?user.fields=public_metrics`)).toMatchObject({ like_count: 2 });

    expect((await unlike(as.user('sam_ode'), sam)).json).toEqual({ data: { liked: false } });
    expect((await unlike(as.user('sam_ode'), sam)).json).toEqual({ data: { liked: false } });
    expect(await likers(as.bearer())).toEqual([mira, jonas]);
    expect(await liked(as.bearer(), sam)).toEqual(['2020792285393846272']);
    await as.user().delete(`/2/posts/${post}`);
    expect(await liked(as.bearer(), mira)).toEqual([]);
    expect(await metrics(`/2/users/${mira}?user.fields=public_metrics`)).toMatchObject({ like_count: 0 });
  });

  test('an unknown post or another user is refused and changes nothing', async () => {
    const { platform, as } = await start();
    const before = durable(platform);
    expect(of(await like(as.user(), jonas))).toEqual([403, 220]);
    expect(of(await unlike(as.user(), jonas))).toEqual([403, 220]);
    expect(of(await like(as.user(), mira, '1'))).toEqual([400, 214]);
    expect(of(await like(as.user(), mira, 1))).toEqual([400, 214]);
    expect(of(await unlike(as.user(), mira, '1'))).toEqual([404, 144]);
    expect(of(await as.bearer().get('/2/posts/1/liking_users'))).toEqual([404, 144]);
    expect(of(await as.bearer().get('/2/users/1/liked_posts'))).toEqual([404, 144]);
    expect(durable(platform)).toBe(before);
  });

  test('a read-only token reads likes but cannot create them', async () => {
    const { as } = await start();
    const viewer = as.user('mira_holm', 'Northwind Viewer');
    expect(of(await like(viewer, mira))).toEqual([403, 261]);
    expect((await viewer.get(`/2/posts/${post}/liking_users`)).json).toEqual({ meta: { result_count: 0 } });
    expect((await like(as.user(), mira)).status).toBe(200);
  });

  test('liking a repost likes the original', async () => {
    const { as } = await start();
    const { id } = (await as.user('sam_ode').post(`/2/users/${sam}/reposts`, { post_id: post })).json.data;
    await like(as.user('aiko_tan'), aiko, id);
    expect([await likers(as.bearer()), await likers(as.bearer(), id)]).toEqual([[aiko], []]);
    await unlike(as.user('aiko_tan'), aiko, id);
    expect(await likers(as.bearer())).toEqual([]);
  });

  test('a block between two users prevents likes both ways; likes of protected users are for followers', async () => {
    const { as } = await start({
      scenario: changed((write) => {
        block(mira, jonas, write);
        protect(aiko, write);
      }),
    });
    const his = '2020792285393846272';
    expect(of(await like(as.user('jonas_berg'), jonas))).toEqual([403, 220]); // does not see it
    expect(of(await like(as.user(), mira, his))).toEqual([403, 220]); // sees it
    await like(as.user('aiko_tan'), aiko);
    await like(as.user('sam_ode'), sam);
    expect(await likers(as.user())).toEqual([sam, aiko]);
    expect(await likers(as.bearer())).toEqual([sam]);
    expect(of(await as.bearer().get(`/2/users/${aiko}/liked_posts`))).toEqual([403, 220]);
    expect(await liked(as.user(), aiko)).toEqual([post]);
  });
});

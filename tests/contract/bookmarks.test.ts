import { describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { StateView, Write } from '../../engine/state/state.ts';
import { openLegs } from '../../testing/legs.ts';
import { idsOf, walk } from '../support/pages.ts';
import { caller, durable, start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { block, worldOf } from '../support/world.ts';

const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;
/** A post by mira and jonas's reply to it. */
const [post, reply] = ['2020777185899446272', '2020792285393846272'] as const;
/** Two folders of mira, one of jonas. */
const [early, late, foreign] = ['301', '302', '303'] as const;

const of = (answer: Answer) => [answer.status, answer.code];
const bookmarks = (user: string) => `/2/users/${user}/bookmarks`;
const add = (client: Client, user: string, post_id: unknown, more: object = {}) =>
  client.post(bookmarks(user), { post_id, ...more });
const remove = (client: Client, user: string, post_id: string) =>
  client.delete(`${bookmarks(user)}/${post_id}`);
const ids = async (client: Client, path: string) => idsOf((await client.get(path)).json.data);

async function begin(build: (write: Write, state: StateView) => void = () => undefined) {
  const scenario = worldOf(0, (write, state) => {
    write.bookmark_folders.insert({ id: early, owner_id: mira, name: 'To read aloud' });
    write.bookmark_folders.insert({ id: late, owner_id: mira, name: 'For the tide' });
    write.bookmark_folders.insert({ id: foreign, owner_id: jonas, name: 'Bread' });
    build(write, state);
  });
  const { platform, as } = await start({ scenario });
  return { platform, as, mira: as.user(), jonas: as.user('jonas_berg') };
}

describe('bookmarks (8.3; choice: bookmarks)', () => {
  test('are read back newest first and counted in the post’s metrics, until they are removed', async () => {
    const { platform, as, mira: me } = await begin();
    const count = async () =>
      (await as.bearer().get(`/2/posts/${post}?post.fields=public_metrics`)).json.data['public_metrics'];
    expect((await add(me, mira, post)).json).toEqual({ data: { bookmarked: true } });
    await platform.clock.advance(1);
    await add(me, mira, reply);
    expect(await ids(me, bookmarks(mira))).toEqual([reply, post]);
    expect(await count()).toMatchObject({ bookmark_count: 1 });
    const shown = await me.get(`${bookmarks(mira)}?max_results=1&post.fields=author_id&expansions=author_id`);
    expect(shown.json).toMatchObject({
      data: [{ id: reply, author_id: (shown.json.data[0] as { author_id?: string }).author_id }],
      includes: { users: [{ id: (shown.json.data[0] as { author_id?: string }).author_id }] },
      meta: { result_count: 1, next_token: expect.any(String) as string },
    });
    for (let turn = 0; turn < 2; turn++)
      expect((await remove(me, mira, post)).json).toEqual({ data: { bookmarked: false } });
    expect(await ids(me, bookmarks(mira))).toEqual([reply]);
    expect(await count()).toMatchObject({ bookmark_count: 0 });
  });

  test('bookmarking again changes nothing, not even the order', async () => {
    let commits = 0;
    const { platform, as } = await start({ commit: () => (commits++, Promise.resolve()) });
    const me = as.user();
    await add(me, mira, post);
    await platform.clock.advance(1);
    await add(me, mira, reply);
    const before = commits;
    await platform.clock.advance(1);
    const moved = commits;
    expect((await add(me, mira, post)).json).toEqual({ data: { bookmarked: true } });
    expect(commits, `the clock alone was kept since ${before}`).toBe(moved);
    expect(await ids(me, bookmarks(mira))).toEqual([reply, post]);
  });

  test('belong only to their user; an unknown post is refused and changes nothing', async () => {
    const { platform, as, mira: me, jonas: other } = await begin();
    await add(me, mira, post, { folder_id: early });
    const before = durable(platform);
    const calls: readonly (readonly [string, Promise<Answer>, number, number])[] = [
      ['another’s', other.get(bookmarks(mira)), 403, 220],
      ['add for another', add(other, mira, reply), 403, 220],
      ['remove for another', remove(other, mira, post), 403, 220],
      ['another’s folders', other.get(`${bookmarks(mira)}/folders`), 403, 220],
      ['another’s folder', other.get(`${bookmarks(mira)}/folders/${early}`), 403, 220],
      ['another’s folder as one’s own', other.get(`${bookmarks(jonas)}/folders/${early}`), 404, 144],
      ['no folder', me.get(`${bookmarks(mira)}/folders/1`), 404, 144],
      ['into another’s folder', add(me, mira, reply, { folder_id: foreign }), 400, 214],
      ['into no folder', add(me, mira, reply, { folder_id: '1' }), 400, 214],
      ['no post', add(me, mira, '1'), 400, 214],
      ['no id', add(me, mira, 'x'), 400, 214],
      ['nothing', add(me, mira, undefined), 400, 214],
      ['another field', add(me, mira, post, { folder: early }), 400, 214],
      ['remove no post', remove(me, mira, '1'), 404, 144],
      ['too large a page', me.get(`${bookmarks(mira)}?max_results=101`), 400, 214],
      ['too small a page of folders', me.get(`${bookmarks(mira)}/folders?max_results=0`), 400, 214],
      [
        'no fields of a folder’s posts',
        me.get(`${bookmarks(mira)}/folders/${early}?post.fields=id`),
        400,
        214,
      ],
      ['with a bearer token', as.bearer().get(bookmarks(mira)), 403, 220],
      ['folders with a bearer token', as.bearer().get(`${bookmarks(mira)}/folders`), 403, 220],
    ];
    for (const [name, call, status, code] of calls) expect(of(await call), name).toEqual([status, code]);
    // Another user's folder and a nonexistent one get the same message.
    const [theirs, nobodys] = await Promise.all(
      [early, '309'].map(async (id) => (await other.get(`${bookmarks(jonas)}/folders/${id}`)).text),
    );
    expect(theirs!.replaceAll(early, '309')).toBe(nobodys);
    expect(durable(platform)).toBe(before);
  });

  test('need a scope of their own, and writing them a read-write token', async () => {
    const { as, pkce } = await openLegs();
    const viewer = as.user('mira_holm', 'Northwind Viewer');
    expect(of(await add(viewer, mira, post))).toEqual([403, 261]);
    const common = 'users.read post.read';
    const reads = as.withBearer((await pkce(`${common} bookmark.read`, 'mira_holm')).access_token);
    const writes = as.withBearer((await pkce(`${common} bookmark.write`, 'mira_holm')).access_token);
    expect(of(await add(reads, mira, post))).toEqual([403, 220]);
    expect((await add(writes, mira, post)).status).toBe(200);
    expect(of(await writes.get(bookmarks(mira)))).toEqual([403, 220]);
    expect(of(await writes.get(`${bookmarks(mira)}/folders`))).toEqual([403, 220]);
    expect(await ids(reads, bookmarks(mira))).toEqual([post]);
    expect(await ids(reads, `${bookmarks(mira)}/folders`)).toEqual([]);
  });
});

describe('folders', () => {
  test('are listed by their user, the latest first, page by page', async () => {
    const { mira: me, jonas: other } = await begin();
    const path = `${bookmarks(mira)}/folders`;
    expect((await me.get(path)).json).toEqual({
      data: [
        { id: late, name: 'For the tide' },
        { id: early, name: 'To read aloud' },
      ],
      meta: { result_count: 2 },
    });
    expect(await walk(me, `${path}?max_results=1`, 'next_token')).toEqual([[late], [early]]);
    expect(await ids(other, `${bookmarks(jonas)}/folders`)).toEqual([foreign]);
  });

  test('hold filed bookmarks, one bookmark in several folders; removing it removes it from all', async () => {
    const { platform, mira: me } = await begin();
    const folder = (id: string) => `${bookmarks(mira)}/folders/${id}`;
    await add(me, mira, post, { folder_id: early });
    await platform.clock.advance(1);
    await add(me, mira, post, { folder_id: late });
    await add(me, mira, reply);
    await platform.clock.advance(1);
    await add(me, mira, reply, { folder_id: early });
    await add(me, mira, reply, { folder_id: early });
    expect((await me.get(folder(early))).json).toEqual({
      data: [{ id: reply }, { id: post }],
      meta: { result_count: 2 },
    });
    expect(await ids(me, folder(late))).toEqual([post]);
    expect(await ids(me, bookmarks(mira))).toHaveLength(2);
    await remove(me, mira, post);
    expect(await ids(me, folder(early))).toEqual([reply]);
    expect((await me.get(folder(late))).json).toEqual({ meta: { result_count: 0 } });
  });

  test('removing a bookmark does not affect other users’ folders', async () => {
    const { mira: me, jonas: other } = await begin();
    await add(me, mira, post, { folder_id: early });
    await add(other, jonas, post, { folder_id: foreign });
    await remove(me, mira, post);
    expect(await ids(other, `${bookmarks(jonas)}/folders/${foreign}`)).toEqual([post]);
    expect(await ids(other, bookmarks(jonas))).toEqual([post]);
  });
});

describe('what the user may not see (choices: protected-posts, blocking)', () => {
  /** Posts by aiko and sam. */
  const written = (write: Write, { tables }: StateView) => {
    const one = tables.posts.get(post)!;
    write.posts.insert({ ...one, id: '701', author_id: aiko, text: 'Of aiko' });
    write.posts.insert({ ...one, id: '702', author_id: sam, text: 'Of sam' });
    write.bookmark_folders.insert({ id: '304', owner_id: jonas, name: 'All' });
    for (const [at, post_id] of ['701', '702'].entries()) {
      write.bookmarks.insert({ id: `${jonas}:${post_id}`, user_id: jonas, post_id, at });
      write.filed_bookmarks.insert({ id: `304:${post_id}`, folder_id: '304', post_id, at });
    }
  };
  const folder = `${bookmarks(jonas)}/folders/304`;

  test('is left out of bookmarks and folders, and can be removed but not added', async () => {
    const { jonas: other } = await begin((write, state) => {
      written(write, state);
      write.users.update(aiko, { protected: true });
      block(write, sam, jonas);
      for (const key of state.tables.follows.keysBy('source_user_id', jonas)) write.follows.remove(key);
    });
    for (const path of [bookmarks(jonas), folder])
      expect((await other.get(path)).json).toEqual({ meta: { result_count: 0 } });
    for (const id of ['701', '702']) {
      expect(of(await add(other, jonas, id))).toEqual([403, 220]);
      expect((await remove(other, jonas, id)).json).toEqual({ data: { bookmarked: false } });
    }
  });

  test('stays bookmarked, and shows again when it may be seen', async () => {
    const { jonas: other } = await begin((write, state) => {
      written(write, state);
      write.users.update(aiko, { protected: true });
      write.follows.put({
        ...{ id: `${jonas}:${aiko}`, source_user_id: jonas, target_user_id: aiko, at: 0 },
      });
    });
    for (const path of [bookmarks(jonas), folder]) expect(await ids(other, path)).toEqual(['702', '701']);
    await other.delete(`/2/users/${jonas}/following/${aiko}`);
    for (const path of [bookmarks(jonas), folder]) expect(await ids(other, path)).toEqual(['702']);
  });

  test('a deleted post is in no bookmarks and no folders', async () => {
    const { platform, mira: me } = await begin();
    const { id } = (await me.post('/2/posts', { text: 'Soon gone' })).json.data;
    await add(me, mira, id, { folder_id: early });
    await me.delete(`/2/posts/${id}`);
    const { tables } = platform.snapshot();
    for (const name of ['bookmarks', 'filed_bookmarks']) expect(tables[name], name).toEqual([]);
    expect(await ids(me, bookmarks(mira))).toEqual([]);
  });
});

test('each page appears once, both ways, while bookmarks come and go; a snapshot continues', async () => {
  const {
    platform,
    as,
    mira: me,
  } = await begin((write, { tables }) => {
    const one = tables.posts.get(post)!;
    for (let each = 1; each <= 25; each++) {
      const post_id = String(1000 + each);
      write.posts.insert({ ...one, id: post_id, author_id: sam });
      write.bookmarks.insert({ id: `${mira}:${post_id}`, user_id: mira, post_id, at: each });
      write.filed_bookmarks.insert({ id: `${early}:${post_id}`, folder_id: early, post_id, at: each });
    }
  });
  const all = Array.from({ length: 25 }, (_, each) => String(1025 - each));
  for (const path of [bookmarks(mira), `${bookmarks(mira)}/folders/${early}`]) {
    const pages = await walk(me, `${path}?max_results=10`, 'next_token');
    expect(pages.flat()).toEqual(all);
    const { meta } = (await me.get(`${path}?max_results=20`)).json;
    const second = (await me.get(`${path}?max_results=20&pagination_token=${meta['next_token']!}`)).json;
    expect(await walk(me, `${path}?max_results=7`, 'previous_token', second.meta['previous_token'])).toEqual([
      all.slice(13, 20),
      all.slice(6, 13),
      all.slice(0, 6),
    ]);
  }
  const first = (await me.get(`${bookmarks(mira)}?max_results=5`)).json;
  const token = first.meta['next_token']!;
  await remove(me, mira, all[4]!);
  await remove(me, mira, all[5]!);
  await add(me, mira, post);
  const path = `${bookmarks(mira)}?max_results=5&pagination_token=${token}`;
  expect(await ids(me, path)).toEqual(all.slice(6, 11));
  const next = createPlatform({ snapshot: JSON.parse(JSON.stringify(platform.snapshot())) as never });
  expect(await ids(caller(next, platform.initialCredentials).user(), path)).toEqual(all.slice(6, 11));
  const foreignToken = `${bookmarks(mira)}/folders/${early}?pagination_token=${token}`;
  expect(of(await as.user().get(foreignToken))).toEqual([400, 214]);
});

import { expect, test } from 'vitest';
import type { StateView, Write } from '../../engine/state/state.ts';
import { idsOf, walk } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { block, worldOf } from '../support/world.ts';

const [mira, jonas, aiko, sam] = ['2244994945', '2244994946', '2244994947', '2244994948'] as const;
const path = '/2/lists/7/posts';

/** Mira's list 7, with jonas and aiko, and only the posts 1 to 30, by three authors in turn. */
const written =
  (more: (write: Write, state: StateView) => void = () => undefined) =>
  (write: Write, state: StateView): void => {
    const one = state.tables.posts.get('2020777185899446272')!;
    for (const id of [...state.tables.posts.values()].map((post) => post.id)) write.posts.remove(id);
    write.users.update(mira, { pinned_post_id: null });
    for (let each = 1; each <= 30; each++) {
      const id = String(each);
      const author_id = [mira, jonas, aiko][each % 3]!;
      write.posts.insert({ ...one, id, author_id, conversation_id: id, text: `Number ${id}` });
    }
    write.lists.insert({
      id: '7',
      owner_id: mira,
      name: 'L',
      description: '',
      private: false,
      created_at: 0,
    });
    for (const user_id of [jonas, aiko])
      write.list_members.insert({ id: `7:${user_id}`, list_id: '7', user_id, at: 0 });
    more(write, state);
  };

const begin = async (more?: Parameters<typeof written>[0]) => {
  const { platform, as } = await start({ scenario: worldOf(0, written(more)) });
  return { platform, as, me: as.user() };
};

const ids = async (client: Client, query = '') => idsOf((await client.get(`${path}${query}`)).json.data);
/** Numbers from 30 down to 1 with one of these remainders modulo three. */
const numbers = (...rests: readonly number[]): string[] =>
  Array.from({ length: 30 }, (_, each) => 30 - each)
    .filter((each) => rests.includes(each % 3))
    .map(String);

test('the posts of a list are those of its current members, the latest first', async () => {
  const { as, me } = await begin();
  expect(await ids(as.bearer())).toEqual(numbers(1, 2));
  await me.delete(`/2/lists/7/members/${jonas}`);
  expect(await ids(as.bearer())).toEqual(numbers(2));
  await me.post('/2/lists/7/members', { user_id: mira });
  expect(await ids(me)).toEqual(numbers(0, 2));
  const { id } = (await me.post('/2/posts', { text: 'Just now' })).json.data;
  await me.delete('/2/posts/27');
  expect(await ids(me)).toEqual([id, ...numbers(0, 2).filter((each) => each !== '27')]);
  const one = (await me.get(`${path}?max_results=1&post.fields=author_id&expansions=author_id`)).json;
  expect(one).toMatchObject({
    data: [{ id, text: 'Just now', author_id: mira }],
    includes: { users: [{ id: mira }] },
    meta: { result_count: 1 },
  });
  for (const member of [mira, aiko]) await me.delete(`/2/lists/7/members/${member}`);
  expect((await me.get(path)).json).toEqual({ meta: { result_count: 0 } });
});

test('posts that the caller may not see are left out (choices: protected-posts, blocking)', async () => {
  const { as, me } = await begin((write) => {
    write.users.update(aiko, { protected: true });
    for (const key of [`${sam}:${aiko}`, `${mira}:${aiko}`]) write.follows.remove(key);
    const [source_user_id, target_user_id] = [mira, aiko];
    write.follows.insert({ id: `${mira}:${aiko}`, source_user_id, target_user_id, at: 0 });
    block(write, jonas, mira);
  });
  expect(await ids(me), 'one follows aiko, and is blocked by jonas').toEqual(numbers(2));
  expect(await ids(as.user('jonas_berg')), 'jonas does not follow aiko').toEqual(numbers(1));
  expect(await ids(as.bearer())).toEqual(numbers(1));
});

test('a private list’s posts are only for its owner, and an unknown list is 404', async () => {
  const { as, me } = await begin((write) => void write.lists.update('7', { private: true }));
  expect(await ids(me)).toEqual(numbers(1, 2));
  for (const client of [as.bearer(), as.user('jonas_berg')])
    expect([(await client.get(path)).status, (await client.get('/2/lists/8/posts')).status]).toEqual([
      404, 404,
    ]);
});

test('each page appears once, both ways, while posts and members come and go', async () => {
  const { me } = await begin();
  const all = numbers(1, 2);
  const pages = await walk(me, `${path}?max_results=7`, 'next_token');
  expect(pages).toEqual([all.slice(0, 7), all.slice(7, 14), all.slice(14)]);
  const first = (await me.get(`${path}?max_results=7`)).json.meta['next_token']!;
  // The last item of the page is removed, a member joins in the middle, and a new item appears at the front.
  await me.delete(`/2/lists/7/members/${jonas}`);
  await me.post('/2/lists/7/members', { user_id: mira });
  await me.post('/2/posts', { text: 'In front' });
  const edge = Number(all[6]);
  const second = (await me.get(`${path}?max_results=7&pagination_token=${first}`)).json;
  const below = numbers(0, 2).filter((each) => Number(each) < edge);
  expect(idsOf(second.data)).toEqual(below.slice(0, 7));
  const back = await walk(me, `${path}?max_results=7`, 'previous_token', second.meta['previous_token']);
  expect(back.toReversed().flat().slice(1)).toEqual(numbers(0, 2).filter((each) => Number(each) >= edge));
});

test('a page of a list of 500 reads a page of posts, not all posts of 500 users', async () => {
  const { as } = await begin((write, { tables }) => {
    const [one, post] = [tables.users.get(mira)!, tables.posts.get('1')!];
    for (let each = 1; each <= 500; each++) {
      const user_id = String(each);
      write.users.insert({ ...one, id: user_id, username: `m_${each}`, pinned_post_id: null });
      write.list_members.insert({ id: `7:${user_id}`, list_id: '7', user_id, at: each });
      for (let turn = 0; turn < 20; turn++)
        write.posts.insert({ ...post, id: String(100_000 + 500 * turn + each), author_id: user_id });
    }
  });
  const answer = await as.bearer().get(`${path}?max_results=100`);
  expect(answer.json.meta.result_count).toBe(100);
  const handled = answer.exchange.trace.find(({ verb }) => verb === 'Handled')!.text;
  expect(Number(/^with (\d+) rows read$/.exec(handled)![1]), handled).toBeLessThan(2000);
});

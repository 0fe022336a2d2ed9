/**
 * Reads show exactly the members, followers, pins and bookmarks, for any caller and after any history: the platform is
 * compared with a model of sets (lists.model.ts).
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsOf } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import type { Answer, Client } from '../../testing/platform.ts';
import { rounds } from '../support/rounds.ts';
import { worldOf } from '../support/world.ts';
import { Model } from './lists.model.ts';

const window = 900_000;
/** The actors, and their tokens; the last one is protected, and followed by the others. */
const people = [
  ['2244994945', 'mira_holm'],
  ['2244994946', 'jonas_berg'],
  ['5000001', 'crowd_1'],
  ['5000002', 'crowd_2'],
] as const;
const everybody = people.map(([id]) => id);
const shy = '5000002';

async function begin() {
  const scenario = worldOf(2, (write, { tables }) => {
    for (const { id } of [...tables.posts.values()]) write.posts.remove(id);
    for (const id of everybody) write.users.update(id, { pinned_post_id: null, protected: id === shy });
    for (const source_user_id of everybody.slice(0, 3))
      write.follows.insert({
        ...{ id: `${source_user_id}:${shy}`, source_user_id, target_user_id: shy, at: 0 },
      });
  });
  const { platform, as } = await start({ scenario });
  const clients = new Map<string, Client>(people.map(([id, username]) => [id, as.user(username)]));
  return { platform, as, clients, model: new Model(everybody, shy) };
}

type World = Awaited<ReturnType<typeof begin>> & { readonly ids: string[]; readonly posts: string[] };

/** A call of an actor on the list, the person and the post of these numbers, with the model's status. */
type Act = (
  world: World,
  actor: string,
  client: Client,
  list: string,
  user: string,
  post: string,
) => Promise<readonly [Answer, number]>;

const acts: Readonly<Record<string, Act>> = {
  'make an open list': (world, actor, client) => make(world, actor, client, false),
  'make a private list': (world, actor, client) => make(world, actor, client, true),
  'make it private': async ({ model }, actor, client, list) => [
    await client.send({ method: 'PUT', path: `/2/lists/${list}`, json: { private: true } }),
    model.setPrivate(actor, list, true),
  ],
  'open it': async ({ model }, actor, client, list) => [
    await client.send({ method: 'PUT', path: `/2/lists/${list}`, json: { private: false } }),
    model.setPrivate(actor, list, false),
  ],
  'delete it': async ({ model }, actor, client, list) => [
    await client.delete(`/2/lists/${list}`),
    model.remove(actor, list),
  ],
  add: async ({ model }, actor, client, list, user) => [
    await client.post(`/2/lists/${list}/members`, { user_id: user }),
    model.add(actor, list, user),
  ],
  'take off': async ({ model }, actor, client, list, user) => [
    await client.delete(`/2/lists/${list}/members/${user}`),
    model.takeOff(actor, list, user),
  ],
  follow: async ({ model }, actor, client, list) => [
    await client.post(`/2/users/${actor}/followed_lists`, { list_id: list }),
    model.follow(actor, list),
  ],
  unfollow: async ({ model }, actor, client, list) => [
    await client.delete(`/2/users/${actor}/followed_lists/${list}`),
    model.unfollow(actor, list),
  ],
  pin: async ({ model }, actor, client, list) => [
    await client.post(`/2/users/${actor}/pinned_lists`, { list_id: list }),
    model.pin(actor, list),
  ],
  unpin: async ({ model }, actor, client, list) => [
    await client.delete(`/2/users/${actor}/pinned_lists/${list}`),
    model.unpin(actor, list),
  ],
  post: async ({ model, posts }, actor, client) => {
    const answer = await client.post('/2/posts', { text: `Number ${posts.length}` });
    const { id } = answer.json.data;
    posts.push(id);
    model.posts.set(id, { id, author: actor });
    return [answer, 201];
  },
  'delete a post': async ({ model }, actor, client, _, __, post) => [
    await client.delete(`/2/posts/${post}`),
    model.deletePost(actor, post),
  ],
  bookmark: async ({ model }, actor, client, _, __, post) => [
    await client.post(`/2/users/${actor}/bookmarks`, { post_id: post }),
    model.bookmark(actor, post),
  ],
  'remove a bookmark': async ({ model }, actor, client, _, __, post) => [
    await client.delete(`/2/users/${actor}/bookmarks/${post}`),
    model.unbookmark(actor, post),
  ],
  'unfollow the protected one': async ({ model }, actor, client) => {
    const answer = await client.delete(`/2/users/${actor}/following/${shy}`);
    model.followers.delete(actor);
    return [answer, actor === shy ? 400 : 200];
  },
};

async function make({ model, ids }: World, owner: string, client: Client, isPrivate: boolean) {
  const answer = await client.post('/2/lists', { name: `List ${ids.length}`, private: isPrivate });
  const { id } = answer.json.data;
  ids.push(id);
  model.lists.set(id, { id, owner, isPrivate, members: [], followers: new Set() });
  return [answer, 201] as const;
}

/** Everything that can be read, by each of the people and by an App without a user. */
async function compare({ platform, as, clients, model, ids }: World): Promise<void> {
  for (const viewer of [...everybody, null]) {
    await platform.clock.advance(window);
    const client = viewer === null ? as.bearer() : clients.get(viewer)!;
    const shown = (all: readonly string[]) => all.filter((id) => model.visible(id, viewer)).toReversed();
    const read = async (path: string) => idsOf((await client.get(path)).json.data);
    for (const id of ids) {
      const list = model.visible(id, viewer);
      const answer = await client.get(`/2/lists/${id}?list.fields=member_count,follower_count,private`);
      expect(answer.status, `${id} for ${viewer}`).toBe(list ? 200 : 404);
      if (!list) continue;
      expect(answer.json.data).toMatchObject({
        member_count: list.members.length,
        follower_count: list.followers.size,
        private: list.isPrivate,
      });
      expect(await read(`/2/lists/${id}/members`)).toEqual(list.members.toReversed());
      const posts = [...model.posts.values()].filter(
        ({ author }) => list.members.includes(author) && model.seesPostsOf(author, viewer),
      );
      expect(await read(`/2/lists/${id}/posts`)).toEqual(posts.map((post) => post.id).toReversed());
    }
    const all = [...model.lists.values()];
    for (const user of everybody) {
      const owned = all.filter(({ owner }) => owner === user).map(({ id }) => id);
      expect(await read(`/2/users/${user}/owned_lists`)).toEqual(shown(owned));
      expect(await read(`/2/users/${user}/pinned_lists`)).toEqual(shown(model.pinsOf(user)));
      const joined = all.filter(({ members }) => members.includes(user));
      const memberships = await read(`/2/users/${user}/list_memberships`);
      expect(new Set(memberships)).toEqual(new Set(shown(joined.map(({ id }) => id))));
      const { data } = (await client.get(`/2/users/${user}?user.fields=public_metrics`)).json;
      const listed_count = joined.filter(({ isPrivate }) => !isPrivate).length;
      expect(data['public_metrics']).toMatchObject({ listed_count });
    }
    if (viewer === null) continue;
    const kept = model
      .bookmarksOf(viewer)
      .filter((id) => model.seesPostsOf(model.posts.get(id)!.author, viewer));
    expect(await read(`/2/users/${viewer}/bookmarks`)).toEqual(kept.toReversed());
  }
}

const names = Object.keys(acts);
const byOwners = ['make it private', 'open it', 'delete it', 'add', 'take off'];
const single = fc.record({
  name: fc.constantFrom(...names, 'add', 'add', 'add', 'pin', 'bookmark'),
  actor: fc.nat(3),
  list: fc.nat(5),
  user: fc.nat(3),
  post: fc.nat(5),
  /** Acts that only an owner may do are usually done by the owner. */
  byOwner: fc.integer({ min: 0, max: 3 }).map((each) => each > 0),
});
/** Sequences that rarely happen by chance: one person, one list, several acts. */
const sequences = [
  ['follow', 'pin'],
  ['follow', 'pin', 'unfollow'],
  ['follow', 'pin', 'make it private', 'open it'],
] as const;
const steps = fc.oneof(
  { weight: 3, arbitrary: single.map((step) => [step]) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(single, fc.constantFrom(...sequences))
      .map(([step, sequence]) => sequence.map((name) => ({ ...step, name, byOwner: true }))),
  },
);
/** Everybody starts with a post, and a list that they pinned. */
const beginning = everybody.flatMap((_, actor) =>
  ['make an open list', 'post', 'pin'].map((name) => ({
    ...{ name, actor, list: actor, user: actor, post: actor, byOwner: false },
  })),
);

test('reads show what was done to lists, pins and bookmarks, and private data only to its owner', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(steps, { minLength: 10, maxLength: 40, size: 'max' }), async (plan) => {
      const world: World = { ...(await begin()), ids: [], posts: [] };
      const { model } = world;
      const pick = (all: readonly string[], nth: number) => all[nth % all.length] ?? '1';
      for (const [at, step] of [...beginning, ...plan.flat()].entries()) {
        await world.platform.clock.advance(1);
        const list = pick(world.ids, step.list);
        const owner = byOwners.includes(step.name) && step.byOwner && model.lists.get(list)?.owner;
        const actor = owner || everybody[step.actor]!;
        const [answer, status] = await acts[step.name]!(
          ...([world, actor, world.clients.get(actor)!, list] as const),
          ...([everybody[step.user]!, pick(world.posts, step.post)] as const),
        );
        expect(answer.status, `step ${at}: ${step.name} by ${actor}: ${answer.text}`).toBe(status);
        if (at === plan.length) await compare(world);
      }
      await compare(world);
    }),
    rounds(12, 1_500),
  );
});

const some = fc.array(fc.nat(29), { maxLength: 4 });
const changes = fc.array(fc.record({ add: some, drop: some }), { maxLength: 10 });
const idOf = (each: number) => String(100 + each);
const members = '/2/lists/7/members';

/** A list with these members, in this order, of thirty people. */
const listOf = (first: readonly number[]) =>
  worldOf(0, (write, { tables }) => {
    const one = tables.users.get('2244994945')!;
    const list = { id: '7', owner_id: one.id, name: 'L', description: '' };
    write.lists.insert({ ...list, private: false, created_at: 0 });
    for (let each = 0; each < 30; each++)
      write.users.insert({ ...one, id: idOf(each), username: `m_${each}`, pinned_post_id: null });
    for (const [at, each] of first.entries())
      write.list_members.insert({ id: `7:${idOf(each)}`, list_id: '7', user_id: idOf(each), at });
  });

test('members who stay are seen once each, forwards or back, while others come and go', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.nat(29), { minLength: 1 }),
      fc.integer({ min: 1, max: 6 }),
      fc.boolean(),
      changes,
      async (first, size, isBack, planned) => {
        const { platform, as } = await start({ scenario: listOf(first) });
        const me = as.user();
        const page = async (token?: string) => {
          const turn = token === undefined ? '' : `&pagination_token=${token}`;
          const { data, meta } = (await me.get(`${members}?max_results=${size}${turn}`)).json;
          return { ids: idsOf(data), next: meta['next_token'], previous: meta['previous_token'] };
        };
        let at = await page();
        while (isBack && at.next !== undefined) at = await page(at.next);
        const met = [...at.ids];
        const stayed = new Set(first.map(idOf));
        for (let turn = 0; ; turn++) {
          const onward = isBack ? at.previous : at.next;
          if (onward === undefined) break;
          await platform.clock.advance(1);
          const { add, drop } = planned[turn] ?? { add: [], drop: [] };
          for (const each of add) await me.post(members, { user_id: idOf(each) });
          for (const each of drop) {
            await me.delete(`${members}/${idOf(each)}`);
            stayed.delete(idOf(each));
          }
          met.push(...(at = await page(onward)).ids);
        }
        // A person who left and joined again is a member again, at the front.
        const once = isBack ? met.filter((id) => stayed.has(id)) : met;
        expect(new Set(once).size).toBe(once.length);
        expect(met).toEqual(expect.arrayContaining([...stayed]));
      },
    ),
    rounds(60, 2_000),
  );
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { idsOf, walk } from '../support/pages.ts';
import { start } from '../../testing/platform.ts';
import type { Client } from '../../testing/platform.ts';
import { proved, times } from '../support/prove.ts';
import { aiko, jonas, mira, names, sam } from '../../testing/worlds.ts';
import { rounds } from '../support/rounds.ts';

/** The relations of users that API calls create and end, as ordered sets. */
interface Model {
  /** Existing posts without reposts, with their authors; oldest first. */
  readonly posts: Map<string, string>;
  /** Post → reposts, `<user>:<post>` → id. */
  readonly reposts: Map<string, string>;
  readonly likes: Set<string>;
  readonly mutes: Set<string>;
  readonly follows: Set<string>;
}

const people = [mira, jonas, aiko, sam] as const;
type Person = (typeof people)[number];

const verbs = [
  'like',
  'unlike',
  'repost',
  'unrepost',
  'mute',
  'unmute',
  'follow',
  'unfollow',
  'post',
  'delete',
] as const;
type Verb = (typeof verbs)[number];

interface Act {
  readonly verb: Verb;
  readonly who: Person;
  readonly other: Person;
  /** The index of the post, modulo their number. */
  readonly post: number;
}

const act: fc.Arbitrary<Act> = fc.record({
  verb: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom('like' as const, 'repost' as const) },
    { weight: 5, arbitrary: fc.constantFrom(...verbs) },
  ),
  who: fc.constantFrom(...people),
  other: fc.constantFrom(...people),
  post: fc.nat(30),
});

test('what is liked, reposted, muted and followed is exactly what the reads say, no matter who did what', async () => {
  const runs = times(20, 1000);
  let acts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 60, size: 'max' }), async (planned) => {
      const { platform, as } = await start();
      await platform.do('portal.setPlan', '1700', 'enterprise');
      const model = await begun(as.user());
      for (const [turn, each] of planned.entries()) {
        await platform.clock.advance(1000);
        await perform(each, turn, model, as.user(names[each.who]));
        acts++;
      }
      await platform.clock.advance(900_000); // new windows to read in
      for (const id of model.posts.keys()) await comparePost(id, model, as.user());
      for (const id of people) await compareUser(id, model, as.user(names[id]));
    }),
    rounds(20, 1000),
  );
  proved(`relations: ${acts} calls of four people in ${runs} worlds are what the reads say`);
});

/** The initial relations of the small scenario. */
async function begun(client: Client): Promise<Model> {
  const posts = new Map<string, string>();
  for (const id of people)
    for (const post of idsOf((await client.get(`/2/users/${id}/posts`)).json.data)) posts.set(post, id);
  const follows = [
    [jonas, mira],
    [aiko, mira],
    [sam, mira],
    [mira, aiko],
    [mira, sam],
    [sam, jonas],
  ].map((pair) => pair.join(':'));
  return { posts, reposts: new Map(), likes: new Set(), mutes: new Set(), follows: new Set(follows) };
}

/** Performs it by a call and in the model. Each answers 200 or 201, unless a user names themselves. */
async function perform(
  { verb, who, other, post: index }: Act,
  turn: number,
  model: Model,
  client: Client,
): Promise<void> {
  const all = [...model.posts.keys()];
  const post = all[index % all.length]!;
  const user = `/2/users/${who}`;
  const pair = `${who}:${other}`;
  const key = `${who}:${post}`;
  const demand = async (sent: ReturnType<Client['get']>) => {
    const answer = await sent;
    const isOneself = who === other && /mute|follow/.test(verb);
    expect(answer.status, `${verb} ${answer.text}`).toBe(isOneself ? 400 : verb === 'post' ? 201 : 200);
    return answer.json.data;
  };
  switch (verb) {
    case 'like':
      expect(await demand(client.post(`${user}/likes`, { post_id: post }))).toEqual({ liked: true });
      model.likes.add(key);
      break;
    case 'unlike':
      expect(await demand(client.delete(`${user}/likes/${post}`))).toEqual({ liked: false });
      model.likes.delete(key);
      break;
    case 'repost': {
      const { id } = await demand(client.post(`${user}/reposts`, { post_id: post }));
      expect(id).toBe(model.reposts.get(key) ?? id);
      model.reposts.set(key, id);
      break;
    }
    case 'unrepost':
      await demand(client.delete(`${user}/reposts/${post}`));
      model.reposts.delete(key);
      break;
    case 'mute':
    case 'follow': {
      const path = verb === 'mute' ? 'muting' : 'following';
      await demand(client.post(`${user}/${path}`, { target_user_id: other }));
      if (who !== other) (verb === 'mute' ? model.mutes : model.follows).add(pair);
      break;
    }
    case 'unmute':
    case 'unfollow': {
      const path = verb === 'unmute' ? 'muting' : 'following';
      await demand(client.delete(`${user}/${path}/${other}`));
      (verb === 'unmute' ? model.mutes : model.follows).delete(pair);
      break;
    }
    case 'post': {
      const { id } = await demand(client.post('/2/posts', { text: `Turn ${turn}` }));
      model.posts.set(id, who);
      break;
    }
    case 'delete': {
      const own = all.filter((id) => model.posts.get(id) === who);
      const gone = own[index % own.length];
      if (gone === undefined || all.length < 3) break;
      await demand(client.delete(`/2/posts/${gone}`));
      model.posts.delete(gone);
      for (const like of model.likes) if (like.endsWith(`:${gone}`)) model.likes.delete(like);
      for (const repost of model.reposts.keys())
        if (repost.endsWith(`:${gone}`)) model.reposts.delete(repost);
    }
  }
}

/** One side of the pairs with the given other side, newest first. */
const sideOf = (pairs: Iterable<string>, side: 0 | 1, other: string): string[] =>
  Array.from(pairs, (pair) => pair.split(':'))
    .filter((pair) => pair[1 - side] === other)
    .map((pair) => pair[side]!)
    .reverse();

async function comparePost(id: string, { likes, reposts }: Model, client: Client): Promise<void> {
  const likers = sideOf(likes, 0, id);
  const reposters = sideOf(reposts.keys(), 0, id);
  const shown = (await client.get(`/2/posts/${id}?post.fields=public_metrics`)).json.data;
  expect(shown['public_metrics']).toMatchObject({
    like_count: likers.length,
    repost_count: reposters.length,
  });
  const pages = await walk(client, `/2/posts/${id}/liking_users?max_results=2`, 'next_token');
  expect(pages.flat(), `who likes ${id}`).toEqual(likers);
  const list = await client.get(`/2/posts/${id}/reposted_by`);
  expect(idsOf(list.json.data), `who reposted ${id}`).toEqual(reposters);
}

async function compareUser(id: string, model: Model, client: Client): Promise<void> {
  const { posts, likes, reposts, mutes, follows } = model;
  const user = `/2/users/${id}`;
  const list = async (path: string) => idsOf((await client.get(path)).json.data);
  expect(await list(`${user}/liked_posts`)).toEqual(sideOf(likes, 1, id));
  expect(await list(`${user}/muting`)).toEqual(sideOf(mutes, 1, id));
  const own = (table: ReadonlyMap<string, string>) => [...table].filter(([, author]) => author === id);
  const made = [
    ...own(posts).map(([post]) => post),
    ...[...reposts].filter(([pair]) => pair.startsWith(`${id}:`)).map(([, repost]) => repost),
  ];
  expect((await list(`${user}/posts`)).toSorted()).toEqual(made.toSorted());
  const echoed = own(posts)
    .map(([post]) => post)
    .filter((post) => sideOf(reposts.keys(), 0, post).some((who) => who !== id));
  expect((await list('/2/users/reposts_of_me')).toSorted()).toEqual(echoed.toSorted());
  const { public_metrics } = (await client.get(`${user}?user.fields=public_metrics`)).json.data;
  expect(public_metrics).toMatchObject({
    following_count: sideOf(follows, 1, id).length,
    followers_count: sideOf(follows, 0, id).length,
    like_count: sideOf(likes, 1, id).length,
    post_count: made.length,
  });
  const heard = new Set([id, ...sideOf(follows, 1, id)].filter((who) => !mutes.has(`${id}:${who}`)));
  const home = [
    ...[...posts].filter(([, author]) => heard.has(author as Person)).map(([post]) => post),
    ...[...reposts]
      .filter(([pair]) => {
        const [who, post] = pair.split(':');
        return heard.has(who!) && !mutes.has(`${id}:${posts.get(post!)!}`);
      })
      .map(([, repost]) => repost),
  ];
  expect((await list(`${user}/timelines/reverse_chronological`)).toSorted()).toEqual(home.toSorted());
}

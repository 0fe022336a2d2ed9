import { createPlatform } from '../../../engine/index.ts';
import type { Row, Snapshot } from '../../../engine/inside.ts';
import { caller } from '../../../testing/platform.ts';
import { short, timedAsync } from '../figure.ts';
import type { Figure } from '../figure.ts';
import { author, initialCredentials, now, postRow, withPosts } from './world.ts';

/** A post with many likes and reposts, another one of its author, and a user who likes both. */
export const liked = String(postRow(1, 10)['id']);
export const other = String(postRow(0, 10)['id']);
export const liker = '9000000000';
const spread = 100_000;
/** That user's like and repost. */
export const firstRepost = String(postRow(0, spread)['id']);

/** This many users like the post, and the first ones have reposted it. Its author follows three of them. */
export function likedWorld(likers: number, reposters: number): Snapshot {
  const { tables, ...head } = withPosts([postRow(0, 10), { ...postRow(1, 10), text: 'A loaf' }]);
  const [first] = tables['users']!;
  const ids = Array.from({ length: likers }, (_, at) => String(Number(liker) + at));
  const pair = (one: string, source: string, two: string, target: string): Row => ({
    ...{ id: `${source}:${target}`, [one]: source, [two]: target, at: now },
  });
  const like = (user: string, post: string) => pair('user_id', user, 'post_id', post);
  const reposts = ids.slice(0, reposters).map((id, at) => ({
    ...{ ...postRow(at, spread), author_id: id, text: 'RP @mira_holm: A loaf', reposted_post_id: liked },
  }));
  return {
    ...head,
    tables: {
      ...tables,
      users: [...tables['users']!, ...ids.map((id) => ({ ...first, id, username: `u${id}` }))],
      posts: [...tables['posts']!, ...reposts],
      likes: [like(liker, other), ...ids.map((id) => like(id, liked))],
      bookmarks: [like(liker, liked)],
      follows: ids.slice(0, 3).map((id) => pair('source_user_id', author, 'target_user_id', id)),
    },
  };
}

/** Deletes a post with very many likes and reposts: the call, and the longest turn until all rows are gone. */
export async function deleting(): Promise<Figure[]> {
  const [likers, reposters] = [45_000, 45_000];
  const tick = () => new Promise<void>((resolve) => setImmediate(resolve));
  const platform = createPlatform({
    snapshot: likedWorld(likers, reposters),
    turn: tick,
  });
  const by = caller(platform, initialCredentials).user();
  const first = await timedAsync(() => by.delete(`/2/posts/${other}`));
  const answered = await timedAsync(() => by.delete(`/2/posts/${liked}`));
  if (platform.snapshot().tables['jobs']!.every(({ name }) => name !== 'post-clear'))
    throw new Error('Nothing was left to do');
  const progress = { isOver: false };
  const clearing = platform.clock.advance(0).then(() => (progress.isOver = true));
  let [longest, turns] = [0, 0];
  for (; !progress.isOver; turns++) longest = Math.max(longest, await timedAsync(tick));
  await clearing;
  const what = `deleting a post with ${short(likers + reposters)} likes and reposts`;
  return [
    {
      what: `${what}, the call`,
      value: answered,
      aim: 200,
      unit: 'ms',
      detail: `with none: ${first.toFixed(1)} ms`,
    },
    { what: `${what}, the longest turn`, value: longest, aim: 200, unit: 'ms', detail: `of ${turns}` },
  ];
}

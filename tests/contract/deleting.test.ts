/** Deletes a post with very many likes and reposts (8.3; decisions/deleting.md). */
import { expect, test } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import type { Platform, PlatformOptions, Snapshot } from '../../engine/inside.ts';
import { caller } from '../../testing/platform.ts';
import { mira } from '../../testing/worlds.ts';
import { idsOf } from '../support/pages.ts';
import { Disk } from '../support/disk.ts';
import { firstRepost, liked, likedWorld, liker, other } from '../bench/scale/deleting.ts';
import { initialCredentials, now } from '../bench/scale/world.ts';

const likers = 2500;
const reposters = 1200;
const world = () => likedWorld(likers, reposters);

const related = ({ tables }: Snapshot) => ({
  likes: tables['likes']!.filter((row) => row['post_id'] === liked).length,
  reposts: tables['posts']!.filter((row) => row['reposted_post_id'] === liked).length,
  bookmarks: tables['bookmarks']!.length,
  jobs: tables['jobs']!.filter((row) => row['name'] === 'post-clear').length,
});

/** The visible state of the post and of the users who liked and reposted it. */
async function seen(platform: Platform) {
  const as = caller(platform, initialCredentials);
  const search = encodeForm([['query', 'loaf']]);
  const repost = firstRepost;
  const ids = async (path: string, client = as.bearer()) => idsOf((await client.get(path)).json.data);
  const get = async (path: string) => (await as.bearer().get(path)).json;
  return {
    post: (await as.bearer().get(`/2/posts/${liked}`)).status,
    repost: (await as.bearer().get(`/2/posts/${repost}`)).status,
    metrics: (await get(`/2/users/${liker}?user.fields=public_metrics`)).data['public_metrics'],
    posts: await ids(`/2/users/${liker}/posts`),
    home: await ids(`/2/users/${mira}/timelines/reverse_chronological`, as.user()),
    found: await ids(`/2/posts/search/all?${search}`),
    counted: (await get(`/2/posts/counts/all?${search}`)).meta['total_post_count'],
  };
}

const gone = {
  ...{ post: 404, repost: 404, posts: [], found: [], counted: 0 },
  home: [other],
  metrics: { like_count: 1, post_count: 0 },
};

async function begin(options: Pick<PlatformOptions, 'snapshot' | 'turn' | 'commit'>): Promise<Platform> {
  const platform = createPlatform(options);
  await platform.do('portal.setAbuse', false);
  await platform.do('portal.setPlan', '1700', 'enterprise');
  return platform;
}

/** By its author. */
const remove = (platform: Platform) =>
  caller(platform, initialCredentials).user().delete(`/2/posts/${liked}`);

test('it is gone everywhere with the answer, before its related rows are deleted', async () => {
  const platform = await begin({ snapshot: world() });
  const before = await seen(platform);
  expect(before).toMatchObject({ post: 200, repost: 200, counted: reposters + 1 });
  expect(before.metrics).toMatchObject({ like_count: 2, post_count: 1 });
  await platform.clock.advance(1000);
  const { exchange } = await remove(platform);
  expect(exchange.trace.find(({ verb }) => verb === 'Changed')!.text).toBe(
    'added 1 row of `jobs`, removed 1 row of `posts`',
  );
  expect(await seen(platform)).toMatchObject(gone);
  expect(related(platform.snapshot())).toEqual({ likes: 0, reposts: 0, bookmarks: 0, jobs: 1 });
});

test('the rows follow in pieces, and a kill after any of them does no harm', async () => {
  const first = world();
  const disk = new Disk(first);
  const disks: Snapshot[] = [];
  const platform: Platform = await begin({
    snapshot: first,
    commit: (changes) => Promise.resolve(disk.write(changes)),
    turn: async () => {
      await platform.do('portal.setAbuse', false); // what others do commits what was done so far
      disks.push(disk.read());
    },
  });
  await remove(platform);
  expect(related(disk.read())).toEqual({ likes: likers, reposts: reposters, bookmarks: 1, jobs: 1 });
  await platform.clock.advance(0);
  const left = disks.map((each) => related(each)).map(({ likes, reposts }) => likes + reposts);
  expect(new Set(left).size).toBeGreaterThan(3);
  expect(left).toEqual(left.toSorted((a, b) => b - a));
  expect(Math.max(...left.slice(1).map((count, at) => left[at]! - count))).toBeLessThanOrEqual(1000);
  expect(related(disk.read())).toEqual({ likes: 0, reposts: 0, bookmarks: 0, jobs: 0 });
  for (const snapshot of [disks[0]!, disks[2]!]) {
    const next = await begin({ snapshot });
    expect(await seen(next)).toMatchObject(gone);
    await next.clock.advance(1000);
    expect(related(next.snapshot())).toEqual({ likes: 0, reposts: 0, bookmarks: 0, jobs: 0 });
    expect(await seen(next)).toMatchObject(gone);
  }
});

test('a file that marks an existing post as gone is refused', () => {
  const { tables, ...head } = world();
  const job = { id: `post-clear:${liked}`, name: 'post-clear', due: now, every_ms: null, data: liked };
  const jobs = [...tables['jobs']!, job];
  expect(() => createPlatform({ snapshot: { ...head, tables: { ...tables, jobs } } })).toThrow(
    `snapshot: jobs / post-clear:${liked} / data names a post that is still there`,
  );
});

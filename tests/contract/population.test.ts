/** The starter's world with all seeded users: readable, valid, and the same for the same seed. */
import { beforeAll, describe, expect, test } from 'vitest';
import { createPlatform } from '../../engine/index.ts';
import type { Platform, Snapshot } from '../../engine/index.ts';
import { momentOf } from '../../engine/state/ids.ts';
import { pairId } from '../../engine/state/tables/pairs.ts';
import type { Post } from '../../engine/state/tables/posts.ts';
import { isBackdated } from '../../engine/state/tables/posts.ts';
import { stored } from '../migrations/stored.ts';

const day = 86_400_000;
const mira = '2244994945';

async function populated(options: Parameters<typeof createPlatform>[0] = {}): Promise<Platform> {
  const platform = createPlatform(options);
  await platform.seedPopulation();
  return platform;
}

type Rows = readonly Readonly<Record<string, string>>[];
const rowsOf = (snapshot: Snapshot, table: string): Rows => snapshot.tables[table] as Rows;
const postsOf = (snapshot: Snapshot) => snapshot.tables['posts'] as unknown as readonly Post[];

describe('the starter with its population', () => {
  let platform: Platform;
  let snapshot: Snapshot;
  let posts: readonly Post[];
  let now: number;

  beforeAll(async () => {
    platform = await populated();
    snapshot = platform.snapshot();
    now = platform.clock.now();
    const four = new Set(
      createPlatform()
        .snapshot()
        .tables['posts']!.map(({ id }) => id),
    );
    posts = postsOf(snapshot).filter(({ id }) => !four.has(id));
  });

  test('is the same for the same seed and another for another', async () => {
    const text = JSON.stringify(snapshot);
    expect(JSON.stringify((await populated()).snapshot())).toBe(text);
    const other = postsOf((await populated({ seed: 'other' })).snapshot());
    const same = new Set(posts.map((post) => post.text));
    expect(other.filter((post) => same.has(post.text)).length).toBeLessThan(other.length / 3);
  });

  test('does not use the platform’s random numbers', () => {
    const [before] = rowsOf(createPlatform().snapshot(), 'platform');
    expect(rowsOf(snapshot, 'platform')[0]!['random']).toEqual(before!['random']);
  });

  test('opens again without problems', () => {
    expect(createPlatform({ snapshot: structuredClone(snapshot) }).snapshot()).toEqual(snapshot);
  });

  test('has as many of each as declared', () => {
    const count = (table: string) => rowsOf(snapshot, table).length;
    const said = posts.filter((post) => post.reposted_post_id === null);
    expect(count('users')).toBe(40);
    expect(said.length).toBeGreaterThanOrEqual(2000);
    expect(said.length).toBeLessThan(2020);
    expect(count('likes')).toBeGreaterThan(4500);
    expect(count('likes')).toBeLessThan(9000);
    expect(count('follows')).toBeGreaterThan(400);
    expect(count('lists')).toBe(12);
    expect(count('spaces')).toBe(9);
    expect(count('communities')).toBe(5);
    expect(count('dm_conversations')).toBeGreaterThanOrEqual(12);
    for (const table of ['follow_requests', 'mutes', 'blocks', 'bookmarks', 'polls', 'usage', 'stream_rules'])
      expect(count(table), table).toBeGreaterThan(2);
  });

  test('has hardly any repeated text, none by one user within a day, and each text fits a post', () => {
    const said = posts.filter((post) => post.reposted_post_id === null);
    expect(new Set(said.map(({ text }) => text)).size).toBeGreaterThanOrEqual(1900);
    const last = new Map<string, number>();
    for (const { author_id, text, created_at } of said) {
      const key = `${author_id} ${text}`;
      expect(created_at - (last.get(key) ?? 0), text).toBeGreaterThan(day);
      last.set(key, created_at);
      expect([...text].length, text).toBeLessThanOrEqual(280);
      expect(text, 'a pattern that was not filled in').not.toMatch(/[{}|$]|undefined| {2}/);
    }
  });

  test('covers the four weeks before now, with about 70 posts a day and ids in the order of time', () => {
    const days = new Map<number, number>();
    for (const post of posts) {
      expect(isBackdated(post)).toBe(false);
      expect(momentOf(post.id)).toBe(post.created_at);
      expect(post.created_at).toBeLessThanOrEqual(now);
      const ago = Math.floor((now - post.created_at) / day);
      days.set(ago, (days.get(ago) ?? 0) + 1);
    }
    expect(Math.max(...days.keys())).toBeLessThan(29);
    for (const count of days.values()) expect(count).toBeGreaterThan(30);
  });

  test('refers only to earlier, visible posts', () => {
    const byId = new Map(postsOf(snapshot).map((post) => [post.id, post]));
    const blocks = new Set(rowsOf(snapshot, 'blocks').map(({ id }) => id));
    const follows = new Set(rowsOf(snapshot, 'follows').map(({ id }) => id));
    const shy = new Set(
      rowsOf(snapshot, 'users')
        .filter((user) => user['protected'])
        .map(({ id }) => id),
    );
    for (const post of posts) {
      for (const id of [post.in_reply_to_post_id, post.quoted_post_id, post.reposted_post_id]) {
        if (id === null) continue;
        const target = byId.get(id)!;
        expect(target.created_at).toBeLessThanOrEqual(post.created_at);
        if (target.author_id === post.author_id) continue;
        for (const pair of [
          pairId(target.author_id, post.author_id),
          pairId(post.author_id, target.author_id),
        ])
          expect(blocks.has(pair)).toBe(false);
        if (shy.has(target.author_id))
          expect(follows.has(pairId(post.author_id, target.author_id))).toBe(true);
      }
    }
  });

  test('has community posts only by members, and reposts that mention nobody', () => {
    const members = new Set(rowsOf(snapshot, 'community_members').map(({ id }) => id));
    const inside = posts.filter(({ community_id }) => community_id !== null);
    expect(inside.length).toBeGreaterThan(100);
    for (const { community_id, author_id } of inside)
      expect(members.has(pairId(community_id!, author_id))).toBe(true);
    const reposts = posts.filter(({ reposted_post_id }) => reposted_post_id !== null);
    expect(reposts.filter(({ entities }) => entities?.mentions)).toEqual([]);
  });

  test('has no relation later than now', () => {
    for (const [table, rows] of Object.entries(snapshot.tables))
      for (const row of rows)
        if (typeof row['at'] === 'number' && 'id' in row) expect(row['at'], table).toBeLessThanOrEqual(now);
  });

  test('gives Mira everything that the examples need', () => {
    const count = (table: string, field: string) =>
      rowsOf(snapshot, table).filter((row) => row[field] === mira).length;
    expect(count('follows', 'source_user_id')).toBeGreaterThan(15);
    expect(count('follows', 'target_user_id')).toBeGreaterThan(15);
    expect(count('likes', 'user_id')).toBeGreaterThan(20);
    expect(count('mutes', 'source_user_id')).toBeGreaterThan(1);
    expect(count('blocks', 'source_user_id')).toBeGreaterThan(0);
    expect(count('lists', 'owner_id')).toBeGreaterThan(2);
    expect(count('list_members', 'user_id')).toBeGreaterThan(1);
    expect(count('list_follows', 'user_id')).toBeGreaterThan(1);
    expect(count('pinned_lists', 'user_id')).toBeGreaterThan(1);
    expect(count('bookmarks', 'user_id')).toBeGreaterThan(10);
    const own = new Set(postsOf(snapshot).flatMap((post) => (post.author_id === mira ? post.id : [])));
    expect(posts.filter((post) => own.has(post.reposted_post_id ?? '')).length).toBeGreaterThan(4);
    const mentions = posts.filter((post) => post.entities?.mentions?.some(({ id }) => id === mira));
    expect(mentions.length).toBeGreaterThan(10);
  });

  test('has what the search examples look for in the last seven days', () => {
    const recent = posts.filter((post) => post.created_at > now - 7 * day);
    for (const word of ['bread', 'oauth', 'harbour'])
      expect(recent.filter(({ text }) => text.toLowerCase().includes(word)).length, word).toBeGreaterThan(2);
  });

  test('has spaces in their three states', () => {
    const states = rowsOf(snapshot, 'spaces').map((space) =>
      now < Number(space['starts_at']) ? 'scheduled' : now < Number(space['ends_at']) ? 'live' : 'ended',
    );
    for (const state of ['scheduled', 'live', 'ended'])
      expect(states.filter((each) => each === state)).toHaveLength(3);
  });
});

describe.each([1, 2, 3, 4, 5])('a world of schema version %i', (version) => {
  test('gets its people, and keeps its own data', async () => {
    const before = createPlatform({ snapshot: stored(version) }).snapshot();
    const platform = await populated({ snapshot: stored(version) });
    const after = platform.snapshot();
    expect(rowsOf(after, 'users')).toHaveLength(rowsOf(before, 'users').length + 36);
    for (const table of ['users', 'posts', 'follows', 'dm_events', 'polls', 'apps']) {
      const rows = new Map(rowsOf(after, table).map((row) => [row['id'], row]));
      for (const row of rowsOf(before, table)) expect(rows.get(row['id'])).toEqual(row);
    }
    expect(createPlatform({ snapshot: structuredClone(after) }).snapshot()).toEqual(after);
  });

  test('even if names and ids are taken, and only once', async () => {
    const snapshot = stored(version);
    const [someone] = snapshot.tables['users']!;
    const taken = { ...someone!, id: '2244994950', username: 'Kai_Ferry', name: 'Another Kai' };
    const tables = { ...snapshot.tables, users: [...snapshot.tables['users']!, taken] };
    const platform = await populated({ snapshot: { ...snapshot, tables } });
    const users = rowsOf(platform.snapshot(), 'users');
    expect(users.find(({ id }) => id === '2244994950')).toMatchObject({ name: 'Another Kai' });
    expect(users.map(({ username }) => username)).toContain('kai_ferry2');
    await platform.seedPopulation();
    expect(rowsOf(platform.snapshot(), 'users')).toHaveLength(users.length);
  });
});

test("a world without the starter's people stays as it is", async () => {
  const { tables, ...rest } = createPlatform({ scenario: 'empty' }).snapshot();
  const [row] = tables['platform']!;
  const owed = { ...tables, platform: [{ ...row!, populations_due: ['starter'] }] };
  const platform = await populated({ snapshot: { ...rest, tables: owed } });
  expect(platform.snapshot().tables['users']).toEqual([]);
  expect(platform.snapshot().tables['platform']![0]).toMatchObject({ populations_due: [] });
});

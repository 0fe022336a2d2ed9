import { afterEach, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { openSession } from '../../../../tests/support/session.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { WorldClient } from './client.svelte.ts';
import { newPosts, newPostsWords } from './new-posts.svelte.ts';
import type { PostPages } from './post-pages.svelte.ts';
import { Visits } from './visits.svelte.ts';

let session: PageSession;
let client: WorldClient;
let timeline: PostPages;
let news: ReturnType<typeof newPosts>;
let stop: () => void;
beforeEach(async () => {
  session = await openSession();
  client = session.keep(WorldClient);
  timeline = session.keep(Visits).posts({
    ...{ what: 'timeline', reads: 'timeline', isOwn: true, authorId: null },
    path: `/2/users/${session.user?.id}/timelines/reverse_chronological`,
  });
  stop = $effect.root(() => {
    news = newPosts(
      () => client,
      () => timeline,
    );
  });
  await timeline.visit();
});
afterEach(() => stop());

/** As another tab would. */
async function postAs(username: string, text: string): Promise<void> {
  const other = new WorldClient(session);
  const [own, userId] = [session.userId, session.world.users.find((user) => user.username === username)?.id];
  session.userId = userId ?? '';
  other.type(text, null);
  const posting = other.post(null);
  session.userId = own;
  expect(await posting).toBe(true);
}

test('Q30: new posts are announced, and the list stays as it is until the person asks', async () => {
  const [read, acts] = [timeline.posts, client.acts.length];
  expect(news.value).toBeNull();
  await postAs('aiko_tan', 'The ferry is early.');
  await postAs('aiko_tan', 'It is late again.');
  await eventually(() => expect(news.value).toMatchObject({ count: 2, by: ['aiko_tan'] }));
  expect([timeline.posts, client.acts.length]).toEqual([read, acts]);

  await timeline.load();
  expect(timeline.posts[0]?.text).toBe('It is late again.');
  await eventually(() => expect(news.value).toBeNull());
});

test('Q30: the person’s own posts are shown at once, and not announced', async () => {
  client.type('The gulls keep the books.', null);
  await client.post(null);
  await timeline.visit();
  expect(timeline.posts[0]?.text).toBe('The gulls keep the books.');
  expect(news.value).toBeNull();
});

test('Q30: a window that is used up does not remove what was read', async () => {
  const { posts, readAt, newest } = timeline;
  const plan = session.plan;
  await session.setPlan('free');
  for (let left = true; left;) {
    await timeline.load();
    left = !timeline.refused;
  }
  expect(plan).not.toBe('free');
  expect(timeline.refused?.status).toBe(429);
  expect(timeline.posts.map(({ entry }) => entry)).toEqual(posts.map(({ entry }) => entry));
  expect(timeline.newest).toBe(newest);
  expect(timeline.readAt).toBeGreaterThanOrEqual(readAt ?? Infinity);
});

test.each([
  [{ count: 1, by: ['jonas_berg'] }, '1 new post by @jonas_berg, at 09:41:08'],
  [{ count: 3, by: ['jonas_berg'] }, '3 new posts by @jonas_berg, the last at 09:41:08'],
  [{ count: 3, by: ['jonas_berg', 'aiko_tan'] }, '3 new posts by 2 people, the last at 09:41:08'],
  [{ count: 100, by: ['jonas_berg', 'aiko_tan'] }, '100 or more new posts by 2 people, the last at 09:41:08'],
])('Q30: %o as words', (news, words) => {
  expect(newPostsWords({ ...news, at: Date.UTC(2026, 2, 2, 9, 41, 8) })).toBe(words);
});

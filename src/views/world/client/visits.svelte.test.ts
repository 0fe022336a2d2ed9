import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { openSession } from '../../../../tests/support/session.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { actRows, loggedActs, readWords } from '../calls/act-rows.ts';
import { WorldClient } from './client.svelte.ts';
import { Visits } from './visits.svelte.ts';

let session: PageSession;
let client: WorldClient;
beforeEach(async () => {
  session = await openSession();
  client = session.keep(WorldClient);
});

const timeline = () =>
  session.keep(Visits).posts({
    ...{ what: 'timeline', reads: 'timeline', isOwn: true, authorId: null },
    path: `/2/users/${session.user?.id}/timelines/reverse_chronological`,
  });
const reads = () => client.acts.filter(({ asked }) => asked.method === 'GET').length;

test('Q29: a repeated visit reads nothing until the person asks or acts', async () => {
  await timeline().visit();
  expect(reads()).toBe(1);
  const { posts, readAt, left } = timeline();
  expect(posts.length).toBeGreaterThan(0);
  expect(readAt).not.toBeNull();
  expect(left).toMatch(/^[\d,]+ of [\d,]+ left$/);
  await timeline().visit();
  expect(reads()).toBe(1);
  await timeline().load();
  expect(reads()).toBe(2);

  client.type('The gulls keep the books.', null);
  expect(await client.post(null)).toBe(true);
  await timeline().visit();
  expect(reads()).toBe(3);
  expect(timeline().posts[0]?.text).toBe('The gulls keep the books.');
});

test('what was being read when the person acted is read again', async () => {
  const courier = session.world.apps.find(({ permission }) => permission === 'read-write-directmessages');
  session.useApp(courier?.id ?? '');
  for (const list of [timeline(), session.keep(Visits).messages(null)]) {
    const before = reads();
    const first = list.visit();
    // Nothing was done since: the answer that is on its way is enough.
    await list.visit();
    client.moved(session.user?.id ?? '');
    await Promise.all([first, list.visit()]);
    expect(reads()).toBe(before + 2);
    await list.visit();
    expect(reads()).toBe(before + 2);
  }
});

test('a slow answer does not replace the posts that were asked for after it', async () => {
  const list = timeline();
  let answer = (): void => undefined;
  const slow = new Promise<void>((resolve) => (answer = resolve));
  const marksOn = client.marksOn.bind(client);
  const asked = vi.spyOn(client, 'marksOn').mockImplementationOnce(async (posts, userId) => {
    await slow;
    return marksOn(posts, userId);
  });
  const first = list.load();
  await eventually(() => expect(asked).toHaveBeenCalledOnce());
  client.type('Newer than what is on its way.', null);
  await client.post(null);
  await list.load();
  answer();
  await first;
  expect(list.posts[0]?.text).toBe('Newer than what is on its way.');
});

test('messages that were refused were not read at a time', async () => {
  const messages = () => session.keep(Visits).messages(null);
  await messages().visit();
  expect(messages().refused?.status).toBe(403);
  expect(messages().readAt).toBeNull();
  const courier = session.world.apps.find(({ permission }) => permission === 'read-write-directmessages');
  session.useApp(courier?.id ?? '');
  await messages().visit();
  expect(messages().refused).toBeNull();
  expect(messages().readAt).not.toBeNull();
});

test('Q29: what one user read is not shown to another, and an act keeps the name of the user who acted', async () => {
  await timeline().visit();
  const [mira, own] = [session.user?.username, timeline()];
  const other = session.world.users.find(({ id }) => id !== session.user?.id && session.holdsTokenOf(id));
  session.userId = other?.id ?? '';
  expect(session.user?.username).not.toBe(mira);
  expect(timeline()).not.toBe(own);
  expect(client.acts[0]?.title).toBe(`@${mira} read the timeline`);
});

test('Q29: consecutive reads are one row, with their kinds and the number refused', async () => {
  await timeline().load();
  await client.call('read the timeline', { method: 'GET', path: '/2/users/1/posts' }, { reads: 'posts' });
  client.type('Slack tide at noon.', null);
  await client.post(null);
  await timeline().load();
  const among = client.acts.map(({ sequence }) => sequence);
  const answer = await session.playground.ask('exchanges.find', {
    ...{ filter: '', pinned: [], among, from: 0, count: 50 },
  });
  const gists = answer.kind === 'rows' ? answer.rows : [];
  expect(gists).toHaveLength(client.acts.length);
  const rows = actRows(loggedActs(client.acts, gists));
  expect(rows.map(({ kind }) => kind)).toEqual(['reads', 'act', 'reads']);
  const last = rows[2];
  expect(last?.kind === 'reads' && readWords(last.all)).toBe('posts 1, timeline 1, 1 refused');
  // A call that the log no longer has is in no row.
  expect(actRows(loggedActs(client.acts, gists.slice(1)))).toHaveLength(2);
});

test('an answer belongs to the user who called, and text typed meanwhile stays', async () => {
  const mira = session.user?.id ?? '';
  const kai = session.world.users.find(({ id }) => id !== mira && session.holdsTokenOf(id))?.id ?? '';
  const visiting = timeline().visit();
  session.userId = kai;
  await visiting;
  session.userId = mira;
  const { posts } = timeline();
  expect(posts.filter(({ id }) => client.marks.has(`${mira} ${id}`))).toEqual(posts);

  const post = posts.find((each) => !client.marksOf(each).liked);
  const liking = client.toggle(post!, 'liked');
  session.userId = kai;
  await liking;
  expect(client.marksOf(post!).liked).toBe(false);
  session.userId = mira;
  expect(client.marksOf(post!).liked).toBe(true);

  client.type('The tide turns at four.', null);
  const posting = client.post(null);
  client.type('The tide turns at four. And the ferry', null);
  session.userId = kai;
  client.type('Not mine to clear', null);
  expect(await posting).toBe(true);
  expect([client.draftOf(null), client.moves]).toEqual(['Not mine to clear', 0]);
  session.userId = mira;
  expect([client.draftOf(null), client.moves]).toEqual(['The tide turns at four. And the ferry', 1]);
});

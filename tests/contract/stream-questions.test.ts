/** The page's queries about the filtered stream: none of them is a call or counts as one. */
import { expect, test } from 'vitest';
import { inhabitedStarter, start } from '../../testing/platform.ts';
import type { AnswerBody } from '../../testing/platform.ts';
import { addRules, Listener } from '../support/stream.ts';

const reader = '26001';

test('Q31: since when an App is connected is known while it is, however the connection ends', async () => {
  const { platform, as } = await start();
  const bearer = as.bearer();
  await addRules(bearer, 'loaf');
  const since = () => platform.ask('stream.connectedSince', reader);
  expect(await since()).toBeNull();
  const listener = await Listener.to(bearer);
  const opened = platform.clock.now();
  expect(await since()).toBe(opened);
  await platform.clock.advance(60_000);
  expect(await since()).toBe(opened);
  expect(await platform.ask('stream.connectedSince', '1')).toBeNull();
  listener.leave();
  expect(await since()).toBeNull();
});

/** A platform with these rules, its queries, and the number of calls that it has answered. */
async function withRules(...values: string[]) {
  const { platform, as } = await start(await inhabitedStarter());
  const bearer = as.bearer();
  const ids = await addRules(bearer, ...values);
  const { id: userId } = (await as.user().get('/2/users/me')).json.data;
  const finding = (text: string, by = userId) => platform.ask('stream.finding', reader, by, text);
  const found = async (text: string) => (await finding(text))?.rules.map(({ id }) => id) ?? [];
  const tryRule = (value: string) => platform.ask('stream.tryRule', reader, value);
  return { platform, as, bearer, ids, userId, finding, found, tryRule };
}

test('lift 9: the rules in force are those of the App, with how many its plan gives', async () => {
  const { platform, bearer, ids } = await withRules('loaf', 'storm lang:en');
  const before = await platform.ask('stream.rules', reader);
  expect(before?.rules.map(({ id, value, tag }) => [id, value, tag]).slice(-2)).toEqual([
    [ids[0], 'loaf', 'tag loaf'],
    [ids[1], 'storm lang:en', 'tag storm lang:en'],
  ]);
  await bearer.post('/2/posts/search/stream/rules', { delete: { ids: [ids[0]] } });
  const after = await platform.ask('stream.rules', reader);
  expect(after?.rules.some(({ id }) => id === ids[0])).toBe(false);
  const dry = await bearer.post('/2/posts/search/stream/rules?dry_run=true', {
    add: Array.from({ length: (after?.most ?? 0) + 1 }, (_, at) => ({ value: `word${at}` })),
  });
  const room = (after?.most ?? 0) - (after?.rules.length ?? 0);
  expect(dry.json.meta).toMatchObject({ summary: { created: room } });
  expect(await platform.ask('stream.rules', '1')).toBeNull();
});

test('lift 9: the rules that would find a text are those that the stream names when it is posted', async () => {
  const { platform, as, bearer, userId, found, finding } = await withRules(
    'harbour (ferry OR tide)',
    'storm lang:en -is:repost',
    'quay has:links',
    '@mira_holm',
    '#tide',
    'from:mira_holm lang:ja',
  );
  expect((await finding('storm', userId))?.isSeen).toBe(true);
  const listener = await Listener.to(bearer);
  const texts = [
    'A storm is coming to the harbour, the last ferry has gone.',
    'The quay: https://quay.example/notes/12 #tide',
    'The quay has no links, @mira_holm.',
    'Nothing that anybody looks for.',
    'パンはどこ',
  ];
  for (const text of texts) {
    const would = await found(text);
    const sent = listener.lines.length;
    await as.user().post('/2/posts', { text });
    const line = listener.lines[sent];
    expect(line?.matching_rules.map(({ id }) => id) ?? [], text).toEqual(would);
  }
  expect(await finding('storm', '1')).toBeNull();
  expect(platform.exchanges.list().filter(({ endpointId }) => endpointId === 'createPost')).toHaveLength(
    texts.length,
  );
});

test('lift 9: nobody sees on the stream what somebody protected posts, and the question says so', async () => {
  const { platform, finding } = await withRules('loaf');
  const { rows } = await platform.ask('explorer.find', 'users', '', 0, 100);
  const { id } = rows.find((user) => user['protected'] === true)!;
  expect(await finding('A loaf.', id)).toMatchObject({ isSeen: false, rules: [{ value: 'loaf' }] });
});

test('lift 9: a rule that is typed is judged as the call judges it, and nothing is sent, counted or added', async () => {
  const { platform, bearer, tryRule } = await withRules('loaf');
  const path = '/2/posts/search/stream/rules?dry_run=true';
  const calls = platform.exchanges.size;
  const values = ['harbour (storm OR "high water"', 'loaf', 'a'.repeat(1100), '-is:repost', 'tide', 'or'];
  const tried = await Promise.all(values.map(tryRule));
  expect(platform.exchanges.size).toBe(calls);
  for (const [at, value] of values.entries()) {
    const json: Partial<AnswerBody> = (await bearer.post(path, { add: [{ value }] })).json;
    const error = json.errors?.[0];
    const says = tried[at]?.objection?.says;
    expect(says === undefined, value).toBe(error === undefined);
    expect(error?.message ?? '', value).toContain(says ?? '');
  }
  expect(tried.map((each) => each?.objection?.position ?? null)).toEqual([9, null, null, 1, null, 1]);
  expect(tried[2]).toMatchObject({ length: 1100, most: 1024 });
});

test('lift 9: a rule that is typed is tried on the last 40 posts that Apps see', async () => {
  const { as, tryRule } = await withRules('storm');
  for (const text of ['Storm over the bay', 'High water at noon', 'Quiet water'])
    await as.user().post('/2/posts', { text });
  const tried = await tryRule(' (storm OR "high water") ');
  expect(tried).toMatchObject({ objection: null, length: 23, posts: { of: 40 } });
  const [first, second] = tried?.posts?.found ?? [];
  expect(first).toMatchObject({ text: 'High water at noon', places: [[0, 10]], isFound: false });
  expect(second).toMatchObject({ text: 'Storm over the bay', places: [[0, 5]], isFound: true });
  expect((await tryRule('(storm'))?.posts).toBeNull();
});

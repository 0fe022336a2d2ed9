/** The first search of very many posts, before the index exists (decisions/search.md). */
import { expect, test } from 'vitest';
import { createPlatform, encodeForm } from '../../engine/inside.ts';
import { caller } from '../../testing/platform.ts';
import { eventually } from '../support/eventually.ts';
import { author, initialCredentials, postRow, withPosts } from '../bench/scale/world.ts';

const size = 12_000;
/** Every fourth contains a rare word. */
const snapshot = withPosts(
  Array.from({ length: size }, (_, at) => {
    const row = postRow(at, size);
    return at % 4 === 0 ? { ...row, text: `${String(row['text'])}, a loaf` } : row;
  }),
);

/** Yielding work waits here until the test lets it continue. */
function gate() {
  let isOpen = false;
  const waiting: (() => void)[] = [];
  return {
    waiting,
    turn: () => (isOpen ? Promise.resolve() : new Promise<void>((resolve) => waiting.push(resolve))),
    /** Continues the latest one, once this many wait. */
    letLastGo: async (count: number) => {
      await eventually(() => expect(waiting).toHaveLength(count));
      waiting.pop()!();
    },
    /** Callers do not wait while this runs. */
    passing: async (work: () => Promise<unknown>) => {
      const wasOpen = isOpen;
      isOpen = true;
      await work();
      isOpen = wasOpen;
    },
    open: () => {
      isOpen = true;
      for (const go of waiting.splice(0)) go();
    },
  };
}

const found = (query: string, more: Readonly<Record<string, string>> = {}) =>
  `/2/posts/search/all?${encodeForm(Object.entries({ query, max_results: '100', ...more }))}`;

async function begin() {
  const held = gate();
  const platform = createPlatform({ snapshot, turn: held.turn });
  await platform.do('portal.setAbuse', false);
  await platform.do('portal.setPlan', '1700', 'enterprise');
  const as = caller(platform, initialCredentials);
  const search = async (path: string) => {
    await held.passing(() => platform.clock.advance(1000)); // one search a second
    return (await as.bearer().get(path)).json;
  };
  await search(found('"')); // what a search loads is there
  return { held, as, search };
}

test('other calls are answered while it looks at the posts, and it finds what they created', async () => {
  const { held, as, search } = await begin();
  const searching = search(found('loaf'));
  let isAnswered = false;
  void searching.then(() => (isAnswered = true));
  expect((await as.bearer().get(`/2/users/${author}`)).status).toBe(200);
  const newest = String(snapshot.tables['posts']!.at(-4)!['id']);
  const made = (await as.user().post('/2/posts', { text: 'One more loaf' })).json.data.id;
  expect((await as.user().delete(`/2/posts/${newest}`)).status).toBe(200);
  expect([isAnswered, held.waiting.length]).toEqual([false, 1]);
  held.open();
  const { data, meta } = await searching;
  expect(meta.result_count).toBe(100);
  expect(data.map(({ id }) => id)).toContain(made);
  expect(data.map(({ id }) => id)).not.toContain(newest);
});

test('it is answered before the index exists, and finds the same with it', async () => {
  const { held, search } = await begin();
  const middle = snapshot.tables['posts']![size / 2]!;
  const start_time = new Date(Number(snapshot.tables['posts']![0]!['created_at'])).toISOString();
  const end_time = new Date(Number(middle['created_at'])).toISOString();
  const paths = [
    found('loaf'),
    found('"a loaf" -10', { until_id: String(middle['id']) }),
    found('loaf -12', { end_time, sort_order: 'relevancy' }),
    found(`from:${author} loaf`, { since_id: String(middle['id']) }),
    `/2/posts/counts/all?${encodeForm(Object.entries({ query: 'loaf -13', start_time, end_time }))}`,
  ];
  const before = [];
  for (const [at, path] of paths.entries()) {
    const searching = search(path);
    // From the second one on, building the index waits for its turn too.
    await held.letLastGo(at === 0 ? 1 : 2);
    before.push(await searching);
  }
  expect(before.slice(0, 4).map(({ meta }) => meta.result_count)).toEqual([100, 100, 100, 100]);
  expect(before[4]!.meta['total_post_count']).toBe(size / 8);
  await eventually(() => expect(held.waiting).toHaveLength(1));
  held.open();
  for (const [at, path] of paths.entries()) expect(await search(path)).toEqual(before[at]);
});

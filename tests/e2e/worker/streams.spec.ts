import type { Page } from '@playwright/test';
import { rendererOf } from '../../support/harness/browser.ts';
import { expect, open, postMany, postsOf, test } from '../../support/harness/fixtures.ts';
import type { Reading } from '../../support/harness/reading.ts';
import { proved, times } from '../../support/prove.ts';

declare global {
  /** The stream that this page has open. */
  var reading: Reading;
}

async function twoTabs(page: Page, url: string): Promise<{ leader: Page; other: Page }> {
  const leader = await open(page, url);
  return { leader, other: await open(await page.context().newPage(), url) };
}

/** Opens a stream and begins to read it. */
const listen = (page: Page, path = '/2/harness/posts') =>
  page.evaluate(async (path) => {
    globalThis.reading = await (await harness).stream(path);
    globalThis.reading.start();
  }, path);
const linesOf = (page: Page) => page.evaluate(() => [...reading.lines]);
const endOf = (page: Page) => page.evaluate(() => reading.ended);

/** Texts in the order in which they were posted: their ids ascend. */
const inOrder = (ids: Record<string, string>): string[] =>
  Object.entries(ids)
    .sort(([, a], [, b]) => (BigInt(a) < BigInt(b) ? -1 : 1))
    .map(([words]) => words);

/** Entries of the log for the streams that were opened, and how each ended. */
const streamsIn = (page: Page) =>
  page.evaluate(async () => {
    const exchanges = await (await harness).playground.exchanges();
    return exchanges.flatMap(({ outcome }) => (outcome.kind === 'stream' ? [outcome.ended] : []));
  });

test('posts through one open stream to a second tab: none lost, none doubled, in order', async ({
  page,
  harnessSite,
}) => {
  const count = times(500, 10_000);
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await listen(other);
  await listen(leader);
  const started = Date.now();
  const ids = await postMany(leader, 'streamed', count, 8);
  await expect.poll(async () => (await linesOf(other)).length).toBe(count);
  const seconds = (Date.now() - started) / 1000;
  const order = inOrder(ids);
  expect(await linesOf(other)).toEqual(order);
  expect(await linesOf(leader)).toEqual(order);
  expect(await endOf(other)).toBeNull();
  proved(
    `stream: ${count} posts in ${seconds.toFixed(1)} s through one open stream to a second tab, none lost, none doubled, in order`,
  );
});

test('a reader that does not read: its buffer is bounded, the stream ends, and the rest has no gap', async ({
  page,
  harnessSite,
}) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await other.evaluate(async () => {
    globalThis.reading = await (await harness).stream('/2/harness/flood');
  });
  await expect.poll(async () => (await streamsIn(leader))[0]?.reason ?? '').toContain('too slow');
  const [end] = await streamsIn(leader);
  expect(end!.bytes).toBeLessThan(1.5 * 1024 * 1024);
  await other.evaluate(() => reading.start());
  await expect.poll(() => endOf(other)).toContain('too slow');
  const lines = await linesOf(other);
  expect(lines.map(Number)).toEqual(Array.from({ length: end!.chunks }, (_, at) => at));
});

test('a reader that reads is not cut off, no matter how much arrives', async ({ page, harnessSite }) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await listen(other, '/2/harness/flow');
  // Four times what may be under way and kept.
  await expect.poll(() => other.evaluate(() => reading.lines.length)).toBeGreaterThan(5000);
  expect(await endOf(other)).toBeNull();
  await other.evaluate(() => reading.cancel());
  await expect.poll(() => streamsIn(leader)).toMatchObject([{ reason: null }]);
});

test('the leader is closed: the stream ends with the reason, and can be opened again', async ({
  page,
  harnessSite,
}) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await listen(other);
  await postMany(other, 'before', 5);
  await expect.poll(async () => (await linesOf(other)).length).toBe(5);
  await leader.close();
  await expect.poll(() => endOf(other)).toContain('It can be opened again');
  await listen(other);
  await postMany(other, 'after', 5);
  await expect.poll(async () => (await linesOf(other)).length).toBe(5);
});

test('the leader is killed: the stream ends with the reason, is opened again and misses nothing from then on', async ({
  page,
  harnessSite,
}) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  const renderer = await rendererOf(leader);
  expect(renderer, 'each tab has a process of its own').not.toBe(await rendererOf(other));
  await listen(other);
  const before = inOrder(await postMany(other, 'before', 5));
  await expect.poll(() => linesOf(other)).toEqual(before);
  const crashed = leader.waitForEvent('crash');
  process.kill(renderer, 'SIGKILL');
  await crashed;
  await expect.poll(() => endOf(other)).toContain('The tab that ran the engine is gone');
  expect(await linesOf(other)).toEqual(before);
  await listen(other);
  const after = inOrder(await postMany(other, 'after', 100));
  await expect.poll(() => linesOf(other)).toEqual(after);
  expect(await endOf(other)).toBeNull();
  expect(await postsOf(other)).toMatchObject(
    Object.fromEntries([...before, ...after].map((words) => [words, 1])),
  );
});

test('the tab that reads is closed: the platform is told, and feeds it no longer', async ({
  page,
  harnessSite,
}) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await listen(other);
  expect(await streamsIn(leader)).toEqual([null]);
  await other.close();
  await expect.poll(() => streamsIn(leader)).toMatchObject([{ reason: null, chunks: 0 }]);
});

test('a reset ends the streams', async ({ page, harnessSite }) => {
  const { leader, other } = await twoTabs(page, harnessSite.url);
  await listen(other);
  await listen(leader);
  await leader.evaluate(async () => (await harness).playground.reset('starter'));
  for (const tab of [leader, other]) await expect.poll(() => endOf(tab)).toContain('started again');
});

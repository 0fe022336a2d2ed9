import type { Page } from '@playwright/test';
import type { StorageState } from '../../../worker/api.ts';
import { people } from '../../support/activity.ts';
import { proving } from '../../support/prove.ts';
import { countingReceiver, fillWhileDelivering } from '../../support/sandbox/full-delivery.ts';
import { storeInTheFuture, takeAllRoom } from '../../support/harness/in-page.ts';
import { receiverHost, webhookFile } from '../../support/webhook-file.ts';
import { expect, open, postMany, postsOf, test } from '../../support/harness/fixtures.ts';

const greet = (page: Page): Promise<StorageState> =>
  page.evaluate(async () => (await (await harness).playground.greet()).storage);

test('the database holds the base path, and a reload finds what was there', async ({ page, harnessSite }) => {
  await open(page, harnessSite.url);
  await postMany(page, 'kept', 5);
  const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
  expect(names).toEqual([`svc-playground:${new URL(harnessSite.url).pathname}`]);
  await open(page, harnessSite.url);
  expect(Object.keys(await postsOf(page)).filter((words) => words.startsWith('kept')).length).toBe(5);
});

test('storage deleted during a session: the session continues in memory, says so and loses nothing', async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  await postMany(page, 'before', 3);
  await page.evaluate(
    (name) => void indexedDB.deleteDatabase(name),
    `svc-playground:${new URL(harnessSite.url).pathname}`,
  );
  await postMany(page, 'after', 3);
  // The browser tells of the removal in its own time.
  await expect.poll(() => greet(page)).toMatchObject({ kind: 'memory', reason: /removed/ });
  expect(Object.keys(await postsOf(page)).filter((words) => /^(before|after)/.test(words)).length).toBe(6);
  const said = await page.evaluate(async () => (await harness).events.map(({ event }) => event.type));
  expect(said).toContain('storage');
});

test('a disk that fills up: the session continues in memory, says so and loses nothing', async ({
  page,
  context,
  harnessSite,
}) => {
  const session = await context.newCDPSession(page);
  const { origin } = new URL(harnessSite.url);
  // Far more than an idle page stores of the seeded users while this test runs, on any machine.
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 16_000_000 });
  await open(page, harnessSite.url);
  await postMany(page, 'saved', 5);
  expect((await greet(page)).kind).toBe('saved');
  await page.evaluate(takeAllRoom);
  let rounds = 0;
  while ((await greet(page)).kind === 'saved' && rounds < 40) await postMany(page, `filling ${rounds++}`, 20);
  expect(await greet(page)).toMatchObject({ kind: 'memory', reason: expect.stringContaining('no room') });
  await postMany(page, 'at last', 5);
  const ours = Object.keys(await postsOf(page)).filter((words) => /^(saved|filling|at last)/.test(words));
  expect(ours.length).toBe(5 + 20 * rounds + 5);
});

test('a disk that fills up while events are delivered: each reaches its receiver once, in order', async ({
  page,
  context,
  harnessSite,
}) => {
  test.skip(!proving, 'part of the long proofs');
  const { file } = await webhookFile(countingReceiver);
  const session = await context.newCDPSession(page);
  const { origin } = new URL(harnessSite.url);
  await session.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1_800_000 });
  await open(page, harnessSite.url);
  const filling = { file: file.toString(), host: receiverHost, users: people, characters: 60_000 };
  const { events, storage, kinds } = await page.evaluate(fillWhileDelivering, filling);
  expect(storage).toMatchObject({ kind: 'memory', reason: /no room/ });
  expect(kinds).toEqual(Array.from({ length: events }, (_, at) => (at % 2 === 0 ? 'block' : 'unblock')));
});

test('a database of a later release is left untouched', async ({ page, harnessSite }) => {
  await page.route('**/*.js', (route) => route.abort());
  await page.goto(harnessSite.url);
  const name = `svc-playground:${new URL(harnessSite.url).pathname}`;
  await page.evaluate(storeInTheFuture, name);
  await page.unroute('**/*.js');
  await open(page, harnessSite.url);
  const storage = await greet(page);
  expect(storage.kind).toBe('newer');
  await postMany(page, 'in memory', 3);
  await page.evaluate(async () => (await harness).playground.reset('starter'));
  const found = await page.evaluate(async (name) => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open(name);
      request.onsuccess = () => resolve(request.result);
    });
    return { version: database.version, stores: [...database.objectStoreNames] };
  }, name);
  expect(found).toEqual({ version: 90, stores: ['of-the-future'] });
});

test("the worker has the page's policy: nothing it asks for leaves the page", async ({
  page,
  harnessSite,
}) => {
  await open(page, harnessSite.url);
  const [worker] = page.workers();
  const asked = await worker!.evaluate(() =>
    fetch('https://example.com/').then(
      () => 'answered',
      (error: unknown) => String(error),
    ),
  );
  const violation = await worker!.evaluate(
    () =>
      new Promise<string>((resolve) => {
        self.addEventListener('securitypolicyviolation', (event) => resolve(event.effectiveDirective));
        fetch('https://example.com/').catch(() => {});
      }),
  );
  expect(asked).toContain('TypeError');
  expect(violation).toBe('connect-src');
});

test('a worker that cannot be loaded is an error that says so', async ({ page, harnessSite }) => {
  await page.route('**/assets/harness-worker-*.js', (route) => route.abort());
  await page.goto(harnessSite.url);
  const message = await page.evaluate(() =>
    harness.then(String, (error: unknown) => (error as Error).message),
  );
  expect(message).toContain('could not be loaded');
});

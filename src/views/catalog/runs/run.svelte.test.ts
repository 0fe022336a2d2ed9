import { expect, onTestFinished, test } from 'vitest';
import type { Snapshot } from '../../../../worker/api.ts';
import { createCatalog, createFeed, openCatalogTo } from '../../../../testing/merchant.ts';
import { must } from '../../../../testing/portal.ts';
import { start } from '../../../../testing/platform.ts';
import { openSession } from '../../../../tests/support/session.ts';
import { answer, ShopHost } from '../../../../tests/support/shop-host.ts';
import { mira } from '../../../../testing/worlds.ts';
import { utf8 } from '../../../../worker/api.ts';
import { RunState } from './run.svelte.ts';

const header = 'id,title,description,availability,condition,price,link,image_link,brand';
const row = (id: string, price = '20.00 USD') =>
  `${id},Lamp ${id},Burns,in stock,new,${price},https://shop.example/${id},https://shop.example/${id}.jpg,Nord`;
const file = [header, row('a', 'free'), row('b', '1'), 'short,row', row('c'), ''].join('\n');

/** A finished run, kept in a snapshot, and a session over it whose feeds get another file. */
async function looking() {
  const host = new ShopHost();
  host.serve('https://shop.example/lamps.csv', () => answer(200, utf8(file)));
  const { platform, as } = await start({ open: host.open });
  await openCatalogTo(platform, mira);
  const user = as.user();
  await createFeed(user, await createCatalog(user), {
    ...{ feed_url: 'https://shop.example/lamps.csv', start_time: '2040-01-01T06:00:00' },
  });
  const feedId = platform.snapshot().tables['product_feeds']![0]!['id'] as string;
  const { runId } = must(await platform.do('feeds.run', feedId));
  await platform.clock.advance(1);
  const snapshot: Snapshot = platform.snapshot();
  const session = await openSession({ snapshot, credentials: platform.initialCredentials });
  const run = new RunState(session, runId);
  onTestFinished(run.follow());
  await expect.poll(() => run.line).not.toBeNull();
  return { session, run };
}

test('a run is shown with the first row of its first reason, and then with each chosen row', async () => {
  const { run } = await looking();
  expect(run.name).toBe('lamps.csv');
  expect(run.isUnderWay).toBe(false);
  expect(run.said).toBe('');
  // The broken row came first, but its reason is not the largest.
  expect(run.figures!.reasons.map(({ rows }) => rows)).toEqual([1, 2]);
  expect(run.rejecting).toEqual([1, 0]);
  expect(run.reason).toBe(1);
  expect(run.line).toMatchObject({ line: 2, nth: 0, kept: 2, column: 'price' });
  await run.choose(1, 1);
  expect(run.line).toMatchObject({ line: 3, nth: 1 });
  await run.choose(0, 0);
  expect(run.line).toMatchObject({ line: 4, column: null });
  await run.choose(0, 5);
  expect(run.line).toBeNull();
});

test('another run of the feed is announced, and the shown run stays', async () => {
  const { session, run } = await looking();
  const result = await session.playground.do('feeds.run', run.detail!.feed.id);
  if (!result.ok) throw new Error(result.reason);
  const next = new RunState(session, result.runId);
  onTestFinished(next.follow());
  // No server answers for the shop in this test.
  await expect.poll(() => next.figures?.status).toBe('FAILED');
  expect(next.figures!.failure!.reason).toBe('SOURCE_UNREACHABLE');
  expect(next.reason).toBeNull();
  await run.look();
  expect(run.figures!.status).toBe('SUCCEEDED');
});

test('a run that is not kept is reported as unknown', async () => {
  const { session } = await looking();
  const run = new RunState(session, 'none');
  await run.look();
  expect([run.isKnown, run.figures, run.detail, run.failure]).toEqual([true, null, null, null]);
});

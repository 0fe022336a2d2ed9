import type { Page } from '@playwright/test';
import { createPlatform } from '../../../engine/index.ts';
import type { Recipe, Row } from '../../../engine/inside.ts';
import { bytesOf } from '../../../engine/feeds/generate/generate.ts';
import { dice } from '../../support/dice.ts';
import { makeFeed } from '../../support/feed-calls.ts';
import { expect, open, test } from '../../support/harness/fixtures.ts';
import type { Profile } from '../../support/harness/fixtures.ts';
import { proved, times } from '../../support/prove.ts';

const rows = times(5_000, 30_000);
/** Half of the file, of 300 bytes a row, takes longer than it takes to kill a browser. */
const bytesPerSecond = times(rows * 300, 4_000_000);
const recipe: Recipe = {
  ...{ seed: 'kill', rows, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 2, faults: ['noCurrency', 'missingId', 'unclosedQuote'], isCutOff: false },
};
const address = 'https://files.northwind.example/shop.csv';

test('a browser killed while a file is taken in: the run is INTERRUPTED, its products are whole, and again gives the same catalog', async ({
  harnessSite,
  newProfile,
}) => {
  const kills = times(1, 20);
  const random = dice('kills in runs of feeds');
  const wanted = await unbroken();
  expect(wanted.size).toBeGreaterThan(rows * 0.9);

  const profile = await newProfile();
  const feed = await prepare(profile, harnessSite.url);
  for (let kill = 0; kill < kills; kill++) {
    const browser = await profile.start();
    const page = await open(browser.page, harnessSite.url);
    await check(page, wanted, `after kill ${kill}`);
    await page.evaluate(async (id) => (await harness).playground.do('feeds.run', id), feed);
    // Somewhere in its midst.
    const from = random.below(Math.floor(rows / 2));
    await expect.poll(async () => (await lastRun(page)).read, { intervals: [5] }).toBeGreaterThan(from);
    await browser.kill();
  }
  const last = await profile.start();
  const page = await open(last.page, harnessSite.url);
  await check(page, wanted, 'after the last kill');
  await runToEnd(page, feed);
  expect(await productsOf(page)).toEqual(wanted);
  const ended = await statusesOf(page);
  const interrupted = ended.filter((status) => status === 'INTERRUPTED').length;
  // One may end before it is killed.
  expect(interrupted).toBeGreaterThanOrEqual(Math.floor(kills / 2));
  expect(ended.every((status) => ['INTERRUPTED', 'SUCCEEDED', 'UNCHANGED'].includes(status))).toBe(true);
  proved(
    `browser killed ${kills} times in runs of ${rows} rows: ${interrupted} left interrupted, ${wanted.size} products the same as of an unbroken run`,
  );
});

/** The products of a run that nobody disturbs, in Node. */
async function unbroken(): Promise<Map<string, string>> {
  const body = () => new Blob([...bytesOf(recipe)]).stream();
  const platform = createPlatform({ open: async () => ({ status: 200, headers: [], body: body() }) });
  const feed = await makeFeed(
    {
      ...{ credentials: platform.initialCredentials, adsBaseUrl: platform.adsBaseUrl },
      now: () => Promise.resolve(platform.clock.now()),
      send: async (request) => ({ outcome: await platform.handle(request) }),
      open: (id, userId) => platform.do(id, userId, true),
    },
    address,
  );
  await platform.do('feeds.run', feed);
  await platform.clock.advance(1000);
  return byId(platform.snapshot().tables['products']!);
}

/** By the merchant's id, as the file has them: without the order in which they came, and which run wrote each. */
const byId = (products: readonly Row[]): Map<string, string> =>
  new Map(
    products.map(({ made: _, catalog_id: __, product_key: ___, writer: ____, ...row }) => [
      String(row['id']),
      JSON.stringify(Object.entries(row).sort()),
    ]),
  );

/** A world with a file and a feed of it. Gives the feed's id. */
async function prepare(profile: Profile, url: string): Promise<string> {
  const { page, kill } = await profile.start();
  await open(page, url);
  const feed = await page.evaluate(
    async ([address, recipe, bytesPerSecond]) => {
      const { playground, makeFeed } = await harness;
      await playground.generateFile('shop.csv', recipe);
      await playground.setFileConduct('shop.csv', { type: 'slow', bytesPerSecond });
      return makeFeed(address);
    },
    [address, recipe, bytesPerSecond] as const,
  );
  await kill();
  return feed;
}

async function runToEnd(page: Page, feed: string): Promise<void> {
  await page.evaluate(async (id) => (await harness).playground.do('feeds.run', id), feed);
  await expect.poll(async () => (await lastRun(page)).status).toBe('SUCCEEDED');
}

/** Of every run there is, the last one: its state, and the rows that it has read. */
const lastRun = (page: Page): Promise<{ status: string; read: number }> =>
  page.evaluate(async () => {
    const { playground } = await harness;
    const merchants = await playground.ask('merchants.all');
    const run = merchants.flatMap(({ catalog }) => catalog?.feeds ?? [])[0]?.runs[0];
    return { status: run?.status ?? 'none', read: run?.counts.rows ?? 0 };
  });

const statusesOf = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const merchants = await (await harness).playground.ask('merchants.all');
    return merchants
      .flatMap(({ catalog }) => (catalog?.feeds ?? []).flatMap(({ runs }) => runs))
      .map(({ status }) => status);
  });

async function productsOf(page: Page): Promise<Map<string, string>> {
  return byId(
    await page.evaluate(async () => {
      const { tables } = await (await harness).playground.exportSnapshot();
      return tables['products'] ?? [];
    }),
  );
}

/** Storage works, no run is under way, and each product is one of those of the unbroken run; there are as many as were counted. */
async function check(page: Page, wanted: ReadonlyMap<string, string>, when: string): Promise<void> {
  const { storage } = await page.evaluate(async () => (await harness).playground.greet());
  expect(storage.kind, when).toBe('saved');
  await expect.poll(async () => (await lastRun(page)).status, when).toMatch(/none|INTERRUPTED|SUCCEEDED/);
  const found = await productsOf(page);
  const half = [...found].filter(([id, product]) => product !== wanted.get(id));
  expect(half, `not whole ${when}`).toEqual([]);
  const created = await page.evaluate(async () => {
    const merchants = await (await harness).playground.ask('merchants.all');
    const runs = merchants.flatMap(({ catalog }) => (catalog?.feeds ?? []).flatMap((feed) => feed.runs));
    return runs.reduce((sum, { counts }) => sum + counts.created, 0);
  });
  expect(created, `created ${when}`).toBe(found.size);
}

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../../../scripts/browser.ts';
import { takeFeedFile } from '../../support/harness/feed-file.ts';
import { expect, open, postsOf, test } from '../../support/harness/fixtures.ts';

test('a browser that denies the site all storage, and with it locks: one tab works in memory and says so, a second says why it does not', async ({
  harnessSite,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'svc-denied-'));
  await mkdir(path.join(profile, 'Default'));
  // The setting behind "block all cookies" in Chromium.
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== null && { executablePath }),
    args: [...chromiumArgs],
  });
  try {
    const page = await open(await context.newPage(), harnessSite.url);
    const isDenied = await page.evaluate(() =>
      navigator.locks
        .request('x', () => null)
        .then(
          () => false,
          (error: unknown) => (error as Error).name === 'SecurityError',
        ),
    );
    expect(isDenied).toBe(true);
    await page.evaluate(async () => (await harness).post('in memory'));
    expect((await postsOf(page))['in memory']).toBe(1);
    const { storage } = await page.evaluate(async () => (await harness).playground.greet());
    expect(storage).toMatchObject({ kind: 'memory', engine: 'this tab' });
    expect(await page.evaluate(takeFeedFile, 4000), 'a feed takes in a file of the tab').toEqual({
      ...{ kind: 'memory', names: ['dropped.csv.gz', 'shop.csv'], head: [0x1f, 0x8b, 8, 0] },
      ...{ status: 'SUCCEEDED', products: 4000 },
    });
    const second = await context.newPage();
    await second.goto(harnessSite.url);
    const refusal = () =>
      second.evaluate(() =>
        harness
          .then(({ playground }) => playground.greet())
          .then(
            () => null,
            (error: unknown) => (error as Error).name,
          ),
      );
    // On a busy machine it may have begun before it hears of the first.
    await expect.poll(refusal).toBe('OneTabOnly');
    expect((await postsOf(page))['in memory']).toBe(1);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
});

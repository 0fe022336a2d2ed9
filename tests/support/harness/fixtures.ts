import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { StaticServer } from '../../../scripts/static-server.ts';
import { startKillable } from './browser.ts';
import type { Killable } from './browser.ts';
import { serveHarness } from './build.ts';
import type {} from './main.ts';

/** A profile on disk, and browsers that start with what is in it; none outlives the test. */
export interface Profile {
  readonly folder: string;
  readonly start: () => Promise<Killable>;
}

/** `page.goto(harness.url)` opens the harness; each worker process of the tests has an origin of its own. */
export const test = base.extend<{ profile: Profile }, { harnessSite: StaticServer }>({
  profile: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'playground-profile-'));
    const started: Killable[] = [];
    await use({
      folder,
      start: async () => {
        const browser = await startKillable(folder);
        started.push(browser);
        return browser;
      },
    });
    for (const { kill } of started) await kill();
    await rm(folder, { recursive: true, force: true });
  },
  harnessSite: [
    async ({}, use, { workerIndex }) => {
      const site = await serveHarness(String(workerIndex));
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
});

/** Opens the harness and waits for an engine. */
export async function open(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await page.evaluate(async () => {
    await harness;
  });
  return page;
}

/** Calls `post` for `count` texts, a few at a time, and gives the ids by text. */
export const postMany = (
  page: Page,
  prefix: string,
  count: number,
  atOnce = 4,
): Promise<Record<string, string>> =>
  page.evaluate(
    async ({ prefix, count, atOnce }) => {
      const { post } = await harness;
      const ids: Record<string, string> = {};
      let next = 0;
      const one = async () => {
        while (next < count) {
          const words = `${prefix} ${next++}`;
          ids[words] = await post(words);
        }
      };
      await Promise.all(Array.from({ length: atOnce }, one));
      return ids;
    },
    { prefix, count, atOnce },
  );

export const postsOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => (await harness).posts());

export { expect };

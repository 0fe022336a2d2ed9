import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test as base } from '@playwright/test';
import type { Page } from '@playwright/test';
import type { StaticServer } from '../../../scripts/static-server.ts';
import { startKillable } from './browser.ts';
import type { Killable } from './browser.ts';
import { serveHarness } from './build.ts';
import { makePosts, manageApps } from './in-page.ts';
import type {} from './main.ts';

/** A profile on disk, and browsers that start with it; all end with the test. */
export interface Profile {
  readonly folder: string;
  readonly start: () => Promise<Killable>;
  /** Ends its browsers and deletes it. */
  readonly remove: () => Promise<void>;
}

/** `page.goto(harness.url)` opens the harness; each worker process of the tests has its own origin. */
export const test = base.extend<{ newProfile: () => Promise<Profile> }, { harnessSite: StaticServer }>({
  newProfile: async ({}, use) => {
    const made: Profile[] = [];
    await use(async () => {
      const profile = await makeProfile();
      made.push(profile);
      return profile;
    });
    for (const profile of made) await profile.remove();
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

async function makeProfile(): Promise<Profile> {
  const folder = await mkdtemp(path.join(tmpdir(), 'playground-profile-'));
  const started: Killable[] = [];
  return {
    folder,
    async start() {
      const browser = await startKillable(folder);
      started.push(browser);
      return browser;
    },
    async remove() {
      for (const { kill } of started) await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Opens the harness and waits for an engine. */
export async function open(page: Page, url: string): Promise<Page> {
  await page.goto(url);
  await page.evaluate(async () => {
    await harness;
  });
  return page;
}

/** Calls `post` for `count` texts, a few at a time, and returns the ids by text. */
export const postMany = (
  page: Page,
  prefix: string,
  count: number,
  atOnce = 4,
): Promise<Record<string, string>> => page.evaluate(makePosts, { prefix, count, atOnce });

export const portalMany = (page: Page, prefix: string, rounds: number): Promise<number> =>
  page.evaluate(manageApps, { prefix, rounds });

export const postsOf = (page: Page): Promise<Record<string, number>> =>
  page.evaluate(async () => (await harness).posts());

export { expect };

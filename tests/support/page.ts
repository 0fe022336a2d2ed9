/**
 * The `test` of every end-to-end file: `page.goto('./')` opens the built page, served under a sub-path from an origin
 * of this worker process. A test fails if anything in its context requests an address outside that origin, writes an
 * error to the console or throws.
 */
import { expect, test as base } from '@playwright/test';
import { standOutside, type Outside } from './outside.ts';
import { serveSite } from './site.ts';
import type { Site } from './site.ts';
import { watch, type Watch } from './watch.ts';

interface TestFixtures {
  /** For a test that causes a fault on purpose, and for contexts that a test opens itself: `watch()`. */
  watched: Watch;
}

interface WorkerFixtures {
  site: Site;
  outside: Outside;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  site: [
    async ({}, use) => {
      const site = await serveSite();
      await use(site);
      await site.close();
    },
    { scope: 'worker' },
  ],
  outside: [
    async ({}, use) => {
      const outside = await standOutside();
      await use(outside);
      await outside.close();
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ site }, use) => {
    await use(site.url);
  },
  proxy: async ({ outside }, use) => {
    await use({ server: outside.proxy, bypass: '127.0.0.1' });
  },
  watched: [
    async ({ context, site, outside }, use) => {
      const watched = watch(context, site.origin);
      outside.knocks.length = 0;
      await use(watched);
      expect([...watched.left, ...outside.knocks], 'requests that left the page').toEqual([]);
      expect(watched.faults, 'console errors and uncaught exceptions').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect, watch };

import { defineConfig } from '@playwright/test';
import { chromiumArgs, findBrowser } from './scripts/browser.ts';
import { reportFiles } from './scripts/reports.ts';

// Every worker process loads this file again and finds the path in its environment.
const browser = process.env['CHROMIUM_PATH'] ?? findBrowser();
if (browser !== null) process.env['CHROMIUM_PATH'] = browser;

const isolated = [
  '**/worker/**',
  '**/sandbox/**',
  '**/budget.spec.ts',
  '**/closed.spec.ts',
  '**/offline.spec.ts',
  // It stops the page's clock. Playwright lets that go on when the test ends, without waiting: in a context that is used
  // again, the script for it can outlive the clock, and throws in the next page.
  '**/frame/notice.spec.ts',
];

const isLongForm = process.env['PROVE'] === '1';
/** In the gate a page lives for a second or two: to optimise its code costs more than that saves. */
const withoutOptimising = '--js-flags=--no-opt --no-maglev';

/**
 * The tests run against dist/, served under a sub-path by a server of each worker's own
 * (tests/support/page.ts): `npm run build` comes first.
 */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results/e2e',
  workers: 3,
  retries: 0,
  forbidOnly: true,
  // Against hanging only: a machine ten times slower stays within them.
  timeout: isLongForm ? 60 * 60_000 : 30 * 60_000,
  expect: { timeout: 10 * 60_000 },
  projects: [
    // Storage, processes and what is fetched are what these test: a new context each. The longest files come first.
    { name: 'isolated', testMatch: isolated },
    { name: 'reused', testIgnore: isolated, use: { reuseContext: true } },
  ],
  reporter: [['list'], ['json', { outputFile: reportFiles.playwright }]],
  use: {
    browserName: 'chromium',
    // One more copy of the whole site for each test: tests/e2e/offline.spec.ts is about it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser === null ? {} : { executablePath: browser }),
      args: [...chromiumArgs, ...(isLongForm ? [] : [withoutOptimising])],
    },
    actionTimeout: 10 * 60_000,
    screenshot: 'only-on-failure',
    trace: 'off',
  },
});

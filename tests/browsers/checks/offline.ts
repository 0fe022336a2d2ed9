import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '../../../scripts/static-server.ts';
import { makeNewRelease, newRelease } from '../../support/new-release.ts';
import { subPath } from '../../support/site.ts';
import type { Tab } from '../drivers/driver.ts';
import type { Group } from './check.ts';
import { expectThat } from './in-harness.ts';
import { click, say, see, until } from './seeing.ts';

const response = { role: 'region', name: 'Response' } as const;

const signOf = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() =>
    Array.from(document.querySelectorAll('footer button'), ({ textContent }) => textContent.trim()),
  );

const isNew = (tab: Tab): Promise<boolean> =>
  tab.evaluate((mark) => document.querySelector(mark) !== null, newRelease);

async function hasWholeCopy(tab: Tab): Promise<void> {
  await until(
    () => signOf(tab),
    (buttons) => buttons.some((each) => /^Works offline( after a reload)?$/.test(each)),
    'the whole offline copy',
    150_000,
  );
}

/** By the links of the rail. */
async function openEveryView(tab: Tab): Promise<void> {
  const names = await tab.evaluate(() =>
    Array.from(document.querySelectorAll('nav[aria-label=Views] a'), ({ textContent }) => textContent.trim()),
  );
  expectThat(names.length > 10, say(names));
  for (const name of names) {
    await click(tab, { role: 'link', name });
    await until(
      () =>
        tab.evaluate(() => ({
          view: document.querySelector('main')?.innerText ?? '',
          hasHeading: document.querySelector('main :is(h1, h2, h3)') !== null,
        })),
      ({ view, hasHeading }) => hasHeading && !/^Opening |could not be opened/m.test(view),
      name,
    );
  }
}

async function send(tab: Tab): Promise<void> {
  await click(tab, { role: 'button', name: 'Send' });
  await see(tab, response, '200 OK');
}

/** The site without its server. */
export const offline: Group = {
  title: 'offline',
  leftOut: [
    {
      what: 'offline.spec.ts: the copy removed, and wanted again',
      why: 'the service worker and the page decide it by code that is the same everywhere; Chromium tests it',
    },
  ],
  checks: [
    {
      name: 'after the first visit the site works without its server: reload, views, a receiver, a second tab',
      expects: /Content-Security-Policy/, // what the sandbox tries before it runs a receiver
      async run({ browser }) {
        const server = await serve({ root: 'dist', base: subPath, noStore: true });
        const tab = await browser.newTab();
        try {
          await tab.goto(server.url);
          await send(tab);
          await hasWholeCopy(tab);
        } finally {
          await server.close();
        }
        await tab.goto(`${server.url}?again`);
        await send(tab);
        await openEveryView(tab);
        await tab.goto(`${server.url}?again#/webhooks/receiver`); // the same document
        await see(tab, { role: { css: '.place.ready' } });
        await click(tab, { role: 'button', name: 'Make receiver' });
        await click(tab, { role: 'button', name: 'Run a test check' });
        await see(tab, { role: 'region', name: 'Result of the test' }, 'rules pass');
        const second = await browser.newTab();
        await second.goto(`${server.url}#/requests/getPost`);
        await send(second);
      },
    },
    {
      name: 'a new release is offered, is loaded by a click, and changes nothing in a tab that is open',
      async run({ browser }) {
        const folder = await mkdtemp(path.join(tmpdir(), 'playground-release-'));
        const root = path.join(folder, 'site');
        await cp('dist', root, { recursive: true });
        const server = await serve({ root, base: subPath, noStore: true });
        try {
          const tab = await browser.newTab();
          await tab.goto(server.url);
          await hasWholeCopy(tab);
          await makeNewRelease(root);
          const other = await browser.newTab();
          await other.goto(`${server.url}#/limits`);
          await see(other, { role: 'button', name: 'Load it' });
          expectThat(!(await isNew(other)), 'the new release came by itself');
          await click(other, { role: 'button', name: 'Load it' });
          await until(
            () => isNew(other).catch(() => false), // the page may be gone before it has answered
            (is) => is,
            'the new release',
          );
          await see(other, { role: 'heading', name: 'Windows in use' });
          await see(tab, { role: { css: 'body' } }, 'The site was updated');
          expectThat(!(await isNew(tab)), 'the open tab was reloaded');
          await click(tab, { role: 'link', name: 'World' });
          await see(tab, { role: 'heading', name: 'Home timeline' });
        } finally {
          await server.close();
          await rm(folder, { recursive: true });
        }
      },
    },
    {
      name: 'where the browser has no room for a copy, the status line says so and everything else works',
      profile: { roomKiB: 3_000 },
      leftOut: {
        chromium: 'tests/e2e/offline.spec.ts does it',
        webkit: 'WebKitGTK’s browser has no setting for how much there is',
      },
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(site);
        await until(
          () => signOf(tab),
          (buttons) => buttons.includes('Does not work offline'),
          'the status line',
        );
        await send(tab);
      },
    },
  ],
};

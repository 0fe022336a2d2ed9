import { serve } from '../../../scripts/static-server.ts';
import { subPath } from '../../support/site.ts';
import type { Tab } from '../drivers/driver.ts';
import type { Group } from './check.ts';
import { click, see, until } from './seeing.ts';

const response = { role: 'region', name: 'Response' } as const;

const signOf = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(() =>
    Array.from(document.querySelectorAll('footer button'), ({ textContent }) => textContent.trim()),
  );

async function send(tab: Tab): Promise<void> {
  await click(tab, { role: 'button', name: 'Send' });
  await see(tab, response, '200 OK');
}

/** The site without its server. */
export const offline: Group = {
  title: 'offline',
  leftOut: [
    {
      what: 'offline.spec.ts: an update in between, storage full, the copy removed',
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
          await until(
            () => signOf(tab),
            (buttons) => buttons.some((each) => /^Works offline( after a reload)?$/.test(each)),
            'the whole offline copy',
            150_000,
          );
        } finally {
          await server.close();
        }
        await tab.goto(`${server.url}?again`);
        await send(tab);
        await click(tab, { role: 'link', name: 'Limits' });
        await see(tab, { role: 'heading', name: 'Windows in use' });
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
  ],
};

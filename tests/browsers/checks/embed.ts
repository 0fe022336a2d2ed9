import type { Tab } from '../drivers/driver.ts';
import { cannotDeny } from './check.ts';
import type { Group } from './check.ts';
import { expectThat } from './in-harness.ts';
import { click, say, see, until } from './seeing.ts';

const body = { role: { css: 'body' } } as const;
const kept = 'embed.html?storage=browser&world=harbour';
const writing = '#/requests/createPost?body=%7B%22text%22%3A%22Kept%20water%22%7D';
const finding = '#/requests/searchRecentPosts?query.query=%22Kept%20water%22';

async function send(tab: Tab, ...words: readonly string[]): Promise<void> {
  await click(tab, { role: 'button', name: 'Send' });
  await see(tab, body, ...words);
}

const databases = (tab: Tab): Promise<readonly string[]> =>
  tab.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''));

/** Answers when an element of this page has sent its call. */
const sendInFrame = (
  tab: Tab,
  embed: string,
): Promise<{ readonly status: number; readonly height: number }> =>
  tab.evaluate(async (embed) => {
    const script = document.createElement('script');
    script.src = embed;
    document.head.append(script);
    await customElements.whenDefined('svc-playground');
    const element = document.createElement('svc-playground') as HTMLElement & { send(): Promise<void> };
    for (const [name, value] of [
      ['endpoint', 'getMe'],
      ['loading', 'eager'],
    ] as const)
      element.setAttribute(name, value);
    const sent = new Promise<number>((resolve, reject) => {
      element.addEventListener('sent', (event) => {
        if (event instanceof CustomEvent) resolve((event.detail as { status: number }).status);
      });
      element.addEventListener('error', (event) => {
        if (event instanceof CustomEvent) reject(new Error((event.detail as { message: string }).message));
      });
    });
    document.body.prepend(element);
    await element.send();
    return { status: await sent, height: element.offsetHeight };
  }, embed);

export const embed: Group = {
  title: 'an embed, and the stage',
  leftOut: [
    {
      what: 'embed.spec.ts: what each view shows, messages of strangers, Copy embed',
      why: 'the page and the protocol decide it by code that is the same everywhere; Chromium tests it',
    },
    {
      what: 'kept.spec.ts: the keyboard that enters and leaves a frame',
      why: 'the drivers evaluate in the page that is opened, not in its frames',
    },
  ],
  checks: [
    {
      name: 'an embed starts, sends in a world in memory, and leaves nothing in the browser',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}embed.html?endpoint=getMe`);
        await send(tab, '200 OK', '"mira_holm"');
        await tab.goto(`${site}examples/plain.html`); // an embed has no indexedDB to ask
        const names = await databases(tab);
        expectThat(
          names.every((name) => !name.startsWith('svc-playground-embed:')),
          say(names),
        );
      },
    },
    {
      name: 'the element in a page: its frame starts, sends when asked, and says what was sent',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}examples/plain.html`);
        const { status, height } = await sendInFrame(tab, `${site}embed.js`);
        expectThat(status === 200 && height > 100, say({ status, height }));
      },
    },
    {
      name: 'with storage=browser its world is kept over a reload and shared by two tabs, apart from the playground’s',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}${kept}${writing}`);
        await see(tab, body, 'Kept for this site.');
        await send(tab, '201 Created');
        await tab.goto('about:blank'); // else the next address would be the same document
        await tab.goto(`${site}${kept}${finding}`);
        await see(tab, body, 'Kept for this site.', 'recent');
        await send(tab, '200 OK', '"result_count": 1');
        const second = await browser.newTab();
        await second.goto(`${site}${kept}${finding}`);
        await send(second, '200 OK', '"result_count": 1');
        const own = await browser.newTab();
        await own.goto(`${site}${finding}`);
        await send(own, '200 OK', '"result_count": 0');
        const names = await databases(own);
        const { pathname } = new URL(site);
        expectThat(names.includes(`svc-playground-embed:harbour:${pathname}`), say(names));
      },
    },
    {
      name: 'an embed that is denied storage says so and works in memory',
      profile: { isDenied: true },
      leftOut: { webkit: cannotDeny },
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}${kept}${writing}`);
        await see(tab, body, 'Not kept. The browser denies storage to this frame.');
        await send(tab, '201 Created');
      },
    },
    {
      name: 'on stage two runs have the same bytes, and a reload starts the stage again',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}#/requests/createPost`);
        await see(tab, { role: 'button', name: 'Send' });
        await tab.press('Control', 'k');
        await see(tab, { role: { css: 'dialog input' } });
        for (const key of 'go on stage') await tab.press(key);
        await see(tab, { role: { css: 'dialog [role=option]' } }, 'Go on stage');
        await tab.press('Enter');
        const stage = { role: 'region', name: 'Stage' } as const;
        await see(tab, stage, 'run 1: no call yet');
        await click(tab, { role: 'button', name: 'Send' });
        await see(tab, stage, 'run 1: 1 call');
        await tab.press('Control', 'Alt', 'r');
        await see(tab, stage, 'no call yet');
        await click(tab, { role: 'button', name: 'Send' });
        await see(tab, stage, 'run 2: 1 call, the same bytes as run 1');
        // The page may be gone before it has answered.
        await tab.evaluate(() => void setTimeout(() => location.reload(), 0)).catch(() => undefined);
        await until(
          () => tab.evaluate(() => document.body.innerText.includes('run 1: no call yet')).catch(() => false),
          (is) => is,
          'the stage after a reload',
        );
      },
    },
  ],
};

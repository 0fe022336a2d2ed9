/** Embeds whose world is kept in the reader's browser (docs/embed.md), and the keyboard that enters and leaves an embed. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from '@playwright/test';
import type { FrameLocator, Page } from '@playwright/test';
import { chromiumArgs, findBrowser } from '../../../scripts/browser.ts';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import type { Site } from '../../support/site.ts';

const kept = 'storage=browser&world=harbour';
const find = `embed.html?${kept}&seed=tide-1#/requests/searchRecentPosts?query.query=%22Kept+water%22`;
const write = (words: string) =>
  `#/requests/createPost?body=${encodeURIComponent(JSON.stringify({ text: words }))}`;

/** A page with these frames, by their titles. */
async function article(page: Page, site: Site, frames: Readonly<Record<string, string>>): Promise<void> {
  const host = `${site.url}article.html`;
  const all = Object.entries(frames).map(
    ([title, src]) => `<iframe title="${title}" width="640" height="560" src="${src}"></iframe>`,
  );
  await page.unroute(host);
  await page.route(host, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>Posting the tides</title><link rel="icon" href="data:," />
        <p><button>Before</button></p>${all.join('')}<p><button>After</button></p>`,
    }),
  );
  await page.goto(host);
}

const frameOf = (page: Page, title: string): FrameLocator => page.frameLocator(`[title=${title}]`);

async function send(frame: Page | FrameLocator, status: string): Promise<void> {
  await frame.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(frame.getByText(status).first()).toBeVisible();
}

test('a world is kept over a reload, under its name alone, and starts over by itself', async ({
  page,
  site,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(page.getByText('200 OK').first()).toBeVisible();
  const own = await page.evaluate(() => localStorage.length);

  const embeds = { writes: `embed.html?${kept}&seed=tide-1${write('Kept water')}`, finds: find };
  await article(page, site, embeds);
  const writes = frameOf(page, 'writes');
  const finds = frameOf(page, 'finds');
  await expect(writes.getByText('Kept for this site.')).toBeVisible();
  await send(writes, '201 Created');
  await test.step('two frames of one page share it', () => send(finds, '"result_count": 1'));

  await page.reload();
  await test.step('after a reload it is there, and what is asked for later changes nothing', async () => {
    await article(page, site, { finds: find.replace('tide-1', 'tide-2') });
    await send(finds, '"result_count": 1');
  });

  await test.step('a world of another name, one in memory and the playground’s own do not have it', async () => {
    await article(page, site, {
      other: find.replace('world=harbour', 'world=Harbour'),
      memory: find.replace(kept, 'storage=temp'),
    });
    for (const name of ['other', 'memory']) await send(frameOf(page, name), '"result_count": 0');
    await page.goto('./#/requests/searchRecentPosts?query.query=%22Kept+water%22');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('"result_count": 0').first()).toBeVisible();
    await page.getByRole('contentinfo').getByRole('button', { name: 'Reset' }).click();
    await expect(page.getByText(/^Everything is as on the first day/)).toBeVisible();
  });

  await test.step('the playground’s reset left it alone; only the world is kept', async () => {
    await article(page, site, embeds);
    await send(finds, '"result_count": 1');
    const { pathname } = new URL(site.url);
    const stored = await page.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name).sort(),
      local: Object.keys(localStorage).filter((key) => key.includes('embed')),
      session: sessionStorage.length,
      cookies: document.cookie,
    }));
    expect(stored).toMatchObject({ local: [], cookies: '' });
    expect(stored.databases).toEqual([
      `svc-playground-embed:Harbour:${pathname}`,
      `svc-playground-embed:harbour:${pathname}`,
      `svc-playground:${pathname}`,
    ]);
    expect(own).toBeGreaterThanOrEqual(0);
  });

  await test.step('it starts over in its frame, the other hears of it, and Undo brings it back', async () => {
    await finds.getByRole('button', { name: 'Start over' }).click();
    await expect(finds.getByText(/comes back with Undo/)).toBeVisible();
    await expect(writes.getByText('Everything was reset elsewhere.')).toBeVisible();
    await send(finds, '"result_count": 0');
    await finds.getByRole('button', { name: 'Undo' }).click();
    await expect(finds.getByText(/The reset is undone/)).toBeVisible();
    await send(finds, '"result_count": 1');
  });
});

test('the element keeps a world by its attributes, and its host resets that one', async ({
  page,
  site,
  watched,
}) => {
  // Another origin: one of the network's would be kept from the loopback by the browser.
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' });
    response.end(`<!doctype html><title>Posting the tides</title><link rel="icon" href="data:," />
      <script src="${site.url}embed.js"></script>
      <svc-playground storage="browser" world="harbour" loading="eager" endpoint="createPost"></svc-playground>`);
  });
  await new Promise<void>((listening) => void server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  const host = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  await page.goto(host);
  const element = page.locator('svc-playground');
  const frame = page.frameLocator('svc-playground >> iframe');
  await expect(frame.getByText('Kept for this site.')).toBeVisible();
  await send(frame, '201 Created');
  await page.reload();
  // The same text within a day.
  await send(frame, '403 Forbidden');
  type Playground = HTMLElement & { reset(): Promise<void> };
  await element.evaluate((each) => (each as Playground).reset());
  await expect(frame.getByText('403 Forbidden')).toHaveCount(0);
  await send(frame, '201 Created');

  await element.evaluate((each) => each.setAttribute('world', 'the harbour'));
  await expect(frame.getByRole('alert')).toContainText('a name of 1 to 64 letters, digits and hyphens.');
  server.close();
  watched.left.splice(0, Infinity, ...watched.left.filter((each) => !each.startsWith(host)));
});

test('where the browser denies storage, each frame says so and goes on in memory', async ({
  site,
  outside,
}) => {
  const profile = await mkdtemp(path.join(tmpdir(), 'svc-denied-'));
  await mkdir(path.join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(path.join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  const executablePath = findBrowser();
  const context = await chromium.launchPersistentContext(profile, {
    ...(executablePath !== null && { executablePath }),
    args: [...chromiumArgs],
  });
  try {
    const page = await context.newPage();
    await article(page, site, {
      one: `embed.html?${kept}${write('Kept water')}`,
      two: find,
    });
    for (const name of ['one', 'two'])
      await expect(
        frameOf(page, name).getByText(
          'Not kept. The browser denies storage to this frame. This world is gone with the page.',
        ),
      ).toBeVisible();
    await send(frameOf(page, 'one'), '201 Created');
    await send(frameOf(page, 'two'), '"result_count": 0');
    await expect(frameOf(page, 'one').getByText('Kept for this site.')).toHaveCount(0);
    await page.goto(`${site.url}embed.html?${kept}&endpoint=getMe&heading-level=1`);
    await expect(page.getByText('Not kept.')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);

    // And so does the whole page.
    await page.goto(site.url);
    await send(page, '200 OK');
    await expect(page.getByText(/^This tab only: The browser denies storage to this page\./)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
    // A browser with a new profile looks for updates of itself.
    const own = /\bgoogle(apis)?\.com\b/;
    outside.knocks.splice(0, Infinity, ...outside.knocks.filter((each) => !own.test(each)));
  }
});

test('a sign-in that has stopped the clock of a kept world lets it run after a reload, and leaves the playground’s alone', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto(`./embed.html?endpoint=getMe&heading-level=1&${kept}`);
  await expect(page.getByText('Kept for this site.')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  const flow = `./embed.html?view=sign-in&heading-level=1&${kept}#/sign-in/pkce`;
  await page.goto(flow);
  await expect(page.getByText('Kept for this site.')).toBeVisible();
  await page.getByRole('button', { name: 'To the question' }).click();
  await page.getByRole('tab', { name: /^Browser/ }).click();
  await expect(page.frameLocator('iframe').getByRole('button', { name: /Mira Holm/ })).toBeVisible();
  const another = await page.context().newPage();
  await another.goto('./#/sign-in/pkce');
  await expect(another.getByRole('button', { name: /^Start/ })).toBeVisible();
  await expect(another.getByText('holds the clock still')).toHaveCount(0);
  await another.close();
  await page.reload();
  await expect(page.getByText(/ended with its page.*The clock runs again\./).first()).toBeVisible();
});

test('Tab enters an embed from its page and leaves it on the other side, and so it does backwards', async ({
  page,
  site,
}) => {
  await article(page, site, { one: `embed.html?${kept}&endpoint=getMe&hide=signature,x-ray,limits,headers` });
  const frame = frameOf(page, 'one');
  await expect(frame.getByRole('button', { name: 'Send', exact: true })).toBeEnabled();
  await expect(frame.getByText('Kept for this site.')).toBeVisible();
  await page.getByRole('button', { name: 'Before' }).focus();

  const sends = frame.getByRole('button', { name: 'Send', exact: true });
  const isOnSend = () => sends.evaluate((each) => each === each.ownerDocument.activeElement);
  /** Where the focus is: on a button of the page, or within the frame. */
  const focus = async (): Promise<string> => {
    const outer = await page.evaluate(() => document.activeElement?.textContent ?? '');
    if (['Before', 'After'].includes(outer)) return outer;
    return frame
      .locator('body')
      .evaluate(
        () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '',
      );
  };
  const walk = async (key: string, to: string): Promise<string[]> => {
    const passed: string[] = [];
    for (let step = 0; step < 40; step++) {
      await page.keyboard.press(key);
      const at = (await focus()).replaceAll(/\s+/g, ' ').trim();
      if (at === to) return passed;
      passed.push(at);
    }
    throw new Error(`Tab does not leave the embed: ${passed.join(' | ')}`);
  };
  const forth = await walk('Tab', 'After');
  expect(forth.length).toBeGreaterThan(2);
  expect(forth.slice(-2)).toEqual(['Open in the playground', 'Start over']);
  const back = await walk('Shift+Tab', 'Before');
  expect(back).toEqual(forth.toReversed());

  await test.step('in between, Enter sends, and nothing takes the focus away', async () => {
    await page.keyboard.press('Tab');
    for (let step = 0; step < 40 && !(await isOnSend()); step++) await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(frame.getByText('200 OK').first()).toBeVisible();
    expect(await isOnSend()).toBe(true);
  });
});

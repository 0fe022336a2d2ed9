/** What index.html shows by itself: until the platform has opened, and where it cannot open. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const what = 'svc is a made-up social network with a real developer platform, running in this tab.';

test('Q36: the name and what this is stand before the scripts have come, and nothing of it is left behind', async ({
  page,
}) => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('./', { waitUntil: 'commit' });
  await expect(page.getByText(what)).toBeVisible();
  await expect(page.getByText('svc Playground', { exact: true })).toBeVisible();
  await expect(page.getByText('Starting the platform…')).toBeVisible();
  release();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await expect(page.locator('#shell')).toHaveCount(0);
});

test('Q36: opened as a file, the page says so and how it is served', async ({ page, watched }) => {
  const folder = path.resolve('dist');
  await page.goto(pathToFileURL(path.join(folder, 'index.html')).href);
  await expect(page.getByRole('heading', { name: 'Opened as a file' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(
    'Run any static server in this folder, for example python3 -m http.server',
  );
  await expect(page.getByText(what)).toBeVisible();
  await expect(page.getByText('Starting the platform…')).toBeHidden();
  expect(await violations(page)).toEqual([]);
  expect(watched.left.filter((each) => !each.startsWith(pathToFileURL(folder).href))).toEqual([]);
  watched.left.length = 0;
  watched.faults.length = 0;
});

test('Q36: a missing file of the site is named, with what the server answered', async ({
  page,
  site,
  watched,
}) => {
  site.missing = /page-.*\.js$/;
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'A part of this page did not arrive' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText(/assets\/page-[\w-]+\.js: the server answered 404/);
  expect(await violations(page)).toEqual([]);
  watched.faults.length = 0;

  site.missing = null;
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'A part of this page did not arrive' })).toHaveCount(0);
});

test('Q36: a script with a type that browsers do not run is named, with the type to send', async ({
  page,
  watched,
}) => {
  await page.route('**/assets/page-*.js', async (route) => {
    const body = await readFile(`dist/assets/${path.basename(route.request().url())}`);
    await route.fulfill({ contentType: 'text/plain', body });
  });
  await page.goto('./');
  await expect(page.getByRole('alert')).toContainText(
    /assets\/page-[\w-]+\.js: the server does not send it as a script/,
  );
  await expect(page.getByRole('alert')).toContainText('.js files as text/javascript');
  watched.faults.length = 0;
});

test('Q36: a script that the browser cannot read says so', async ({ page, watched }) => {
  await page.route('**/assets/page-*.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'export const = 1;' }),
  );
  await page.goto('./');
  await expect(page.getByRole('heading', { name: 'The program of this page stopped' })).toBeVisible();
  await expect(page.getByRole('alert')).toContainText('SyntaxError');
  watched.faults.length = 0;
});

test('Q36: the words are there even if the page\u2019s classic scripts do not run', async ({
  page,
  watched,
}) => {
  await page.route('**/*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.goto('./');
  await expect(page.getByText('The program of this page has not arrived yet.')).toBeVisible();
  watched.faults.length = 0;
});

test('Q36: without JavaScript the page says what it needs', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
  const page = await context.newPage();
  await page.goto('./');
  expect(await page.locator('#shell').innerText()).toContain('it needs JavaScript');
  await expect(page.getByText('Starting the platform…')).toBeHidden();
  await context.close();
});

/** The site without its server, which tells browsers to keep nothing: whatever is there comes from the offline copy. */
import { cp, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { serviceWorker, withFiles } from '../../scripts/vite/listed-files.ts';
import { serve } from '../../scripts/static-server.ts';
import { expect, test } from '../support/page.ts';

test.use({ serviceWorkers: 'allow' });

const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Response', exact: true }).getByText('200 OK').first(),
  ).toBeVisible();
};

const keptFiles = (page: Page) =>
  page.evaluate(async () => {
    const found = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return found.flat().filter(({ url }) => !url.includes('?offline-copy')).length;
  });

test('after the first visit the whole site works without its server; a new release is offered, and taken whole', async ({
  page,
  context,
  watched,
}, info) => {
  const root = info.outputPath('site');
  await cp('dist', root, { recursive: true });
  const site = { root, base: '/sub/path/', noStore: true };
  const first = await serve(site);
  const listed = await readFile(path.join(root, serviceWorker), 'utf8');
  const files = listed.split('\n')[0]!.split('["').length - 1;
  await page.goto(first.url);
  await send(page);
  await expect.poll(() => keptFiles(page)).toBe(files);
  await first.close();

  await test.step('reload, and a call of a family that was never loaded', async () => {
    await page.reload();
    await send(page);
    await page.goto(`${first.url}#/requests/getPost`);
    await send(page);
  });

  await test.step('every view', async () => {
    const rail = page.getByRole('navigation', { name: 'Views' });
    for (const link of await rail.getByRole('link').all()) {
      await link.click();
      await expect(page.getByText(/^Opening /)).toHaveCount(0);
      await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible();
      await expect(page.getByRole('main').getByText('could not be opened')).toHaveCount(0);
    }
  });

  await test.step('a receiver, with its editor and its sandbox, and a second tab', async () => {
    await page.goto(`${first.url}#/webhooks/receiver`);
    await page.locator('.place.ready').waitFor();
    await page.getByRole('button', { name: 'Make receiver' }).click();
    await page.getByRole('button', { name: 'Run a test check' }).click();
    await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText(/\d rules pass/);
    const other = await context.newPage();
    await other.goto(first.url);
    await send(other);
    await other.close();
  });

  await test.step('a new release is offered, and loaded by a click', async () => {
    const index = path.join(root, 'index.html');
    await writeFile(index, (await readFile(index, 'utf8')).replace('<title>svc', '<title>New: svc'));
    await writeFile(
      path.join(root, serviceWorker),
      await withFiles(root, listed.slice(listed.indexOf('\n') + 1)),
    );
    const second = await serve({ ...site, port: Number(new URL(first.origin).port) });
    await page.goto(`${first.url}#/limits`);
    await page.reload();
    await expect(page).not.toHaveTitle(/^New/);
    const other = await context.newPage();
    await other.goto(first.url);
    await expect(other).not.toHaveTitle(/^New/);
    const notice = page.getByRole('status').filter({ hasText: 'A new release of this site is ready.' });
    await notice.getByRole('button', { name: 'Load it now' }).click();
    await expect(page).toHaveTitle(/^New/);
    await expect(page.getByRole('heading', { name: 'Windows in use' })).toBeVisible();
    // The other tab goes on with what it has.
    await expect(other.getByRole('status').filter({ hasText: 'The site was updated' })).toContainText(
      'Reload',
    );
    await second.close();
    await other.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'World' }).click();
    await expect(other.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(other).not.toHaveTitle(/^New/);
  });

  expect(watched.left.filter((each) => !each.startsWith(first.url))).toEqual([]);
  watched.left.length = 0;
});

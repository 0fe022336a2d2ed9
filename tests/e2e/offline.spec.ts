/** The site without its server, which tells browsers to keep nothing: whatever is there comes from the offline copy. */
import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { filesIn } from '../../scripts/vite/listed-files.ts';
import { serve } from '../../scripts/static-server.ts';
import { violations } from '../support/axe.ts';
import { makeNewRelease, newRelease } from '../support/new-release.ts';
import { expect, test } from '../support/page.ts';

test.use({ serviceWorkers: 'allow' });

const send = async (page: Page) => {
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(
    page.getByRole('region', { name: 'Response', exact: true }).getByText('200 OK').first(),
  ).toBeVisible();
};

const sign = (page: Page) => page.locator('footer [aria-haspopup=dialog]').filter({ hasText: /offline/i });

test('after the first visit the whole site works without its server; a new release is offered, and installed as a whole', async ({
  page,
  context,
  watched,
}, info) => {
  const root = info.outputPath('site');
  await cp('dist', root, { recursive: true });
  const site = { root, base: '/sub/path/', noStore: true };
  const first = await serve(site);
  await page.goto(first.url);
  await send(page);
  await expect(sign(page)).toHaveText('Works offline');
  await first.close();

  await test.step('the browser finds all that it needs to install it', async () => {
    const browser = await context.newCDPSession(page);
    const { manifest, errors } = await browser.send('Page.getAppManifest');
    expect(errors).toEqual([]);
    expect(manifest.id).toBe(first.url);
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
    // A context of the tests is a private window, and nothing is installed from one.
    expect(installabilityErrors.map(({ errorId }) => errorId)).toEqual(['in-incognito']);
  });

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

  await test.step('the copy is not removed where it could not come again', async () => {
    await context.setOffline(true);
    await expect(sign(page)).toHaveText('Offline, everything works');
    await sign(page).click();
    await expect(page.getByRole('button', { name: 'Remove the offline copy' })).toBeDisabled();
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(sign(page)).toBeFocused();
    await context.setOffline(false);
  });

  await test.step('a new release is offered, and loaded by a click', async () => {
    await makeNewRelease(root);
    const second = await serve({ ...site, port: Number(new URL(first.origin).port) });
    await page.goto(`${first.url}#/limits`);
    await page.reload();
    const load = page.getByRole('contentinfo').getByRole('button', { name: 'Load it' });
    await expect(load).toBeVisible();
    await expect(page.locator(newRelease)).toHaveCount(0);
    const other = await context.newPage();
    await other.goto(first.url);
    await expect(other.locator(newRelease)).toHaveCount(0);
    await load.click();
    await expect(page.locator(newRelease)).toHaveCount(1);
    await expect(page.getByRole('heading', { name: 'Windows in use' })).toBeVisible();
    // The other tab goes on with what it has.
    await expect(other.getByRole('status').filter({ hasText: 'The site was updated' })).toContainText(
      'Reload',
    );
    await second.close();
    await other.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'World' }).click();
    await expect(other.getByRole('main').getByRole('heading').first()).toBeVisible();
    await expect(other.locator(newRelease)).toHaveCount(0);
  });

  await test.step('who removes the copy has none, until they want one', async () => {
    const third = await serve({ ...site, port: Number(new URL(first.origin).port) });
    await page.goto(`${first.url}#/world`);
    await page.reload();
    await sign(page).click();
    await page.getByRole('button', { name: 'Remove the offline copy' }).click();
    await expect(sign(page)).toHaveText('No offline copy');
    expect(await page.evaluate(() => caches.keys())).toEqual([]);
    await page.reload();
    await sign(page).click();
    await page.getByRole('button', { name: 'Keep an offline copy' }).click();
    await expect(sign(page)).toHaveText(/^(Preparing|Works)/);
    await third.close();
  });

  expect(watched.left.filter((each) => !each.startsWith(first.url))).toEqual([]);
  watched.left.length = 0;
});

test('where the browser has no room for a copy, the status line says so and everything else works', async ({
  page,
  site,
}) => {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: site.origin, quotaSize: 3_000_000 });
  await page.goto(site.url);
  await expect(sign(page)).toHaveText('Does not work offline');
  await sign(page).click();
  await expect(page.getByRole('dialog')).toContainText('The browser allows no more storage.');
  expect(await violations(page), 'no room').toEqual([]);
  await page.keyboard.press('Escape');
  await send(page);
});

test('every script that a script of the site imports is in the offline copy', async () => {
  const { first, later } = await filesIn('dist');
  const kept = new Set([...first, ...later].map(([file]) => file));
  const scripts = [...kept].filter((file) => file.startsWith('assets/') && file.endsWith('.js'));
  const imported = await Promise.all(
    scripts.map(async (script) => {
      const text = await readFile(path.join('dist', script), 'utf8');
      const named = text.matchAll(/(?:\bfrom|\bimport\(?)\s*(["'`])(\.{1,2}\/[\w./-]+\.js)\1/g);
      return Array.from(named, ([, , to = '']) => ({ script, to: path.posix.join('assets', to) }));
    }),
  );
  expect(imported.flat().length).toBeGreaterThan(scripts.length);
  expect(imported.flat().filter(({ to }) => !kept.has(to))).toEqual([]);
});

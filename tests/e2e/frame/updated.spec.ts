/** A tab that was open while a new release was put on its server. */
import { cp, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { serve } from '../../../scripts/static-server.ts';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

/** Puts a release in the place of the one in a folder: every part of the page has another name. */
async function release(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const renamed = names.flatMap((name) => {
    const [, stem] = /^assets\/([\w.-]+-[\w-]{7})\.js$/.exec(name) ?? [];
    return stem === undefined ? [] : [[stem, `${stem.slice(0, -3)}new`] as const];
  });
  const after = (text: string) => renamed.reduce((all, [before, now]) => all.replaceAll(before, now), text);
  for (const name of names.filter((each) => /\.(js|css|html)$/.test(each))) {
    const file = path.join(folder, name);
    await writeFile(file, after(await readFile(file, 'utf8')));
    await rename(file, path.join(folder, after(name)));
  }
}

test('Q34: a view that the server no longer has asks for a reload, which opens it and keeps everything', async ({
  page,
  watched,
}, info) => {
  const folder = info.outputPath('site');
  await cp('dist', folder, { recursive: true });
  const server = await serve({ root: folder, base: '/sub/path/' });
  await page.goto(server.url);
  await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('free');
  await release(folder);

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('status').filter({ hasText: 'The site was updated' })).toContainText('Reload');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Limits' }).click();
  const note = page.getByRole('main').getByRole('alert');
  await expect(note).toContainText('The site was updated since this tab was opened.');
  await expect(note.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(await violations(page)).toEqual([]);

  watched.faults.length = 0; // the browser's own lines about the files
  await note.getByRole('button', { name: 'Reload' }).click();
  await expect(page.getByRole('heading', { name: 'Windows in use' })).toBeVisible();
  await expect(page.getByRole('combobox', { name: 'Plan of Northwind' })).toHaveValue('free');

  expect(watched.left.filter((each) => !each.startsWith(server.url))).toEqual([]);
  watched.left.length = 0;
  await server.close();
});

test('Q34: if the site is unchanged, a view that did not load is requested again', async ({
  page,
  watched,
}) => {
  await page.goto('./');
  await page.getByRole('button', { name: 'Send', exact: true }).waitFor();
  await page.route(/\/Limits-[\w-]{7}\.js/, (route) => route.abort());
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Limits' }).click();
  const note = page.getByRole('main').getByRole('alert');
  await expect(note).toContainText('Its part of the page could not be loaded');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  watched.faults.length = 0;
  await page.unrouteAll();
  await note.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Windows in use' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { storeInTheFuture, takeAllRoom } from '../../support/harness/in-page.ts';
import { expect, test } from '../../support/page.ts';

const bytesOf = {
  /** For the seeded users, and for the files. */
  enough: 64_000_000,
  more: 256_000_000,
};

/** Says how much the browser gives the site. */
async function quotaOf(page: Page, origin: string): Promise<(bytes: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page);
  return async (quotaSize) => {
    await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
  };
}

async function generate(page: Page, name: string, rows: string): Promise<void> {
  await page.goto('./#/catalog/feeds/new');
  await page.getByLabel('Generate one').check();
  await page.getByLabel('Served at').fill(name);
  await page.getByRole('textbox', { name: 'Rows' }).fill(rows);
  await page.getByRole('button', { name: 'Create it only' }).click();
  await expect(page.getByRole('heading', { name })).toBeFocused();
}

test('a feed that finds no room says so, and its files are offered to be deleted: then there is room again', async ({
  page,
  site,
}) => {
  const give = await quotaOf(page, site.origin);
  await give(bytesOf.enough);
  await page.goto('./#/catalog');
  await page.getByRole('button', { name: /^Do .* at once/ }).click();
  await expect(page.getByRole('link', { name: 'New feed' }).first()).toBeVisible();
  await generate(page, 'small.csv', '10');
  await generate(page, 'large.csv', '60000');

  await page.evaluate(takeAllRoom);
  await page.getByRole('button', { name: 'Run now' }).click();
  await expect(page.getByText('STORAGE_FULL').first()).toBeVisible();
  const offer = page.getByRole('list', { name: 'Files of feeds, the largest first' });
  await expect(offer.getByRole('button')).toHaveText([/large\.csv/, /small\.csv/]);
  expect(await violationsInBothSchemes(page), 'a run that found no room').toEqual([]);

  await page.goto('./#/catalog/feeds/new?file=small.csv');
  await expect(page.getByText('Storage is full: what changes is kept in this tab alone.')).toBeVisible();
  expect(await violationsInBothSchemes(page), 'the files, without room').toEqual([]);
  await page.goBack();

  await offer.getByRole('button', { name: /small/ }).click();
  await expect(page.getByText('There is still not enough room to save everything.')).toBeVisible();
  await offer.getByRole('button', { name: /large/ }).click();
  await expect(
    page.getByText('large.csv is deleted. There is room again: everything is saved.'),
  ).toBeVisible();
  await expect(page.getByText('Run the feed again to read the file from its beginning.')).toBeVisible();
  expect(await violationsInBothSchemes(page), 'room again').toEqual([]);

  await page.evaluate(takeAllRoom);
  await page.getByRole('button', { name: '+1 min' }).click();
  await expect(page.getByText('There are no feed files to delete.')).toBeVisible();
  expect(await violationsInBothSchemes(page), 'no file to delete').toEqual([]);
  await give(bytesOf.more);
  await page.getByRole('main').getByRole('button', { name: 'Try to save again' }).click();
  await expect(page.getByText(/^There is room again: everything is saved. Run the feed/)).toBeFocused();
});

test('a page whose storage is full says so, and saves everything when the person has made room elsewhere', async ({
  page,
  site,
}) => {
  const give = await quotaOf(page, site.origin);
  await give(bytesOf.enough);
  await page.goto('./#/requests/createPost');
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await page.evaluate(takeAllRoom);
  const send = page.getByRole('button', { name: 'Send', exact: true });
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await send.click();
  await expect(response.getByText('201 Created').first()).toBeVisible();
  const id = /"id": "(\d+)"/.exec(await response.innerText())![1]!;
  const why = page.getByText('This tab only: The browser has no room left for this page.');
  await expect(why).toBeVisible();
  expect(await violationsInBothSchemes(page), 'a full storage').toEqual([]);

  const again = page.getByRole('button', { name: 'Try to save again' });
  await again.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is still not enough room to save everything.')).toBeVisible();
  await expect(again).toBeFocused();

  await give(bytesOf.more);
  await page.keyboard.press('Enter');
  await expect(page.getByText('There is room again: everything is saved.')).toBeVisible();
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();

  await page.reload();
  await page.goto(`./#/requests/getPost?path.id=${id}`);
  await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
  await send.click();
  await expect(response.getByText('200 OK').first()).toBeVisible();
});

test('a page for whose data a later release cares says that it keeps nothing', async ({ page, baseURL }) => {
  // It asks for the database before the page does.
  await page.addInitScript(storeInTheFuture, `svc-playground:${new URL(baseURL!).pathname}`);
  await page.goto('./');
  await expect(
    page.getByText(/^This tab only: A later release of this page has stored its data here/),
  ).toBeVisible();
  await expect(page.getByText('Saved in this browser')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Try to save again' })).toHaveCount(0);
});

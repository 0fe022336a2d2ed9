import type { Page } from '@playwright/test';
import { encodeFile } from '../../../worker/transfer/state-file.ts';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';
import { start } from '../../support/platform.ts';
import { must } from '../../support/portal.ts';

/** A receiver that serves a file of 1,200 products, of which each hundredth has no price. */
const shop = `
export default function () {
  const rows = ['id,title,description,availability,condition,price,link,image_link,brand,qty,shelf'];
  for (let at = 0; at < 1200; at++) {
    const price = at % 100 === 0 ? 'on request' : '20.00 USD';
    const to = 'https://shop.example/' + at;
    rows.push(['p' + at, 'Lantern ' + at, 'Burns', 'in stock', 'new', price, to, to + '.jpg', 'Northwind', at % 7, 'A1'].join(','));
  }
  return new Response(rows.join('\\n'));
}
`;

/** The starter with that receiver, as a file. */
async function withShop(): Promise<Buffer> {
  const { platform } = await start();
  must(await platform.do('receivers.save', 'shop.example', shop));
  return Buffer.from(encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials }));
}

const door = (page: Page, name: RegExp) => page.getByRole('switch', { name });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const feed = (page: Page) => page.getByRole('list', { name: /^Feeds of/ }).getByRole('listitem');

test('a merchant’s doors are opened, a catalog and a feed created, and the run of the feed is read', async ({
  page,
}) => {
  await importFile(page, await withShop());
  await page.goto('./#/portal/merchants');
  await door(page, /^Early access of @mira_holm/).click();
  await expect(page.getByText('@mira_holm has early access to the Catalog API.')).toBeVisible();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(door(page, /^Early access of @mira_holm/)).not.toBeChecked();
  await door(page, /^Early access of @mira_holm/).click();
  await door(page, /^Terms accepted by @mira_holm/).click();
  await page.getByRole('link', { name: 'Create the catalog' }).click();
  await page.getByRole('heading', { name: /^Create a product catalog/ }).waitFor();
  await send(page).click();
  await expect(page.getByText('201 Created').first()).toBeVisible();

  await page.goto('./#/portal/merchants');
  const address = await page.getByRole('link', { name: 'Create a feed' }).getAttribute('href');
  const body = { feed_url: 'https://shop.example/products.csv', feed_format: 'CSV', frequency: 'DAILY' };
  await page.goto(`./${address!}&tab=body&body=${encodeURIComponent(JSON.stringify(body))}`);
  await page.getByRole('heading', { name: /^Create a product feed/ }).waitFor();
  await send(page).click();
  await expect(page.getByText('201 Created').first()).toBeVisible();

  await page.goto('./#/portal/merchants');
  await expect(feed(page)).toContainText('1,188 accepted, 12 rejected');
  await expect(page.getByRole('link', { name: '1,188 products' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await feed(page)
    .getByRole('link', { name: /^Report/ })
    .click();
  const reasons = page.getByRole('table', { name: 'Why rows were rejected' });
  await expect(reasons).toContainText('price is not a price such as 20.00 USD');
  await expect(reasons.getByRole('cell', { name: '12', exact: true })).toBeVisible();
  await expect(page.getByText('Read: id, title')).toContainText('qty as inventory');
  await expect(page.getByText('Not read: shelf.')).toBeVisible();
  await expect(page.getByText('Lantern 100,Burns,in stock,new,on request')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // The same file: nothing to do. All of it is there after a reload.
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('table', { name: 'Runs of this feed' })).toContainText(
    'the same file as before',
  );
  await page.reload();
  await expect(reasons).toContainText('price is not a price such as 20.00 USD');
  await page.getByRole('link', { name: 'All merchants' }).click();
  await expect(feed(page)).toContainText('the same file as before');
  await page.getByRole('link', { name: '1,188 products' }).click();
  await page.getByRole('heading', { name: /^List the products of a catalog/ }).waitFor();
  await send(page).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('Lantern 1');
});

test('a run that is not kept says so', async ({ page }) => {
  await page.goto('./#/portal/merchants/none');
  await expect(page.getByText('This run is not kept any more')).toBeVisible();
  await page.getByRole('link', { name: 'All merchants' }).last().click();
  await expect(page.getByRole('heading', { name: '@mira_holm' })).toBeVisible();
});

import type { Page } from '@playwright/test';
import { encodeFile } from '../../../worker/host/transfer/state-file.ts';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';

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

test('a merchant gets access, a catalog and a feed are created, and a link leads to the feed', async ({
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
  await page.getByRole('combobox', { name: 'Acting user' }).selectOption('@jonas_berg');
  await page.getByRole('link', { name: 'Create a feed' }).click();
  await page.getByRole('heading', { name: 'New feed' }).waitFor();
  await expect(page.getByText('of @mira_holm')).toBeVisible();
  await page.getByText('An address', { exact: true }).click();
  await page.getByRole('textbox', { name: 'Address' }).fill('https://shop.example/products.csv');
  await page.getByRole('button', { name: 'Create the feed and run it', exact: true }).click();
  const report = page.getByRole('region', { name: 'Run of a feed' });
  await expect(report).toContainText('1,188 of 1,200 rows accepted');

  await page.goto('./#/portal/merchants');
  await expect(feed(page)).toContainText('1,188 accepted, 12 rejected');
  await expect(page.getByRole('link', { name: '1,188 products' })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await feed(page).getByRole('link', { name: 'https://shop.example/products.csv' }).click();
  await expect(page.getByRole('heading', { name: 'products.csv' })).toBeVisible();
  await page.goBack();
  await page.getByRole('link', { name: '1,188 products' }).click();
  await page.getByRole('heading', { name: /^List the products of a catalog/ }).waitFor();
  await send(page).click();
  await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('Lantern 1');
});

import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const section = (page: Page, name: string | RegExp) => page.getByRole('navigation', { name });

const csv = [
  'id,title,description,availability,condition,price,link,image_link,brand,qty,shelf',
  'a,Lantern,Burns,in stock,new,20.00 USD,https://a.example/a,https://a.example/a.jpg,Tern,4,B4',
  'b,Lamp,Burns,in stock,new,19.90,https://a.example/b,https://a.example/b.jpg,Tern,4,B4',
].join('\n');

test('a new feed from a file that is generated, cancelled, dropped or deleted, and its result', async ({
  page,
}) => {
  await page.goto('./#/catalog');
  await button(page, /^Do .* at once/).click();
  await section(page, 'Product feeds').getByRole('link', { name: 'New feed' }).click();

  await test.step('what a generated file would be is told before it is made', async () => {
    await page.getByLabel('Generate one').check();
    await page.getByRole('textbox', { name: 'Rows' }).fill('2,000,000');
    await expect(page.getByText(/^about \d{3}\.\d MB$/)).toBeVisible();
    await expect(page.getByText(/The first fault is in line/)).toBeVisible();
    await expect(page.getByRole('table', { name: 'Columns' })).toContainText('not known, ignored');
    await expect(page.getByRole('table', { name: 'Next runs' }).getByRole('row')).not.toHaveCount(0);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('it can be embedded, and the form is as it was', async () => {
    await button(page, 'Copy embed').click();
    const dialog = page.getByRole('dialog', { name: 'Copy embed' });
    await expect(dialog.locator('pre')).toContainText('view="catalog"');
    await expect(
      dialog.frameLocator('iframe').getByRole('heading', { name: 'Open the catalog' }),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('textbox', { name: 'Rows' })).toHaveValue('2,000,000');
  });

  await test.step('on its way it is cancelled, and what was typed stays', async () => {
    await button(page, 'Create the feed and run it').click();
    await expect(page.getByText(/^[\d.]+ MB of about [\d.]+ MB$/)).toBeVisible();
    expect(await violations(page), 'a file on its way').toEqual([]);
    await button(page, 'Cancel').click();
    await expect(button(page, 'Create the feed and run it')).toBeVisible();
    await expect(page.getByRole('textbox', { name: 'Rows' })).toHaveValue('2,000,000');
    await expect(section(page, /^Files/)).toContainText('None.');
  });

  await test.step('made, it is served, and its run takes it in', async () => {
    await page.getByRole('textbox', { name: 'Rows' }).fill('500');
    await button(page, 'Create the feed and run it').click();
    await expect(page.getByText(/^\d+ of 500 rows accepted$/)).toBeVisible();
    await page.goto('./#/catalog/feeds/new');
    await expect(section(page, /^Files/)).toContainText('generated from seed 7');
  });

  await test.step('a file of one’s own is looked into first, and read as it seems or as one says', async () => {
    await page.getByLabel('Drop one').check();
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'Prices (new).csv', mimeType: 'text/csv', buffer: Buffer.from(csv) },
    });
    await expect(page.getByLabel('Served at')).toHaveValue('Prices-new-.csv');
    await expect(page.getByText('The first fault is in line 3')).toBeVisible();
    await expect(page.locator('mark')).toHaveText('19.90');
    await page.getByRole('radio', { name: 'TSV' }).check();
    await expect(page.getByText(/It cannot be read: no column is called id/)).toBeVisible();
    expect(await violations(page), 'a file that cannot be read').toEqual([]);
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Ends too early').check();
    await button(page, 'Create the feed and run it').click();
    await expect(page.getByText('SOURCE_ENDED_EARLY').first()).toBeVisible();
    expect(await violations(page), 'a run that failed').toEqual([]);
  });

  await test.step('put right, it takes the place of the one before, and the feed that reads it runs again', async () => {
    await page.goto('./#/catalog/feeds/new');
    await page.getByLabel('Drop one').check();
    await page.locator('input[type=file]').setInputFiles({
      ...{ name: 'Prices (new).csv', mimeType: 'text/csv' },
      buffer: Buffer.from(csv.replace('19.90,', '19.90 USD,')),
    });
    await page.getByLabel('Answers at once').check();
    await expect(page.getByText('A feed of the catalog reads this address already.')).toBeVisible();
    await expect(button(page, 'Create another feed')).toBeVisible();
    expect(await violationsInBothSchemes(page), 'a feed that is known').toEqual([]);
    await button(page, 'Replace the file and run the feed').click();
    await expect(page.getByText('2 of 2 rows accepted')).toBeVisible();
    const feeds = section(page, 'Product feeds').getByRole('link', { name: 'Prices-new-.csv' });
    await expect(feeds).toHaveCount(1);
  });

  await test.step('files outlast a reset, and are deleted by hand', async () => {
    await page.goto('./#/catalog/feeds/new?file=Prices-new-.csv');
    await expect(page.getByLabel('Answers at once')).toBeChecked();
    await expect(button(page, 'Run the feed')).toBeVisible();
    await button(page, 'Create another feed').click();
    await expect(page.getByRole('heading', { name: 'Prices-new-.csv' })).toBeFocused();
    await page.goto('./#/catalog/feeds/new?file=Prices-new-.csv');
    await button(page, 'Delete Prices-new-.csv').click();
    await button(page, /^Delete \d+ bytes/).click();
    await expect(section(page, /^Files/)).not.toContainText('Prices-new-.csv');
    await expect(section(page, /^Files/)).toContainText('catalogue.csv');
  });
});

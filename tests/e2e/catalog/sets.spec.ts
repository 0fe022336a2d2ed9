import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';
import { shopFile } from '../../support/shop-file.ts';

const filter = (page: Page, at: number) =>
  page
    .getByRole('list', { name: 'Filters' })
    .getByRole('listitem')
    .nth(at - 1);
const value = (page: Page, at: number) => page.getByLabel(`Value of filter ${at}`, { exact: true });
const call = (page: Page) => page.getByRole('region', { name: 'The call that Save makes' });
const listed = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Product sets' }).getByRole('link', { name });
const matches = (page: Page) => page.getByRole('list', { name: 'Matching products' });

test('product sets are written by filters and by hand, saved, refused and deleted', async ({ page }) => {
  const shop = await shopFile(600);
  await importFile(page, shop.file);

  await test.step('each filter says what it leaves', async () => {
    await page.goto(`./#/catalog/sets/${shop.coats}`);
    await expect(filter(page, 1)).toContainText(/\d+ left/);
    await expect(matches(page).getByRole('listitem')).not.toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Save the set' })).toHaveAttribute('aria-disabled', 'true');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('an edit is counted, marked in the call, said once, and undone', async () => {
    const before = await filter(page, 4).textContent();
    await value(page, 3).fill('120.00');
    await expect(filter(page, 4)).not.toContainText(before!);
    await expect(call(page).locator('mark')).toHaveText('"120.00 USD"');
    await expect(page.getByText(/^\d+ products match$/)).toBeAttached();
    await expect(page.getByText('by what you changed')).toBeVisible();
    await page.getByRole('region', { name: 'Set' }).getByRole('button', { name: 'Undo' }).click();
    await expect(value(page, 3)).toHaveValue('90.00');
    await expect(call(page).locator('mark')).toHaveCount(0);
  });

  await test.step('the products that fail only one filter are shown', async () => {
    await page.getByRole('button', { name: 'Show them (filter 3)' }).click();
    const near = page.getByRole('list', { name: 'Near misses' });
    await expect(near.getByRole('listitem').first()).toContainText('its price is');
    await page.getByRole('button', { name: 'Show the matches' }).click();
    await expect(matches(page)).toBeVisible();
  });

  await test.step('what a change lets in is told, and saved by the key', async () => {
    await value(page, 3).fill('120.00');
    await page.getByText('Came and went').click();
    await expect(page.getByText('You raised price from 90.00 USD to 120.00 USD.')).toBeVisible();
    expect(await violations(page), 'what came and went').toEqual([]);
    await expect(
      page.getByRole('list', { name: 'By what you changed' }).getByRole('listitem').first(),
    ).toContainText('came');
    await value(page, 3).press('Control+s');
    await expect(page.getByText(/^Winter coats is saved[.:]/)).toBeVisible();
    await expect(page.getByText('No product came or left since')).toBeVisible();
    await page.getByText('All', { exact: true }).click();
    const figure = await filter(page, 4).locator('b').first().textContent();
    await expect(listed(page, 'Winter coats')).toContainText(figure!);
    await page.getByRole('link', { name: 'All as a table' }).click();
    await expect(page).toHaveURL(new RegExp(`set=${shop.coats}`));
  });

  await test.step('a new set begins with the filters of a link, and has its own address once it is saved', async () => {
    const filters = JSON.stringify([['price', 'LESS_THAN', '30']]);
    await page.goto(`./#/catalog/sets/new?filters=${encodeURIComponent(filters)}`);
    await page.getByLabel('Name').fill('Bargains');
    await expect(page.getByText('Will be refused: filter 1 is not a filter by a price')).toBeVisible();
    await page.getByRole('button', { name: 'Create the set' }).click();
    await expect(page.getByRole('button', { name: 'Send again' })).toBeVisible();
    expect(await violations(page), 'a refused save').toEqual([]);
    await page.getByLabel('Currency: Value of filter 1').fill('usd');
    await page.getByRole('button', { name: 'Add a filter' }).click();
    await page.getByLabel('Attribute of filter 2').selectOption('product_type');
    await page.getByLabel('Operator of filter 2').selectOption('MATCH');
    await value(page, 2).fill('Clothing');
    await page.getByRole('button', { name: 'Create the set' }).click();
    await expect(page).toHaveURL(/#\/catalog\/sets\/[0-9a-z]+$/);
    await expect(page.getByRole('status').filter({ hasText: 'READY' })).toBeVisible();
    await expect(listed(page, 'Bargains')).toBeVisible();
  });

  await test.step('it is deleted by a call, once that is confirmed', async () => {
    await page.getByRole('button', { name: 'Delete the set…' }).click();
    await expect(page.getByRole('dialog')).toContainText('DELETE');
    expect(await violations(page), 'the question').toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete the set' }).click();
    await expect(page.getByText('Bargains is deleted. Its products stay.')).toBeVisible();
    await expect(listed(page, 'Bargains')).toHaveCount(0);
  });

  await test.step('a set by hand takes pasted ids, and says which are of no product', async () => {
    await page.goto(`./#/catalog/sets/${shop.display}`);
    const products = page.getByRole('list', { name: 'Products of this set' });
    await expect(products.getByRole('listitem')).toHaveCount(3);
    await page.getByLabel('Add by id').fill('NW-9\nnope');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(products.getByRole('listitem').last()).toContainText(
      'The catalog has no product with this id',
    );
    await page.getByRole('button', { name: 'Remove it', exact: true }).click();
    await page.getByLabel('Part of a title').fill('wooden boat 3');
    const found = page.getByRole('list', { name: 'Products found' });
    await found.getByRole('button', { name: /^Add/ }).first().click();
    await expect(page.getByText('5 of 50', { exact: true })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('button', { name: 'Save the set' }).click();
    await expect(listed(page, 'Window display')).toContainText('5 of 50');
  });

  await test.step('on a phone the matches are a tab of their own', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(`./#/catalog/sets/${shop.coats}`);
    await page.getByRole('tab', { name: 'Set', exact: true }).click();
    await expect(filter(page, 4)).toContainText(/\d+ left/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await page.getByRole('button', { name: 'Show them (filter 4)' }).click();
    await expect(page.getByRole('list', { name: 'Near misses' })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

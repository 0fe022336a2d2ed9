import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { importFile } from '../../support/import-file.ts';
import { expect, test } from '../../support/page.ts';
import { shopFile } from '../../support/shop-file.ts';

const grid = (page: Page) => page.getByRole('grid');
const filter = (page: Page) => page.getByRole('searchbox', { name: 'Filter products' });
const row = (page: Page, number: number) => grid(page).locator(`[role=row][aria-rowindex="${number + 1}"]`);
const scale = (page: Page) => page.getByRole('scrollbar', { name: 'Place in the order' });
const seen = (page: Page) => page.getByText(/^Rows [\d,]+ to [\d,]+ of/);
/** The row that the keys have come to, by its number. */
const active = (page: Page) =>
  grid(page).evaluate((table) => {
    const cell = document.getElementById(table.getAttribute('aria-activedescendant') ?? '');
    return [
      Number(cell?.closest('[role=row]')?.getAttribute('aria-rowindex')) - 1,
      Number(cell?.getAttribute('aria-colindex')) - 1,
    ];
  });

test('a catalog that cannot be read says so, and is read when it can be', async ({ page }) => {
  await page.route(/\/merchants-questions-[\w-]{7}\.js/, (route) => route.abort());
  await page.goto('./#/catalog');
  const list = page.getByRole('region', { name: 'Catalog', exact: true });
  await expect(list.getByRole('alert')).toHaveText(
    'A part of the playground could not be loaded from the server. Load the page again.',
  );
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.unrouteAll();
  await page.reload();
  await expect(page.getByRole('region', { name: 'The refusal' })).toContainText('EARLY_ACCESS_MISSING');
});

test('a catalog is opened requirement by requirement, each with its refusal', async ({ page }) => {
  await page.goto('./#/catalog');
  const refusal = page.getByRole('region', { name: 'The refusal' });
  const open = (name: string) => page.getByRole('button', { name, exact: true });

  await test.step('the first door that is shut has the filled button', async () => {
    await expect(refusal).toContainText('EARLY_ACCESS_MISSING');
    await expect(page.getByRole('table', { name: 'Limits of the catalog' })).toContainText(
      'products1,000none600150',
    );
    await expect(open('Create it')).toHaveAttribute('aria-disabled', 'true');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await open('Grant it').click();
    await expect(refusal).toContainText('TERMS_NOT_ACCEPTED');
    await expect(open('Accept them')).toBeFocused();
  });
  await test.step('anyone who acts has doors of their own', async () => {
    const acting = page.getByRole('combobox', { name: 'Acting user' });
    await acting.selectOption('@jonas_berg');
    await expect(refusal).toContainText('EARLY_ACCESS_MISSING');
    await acting.selectOption('@mira_holm');
    await expect(refusal).toContainText('TERMS_NOT_ACCEPTED');
  });
  await test.step('what is left is done at once, by a real call', async () => {
    await page.getByRole('button', { name: 'Do both at once' }).click();
    await expect(page.getByText('There is no product yet.')).toBeVisible();
    await expect(page.getByRole('navigation', { name: 'Products' })).toContainText('Mira Holm’s shop');
    await expect(
      page.getByRole('region', { name: 'Products' }).getByRole('link', { name: 'New feed' }),
    ).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
  await test.step('access that is taken away shuts the view again', async () => {
    await page.goto('./#/portal/merchants');
    await page.getByRole('switch', { name: /^Early access of @mira_holm/ }).click();
    await page.goto('./#/catalog');
    await expect(refusal).toContainText('EARLY_ACCESS_MISSING');
    await expect(page.getByRole('navigation', { name: 'Products' })).toContainText('Mira Holm’s shop');
  });
});

test('products are a table: sorted, filtered, navigated by keys, and opened', async ({ page }) => {
  const { file } = await shopFile(2400);
  await importFile(page, file);
  await page.goto('./#/catalog');
  await expect(row(page, 1)).toContainText('NW-0');

  await test.step('its figures are the true ones', async () => {
    await expect(grid(page)).toHaveAttribute('aria-rowcount', '2401');
    await expect(grid(page)).toHaveAttribute('aria-colcount', '7');
    await expect(grid(page)).toHaveAccessibleName('Products, 2,400 rows');
    expect(await grid(page).getByRole('row').count()).toBeLessThan(120);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
  await test.step('a head sorts, rising and then falling, and that is said', async () => {
    await grid(page).getByRole('columnheader', { name: 'price' }).getByRole('button').click();
    await expect(row(page, 1)).toContainText('20.00 USD');
    await expect(grid(page).getByRole('columnheader', { name: 'price' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    );
    await expect(page.getByText('sorted by price, rising, 2,400 rows')).toBeAttached();
    await grid(page).getByRole('columnheader', { name: 'price' }).getByRole('button').click();
    await expect(row(page, 1)).toContainText('179.00 USD');
    await expect(page).toHaveURL(/sort=-price/);
  });
  await test.step('the scale says values at their ranks, and a press aims at one', async () => {
    await expect(scale(page)).toHaveAttribute('aria-valuetext', 'row 1, price 179');
    const box = (await scale(page).boundingBox())!;
    await page.mouse.click(box.x + box.width - 8, box.y + box.height / 2);
    await expect(scale(page)).toHaveAttribute('aria-valuetext', /^row 1,1\d\d, price (?:99|10\d)$/);
    await expect(row(page, 1200)).toContainText(/(?:9|10)\d\.00 USD/);
  });
  await test.step('one tab stop, and the keys of a grid', async () => {
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await expect.poll(() => active(page)).toEqual([2400, 7 - 1]);
    await expect(row(page, 2400)).toContainText('20.00 USD');
    await page.keyboard.press('Home');
    await page.keyboard.press('PageUp');
    await expect
      .poll(async () => {
        const [at = NaN, column] = await active(page);
        return at > 0 && at < 2390 && column === 0;
      })
      .toBe(true);
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => active(page)).toEqual([2, 1]);
    await page.keyboard.press('Space');
    await expect(row(page, 2)).toHaveAttribute('aria-selected', 'true');
    await expect(page.getByRole('link', { name: 'Delete them' })).toBeVisible();
    await page.getByRole('button', { name: 'Choose none' }).click();
    await grid(page).focus();
    await page.keyboard.press('Control+g');
    await page.keyboard.type('1,500');
    await page.keyboard.press('Enter');
    await expect(seen(page)).toContainText('Rows 1,500 to');
    await expect(grid(page)).toBeFocused();
    await page.getByRole('textbox', { name: 'or to price' }).fill('100');
    await page.keyboard.press('Enter');
    await expect(scale(page)).toHaveAttribute('aria-valuetext', /price 100$/);
  });
  await test.step('a filter counts, and says where it is not understood', async () => {
    await filter(page).fill('title:"rain coat" price:>100 -availability:discontinued');
    await expect(page.getByRole('status').filter({ hasText: / ms$/ })).toContainText(/^\s*\d+ in/);
    await expect(row(page, 1)).toContainText('rain coat');
    await expect(page.getByRole('button', { name: 'Save as a set' })).toHaveAccessibleDescription(
      /a set filters only by/,
    );
    await filter(page).fill('lantern pric:>5');
    await expect(filter(page)).toHaveAttribute('aria-invalid', 'true');
    await page.getByRole('alert').getByRole('button', { name: 'pric', exact: true }).click();
    expect(
      await filter(page).evaluate((field: HTMLInputElement) => [field.selectionStart, field.selectionEnd]),
    ).toEqual([8, 12]);
    await filter(page).fill('brand:=Nobody');
    await expect(page.getByText('No product passes this filter.')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await filter(page).fill('price:<60USD product_type:~Clothing');
    await expect(page.getByRole('link', { name: 'Save as a set' })).toHaveAttribute(
      'href',
      /sets\/new\?filters=/,
    );
  });
  await test.step('columns are chosen', async () => {
    await page.getByRole('button', { name: 'Columns' }).click();
    const dialog = page.getByRole('dialog', { name: 'Columns' });
    await dialog.getByRole('checkbox', { name: 'brand' }).check();
    expect(await violations(page), 'the columns').toEqual([]);
    await dialog.getByRole('checkbox', { name: 'inventory' }).uncheck();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(grid(page).getByRole('columnheader', { name: 'brand' })).toBeVisible();
    await expect(grid(page).getByRole('columnheader', { name: 'inventory' })).toHaveCount(0);
  });
  await test.step('a product shows its fields, its sets and the calls about it; its address is kept', async () => {
    await page.goto('./#/catalog/products?q=NW-1&sort=-price&row=NW-1');
    const side = page.getByRole('region', { name: 'Product', exact: true });
    await expect(side).toContainText('Breton rain coat 1');
    await expect(side).toContainText('In 1 of 2 sets');
    await expect(side.getByRole('link', { name: /Winter coats/ })).toContainText(/fails .*custom_label_0/);
    await side.getByRole('button', { name: /more are null/ }).click();
    await expect(side).toContainText('gtin');
    await expect(grid(page).locator('.opened')).toContainText('NW-1');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.reload();
    await expect(side).toContainText('Breton rain coat 1');
  });
  await test.step('a call about it opens ready to be sent, and what it changes shows in the table', async () => {
    await page
      .getByRole('region', { name: 'Product', exact: true })
      .getByRole('link', { name: /by its key/ })
      .click();
    await page.getByRole('heading', { name: /^Remove products/ }).waitFor();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('DELETE_SUCCESS').first()).toBeVisible();
    await page.goto('./#/catalog/products?row=NW-1');
    await expect(grid(page)).toHaveAccessibleName('Products, 2,399 rows');
    await expect(page.getByText('There is no product with the id')).toBeVisible();
    expect(await violations(page), 'no such product').toEqual([]);
    await expect(page.getByRole('link', { name: /^Window display/ })).toContainText('2 of 50');
  });
  await test.step('a product tells the call that wrote it last', async () => {
    await page.goto('./#/catalog/products?row=NW-2');
    const side = page.getByRole('region', { name: 'Product', exact: true });
    const change = side.getByRole('link', { name: /change it/ });
    const [path, query] = (await change.getAttribute('href'))!.split('?');
    const changed = new URLSearchParams(query);
    changed.set('body', changed.get('body')!.replace(/"title": "[^"]*"/, '"title": "Written by a call"'));
    await page.goto(`./${path}?${changed.toString()}`);
    await expect(page.getByText('"Written by a call"').first()).toBeVisible();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('UPDATE_SUCCESS').first()).toBeVisible();
    await page.goto('./#/catalog/products?row=NW-2');
    await expect(side.getByRole('heading', { name: 'Written by a call' })).toBeVisible();
    await side.getByRole('button', { name: /^a call, PUT/ }).click();
    const call = page.getByRole('dialog', { name: 'The call that wrote it' });
    await expect(call).toContainText('200 OK');
    await expect(call.getByRole('heading', { name: 'X-ray' })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await call.getByRole('link', { name: 'Open as a call' }).click();
    await page.getByRole('heading', { name: /^Add and update products/ }).waitFor();
    await expect(page).toHaveURL(/Written/);
  });
  await test.step('the table of a set has its products alone', async () => {
    await page.goto('./#/catalog/products?set=none');
    await expect(page.getByText('The catalog has no such set.')).toBeVisible();
    expect(await violations(page), 'no such set').toEqual([]);
    await page.getByRole('button', { name: 'All products' }).click();
    await expect(grid(page)).toHaveAccessibleName('Products, 2,399 rows');
  });
  await test.step('on a phone a row has two lines, and a press opens the product beside it', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await expect(row(page, 1)).toContainText('NW-0');
    const by = page.getByRole('combobox', { name: 'Sort by' });
    await by.selectOption('inventory');
    await expect(row(page, 1)).toContainText(/USD\s*0$/);
    await page.getByRole('button', { name: 'Rising' }).click();
    await expect(page).toHaveURL(/sort=-inventory/);
    await expect(row(page, 1)).toContainText(/USD\s*10$/);
    await expect(page.getByText('sorted by inventory, falling, 2,399 rows')).toBeAttached();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await by.selectOption('order of creation');
    await row(page, 3).getByText('NW-3').click();
    await expect(page.getByRole('tab', { name: 'Product', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await expect(page.getByRole('region', { name: 'Product', exact: true })).toContainText(
      'Quay wooden boat 3',
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

import type { Page } from '@playwright/test';
import { storeProducts } from '../../support/million.ts';
import { longestTask } from '../../support/page-tasks.ts';
import { expect, test } from '../../support/page.ts';
import { proved, times } from '../../support/prove.ts';

const products = times(3000, 1_000_000);
const turns = times(15, 200);
const grid = (page: Page) => page.getByRole('grid');
const firstRow = (page: Page) => grid(page).locator('[role=row]:has([role=gridcell])').first();

/** Says what the page's thread did at once at most, and how long it took until what was waited for was there. */
async function measured(page: Page, what: string, act: () => Promise<void>): Promise<void> {
  const begun = performance.now();
  const { processor, clock } = await longestTask(page, act);
  const took = Math.round(performance.now() - begun);
  proved(
    `${products.toLocaleString('en')} products, ${what}: ${took} ms; the page's thread worked ${Math.round(processor)} ms at once at most, ${Math.round(clock)} by the clock`,
  );
}

test('a table of very many products scrolls, jumps, sorts and filters', async ({ page }) => {
  await page.goto('./#/catalog');
  await page.getByRole('button', { name: /at once$/ }).click();
  await expect(page.getByText('There is no product yet.')).toBeVisible();
  await expect(page.getByText('Saved in this browser')).toBeVisible();
  const catalogId = await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('code')
    .first()
    .textContent();
  await storeProducts(page, catalogId!.trim(), products);
  await page.goto('./#/catalog');
  await expect(grid(page)).toHaveAttribute('aria-rowcount', String(products + 1), { timeout: 120_000 });
  await expect(firstRow(page)).toContainText('NW-0000000');
  const last = products.toLocaleString('en');

  await measured(page, 'a wheel through some thousand rows', async () => {
    await grid(page).hover();
    for (let turn = 0; turn < turns; turn++) {
      await page.mouse.wheel(0, 800);
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)));
    }
    // Wherever it is, the rows are those of their numbers.
    await expect
      .poll(() =>
        grid(page)
          .locator('[role=row]:has([role=gridcell])')
          .evaluateAll((rows) =>
            rows.every((row) =>
              row.textContent.includes(
                `NW-${String(Number(row.getAttribute('aria-rowindex')) - 2).padStart(7, '0')}`,
              ),
            ),
          ),
      )
      .toBe(true);
  });
  await measured(page, 'a jump to the last row', async () => {
    await grid(page).focus();
    await page.keyboard.press('Control+End');
    await expect(page.getByText(new RegExp(`to ${last} of ${last}$`))).toBeVisible();
    await expect(grid(page)).toContainText(`NW-${String(products - 1).padStart(7, '0')}`);
  });
  for (const column of ['price', 'title'])
    await measured(page, `sorted by ${column}`, async () => {
      await grid(page).getByRole('columnheader', { name: column, exact: true }).getByRole('button').click();
      await expect(page).toHaveURL(new RegExp(`sort=${column}`));
      await expect(page.getByRole('scrollbar', { name: 'Place in the order' })).toHaveAttribute(
        'aria-valuetext',
        column === 'price' ? 'row 1, price 5' : /^row 1, title Breton/,
        { timeout: 60_000 },
      );
      await expect(firstRow(page)).toContainText(column === 'price' ? '5.00 EUR' : 'Breton');
    });
  await measured(page, 'filtered', async () => {
    await page
      .getByRole('searchbox', { name: 'Filter products' })
      .fill('price:>20 -availability:discontinued harbour');
    await expect(firstRow(page)).toContainText('harbour', { timeout: 60_000 });
  });
  await measured(page, 'the scale dragged from end to end', async () => {
    const box = (await page.getByRole('scrollbar', { name: 'Place in the order' }).boundingBox())!;
    await page.mouse.move(box.x + 60, box.y);
    await page.mouse.down();
    for (let step = 1; step <= 40; step++)
      await page.mouse.move(box.x + 60, box.y + (box.height * step) / 40);
    await page.mouse.up();
    await expect(page.getByText(/to ([\d,]+) of \1$/)).toBeVisible();
  });
});

/** Forced colours, as contrast themes of Windows set them: what is chosen and what is filled can be told apart. */
import type { Locator } from '@playwright/test';
import { expect, test } from '../../support/page.ts';

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
});

const look = (of: Locator) =>
  of.evaluate((element) => {
    const { backgroundColor, borderBottomColor, outlineStyle } = getComputedStyle(element);
    return { backgroundColor, borderBottomColor, outlined: outlineStyle !== 'none' };
  });

test('Q35: the selected tab, the chosen segment and the view that is shown differ from the others', async ({
  page,
}) => {
  await page.goto('./');
  const tabs = page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab');
  await expect(tabs.nth(0)).toHaveCSS('forced-color-adjust', 'none'); // the styles have come
  const [chosen, other] = [await look(tabs.nth(0)), await look(tabs.nth(1))];
  expect(chosen.backgroundColor).not.toBe(other.backgroundColor);
  const { backgroundColor: canvas } = await look(page.locator('body'));
  expect(other.borderBottomColor, 'no line under a tab that is not selected').toBe(canvas);

  const views = page.getByRole('navigation', { name: 'Views' }).getByRole('link');
  expect((await look(views.filter({ hasText: 'Requests' }))).outlined).toBe(true);
  expect((await look(views.filter({ hasText: 'Learn' }))).outlined).toBe(false);

  await page.goto('./#/portal/apps/26001/authentication');
  await expect(page.getByRole('tab', { name: 'User authentication' })).toBeVisible();
  const segments = page.locator('.seg label');
  const on = await look(segments.filter({ has: page.locator(':checked') }).first());
  const off = await look(segments.filter({ hasNot: page.locator(':checked') }).first());
  expect(on.backgroundColor).not.toBe(off.backgroundColor);
});

test('Q35: Send is filled', async ({ page }) => {
  await page.goto('./');
  const button = page.getByRole('button', { name: 'Send', exact: true });
  // Else what the browser draws behind its words hides them.
  await expect(button).toHaveCSS('forced-color-adjust', 'none');
  const send = await look(button);
  const plain = await look(page.getByRole('button', { name: 'Paste curl' }));
  expect(send.backgroundColor).not.toBe(plain.backgroundColor);
});

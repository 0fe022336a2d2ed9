import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { tabTo } from '../../support/webhook-page.ts';

test('mistakes are made on purpose, one is fixed, and nothing of the person’s is used (lift 7)', async ({
  page,
}) => {
  await page.goto('./#/webhooks/practice');
  const chip = (name: string | RegExp) =>
    page.getByRole('toolbar', { name: 'Mistakes' }).getByRole('button', { name });
  const met = page.getByRole('navigation', { name: 'Practice' });

  // By keyboard: a value without its prefix is refused for that, and the line that is wrong is changed.
  await tabTo(page, chip(/^Wrong secret/));
  for (let to = 0; to < 3; to++) await page.keyboard.press('ArrowRight');
  await expect(chip(/^No prefix/)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'You left out sha256=' })).toBeVisible();
  await expect(page.getByText(/CrcValidationFailed: `?response_token/)).toBeVisible();
  await expect(met).toContainText('1 of 10 mistakes met');
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await tabTo(page, page.getByRole('button', { name: /^Change line \d+ and register again$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Registered, and valid' })).toBeFocused();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  // A loop that is left to itself is ended when the platform's time is over.
  await chip(/^Loop/).press('Enter');
  await expect(page.getByRole('heading', { name: /^You took longer than 3 s/ })).toBeVisible();

  // Who changes it by hand begins in the line that is wrong, also when the editor has come.
  await page.getByRole('button', { name: 'Fix it yourself' }).press('Enter');
  await page.locator('.view-line').first().waitFor();
  await expect(page.getByRole('textbox', { name: /^Program to fix/ })).toBeFocused();

  await page.reload();
  await expect(met).toContainText('2 of 10 mistakes met');
  await expect(chip('No prefix met and mended')).toBeVisible();
  await expect(chip('Loop met')).toBeVisible();
  await expect(chip('Slow answers after 5 s')).toBeVisible();
  const registered = page.getByRole('navigation', { name: 'Registered' });
  await expect(registered).toContainText('None yet.');
  await expect(page.getByRole('navigation', { name: 'Receivers' }).getByRole('link')).toHaveText([
    'New receiver',
  ]);
  await page.goto('./#/limits');
  await expect(page.getByText('No window is open.')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { receiverCode } from '../../support/webhook-file.ts';
import { importWebhook } from '../../support/webhook-page.ts';

const day = 86_400_000;

/** Takes its time for each check of its webhook, so that the jump lasts longer than what is done in it. */
const slow = (secret: string) =>
  receiverCode(`new Response('ok')`)(secret).replace(
    'if (token === null)',
    'await new Promise((go) => setTimeout(go, 1000));\n  if (token === null)',
  );

const bar = (page: Page) => page.getByRole('progressbar', { name: 'Jump of the clock' });
const dayOn = (page: Page) => page.getByRole('button', { name: '+24 h' });
const stood = (page: Page) => page.getByText(/^Stopped at .* of 24 (was|were) played\.$/);
const clock = async (page: Page) =>
  Date.parse((await page.locator('header time').first().getAttribute('datetime'))!);

test('a long jump is seen in every tab, stopped by the keyboard alone, and stays where it got to', async ({
  page,
}) => {
  await importWebhook(page, slow);
  const other = await page.context().newPage();
  await other.goto('./');
  await expect(dayOn(other)).toBeVisible();
  const began = await clock(page);
  const place = await dayOn(page).boundingBox();

  await dayOn(page).focus();
  await page.keyboard.press('Enter');
  await expect(bar(page)).toBeVisible();
  await expect(bar(other)).toBeVisible();
  expect(await dayOn(page).boundingBox()).toEqual(place);
  for (const each of [page, other]) {
    await expect(dayOn(each)).toHaveAttribute('aria-disabled', 'true');
    await expect(dayOn(each)).toHaveAttribute('title', 'Not while the clock is jumping');
  }
  await expect(page.getByRole('status').filter({ hasText: 'The clock is jumping to' })).toHaveCount(1);
  await expect(bar(page)).toHaveAttribute('aria-valuetext', /, [1-9]\d* hours? of 24$/);
  // In the other tab: this one has the receiver to answer for meanwhile.
  await other.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(other)).toEqual([]);
  await other.setViewportSize({ width: 390, height: 844 });
  expect(await violations(other)).toEqual([]);

  await expect(dayOn(page)).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('button', { name: 'Stop the clock’s jump' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(stood(page)).toBeVisible();
  await expect(stood(other)).toBeVisible();
  await expect(bar(page)).toHaveCount(0);
  await expect(bar(other)).toHaveCount(0);
  await expect(dayOn(page)).toBeFocused();
  await expect(dayOn(page)).not.toHaveAttribute('aria-disabled');
  const stands = await clock(page);
  expect(stands).toBeGreaterThan(began + day / 24);
  expect(stands).toBeLessThan(began + day);

  await other.close();
  await page.goto('./#/requests');
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('200 OK').first()).toBeVisible();
  await page.reload();
  await expect(dayOn(page)).toBeVisible();
  const after = await clock(page);
  expect(after).toBeGreaterThanOrEqual(stands);
  expect(after).toBeLessThan(began + day);
});

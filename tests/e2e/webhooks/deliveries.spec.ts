import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { receiverCode, webhookFile } from '../../support/webhook-file.ts';

/** Imports a playground whose webhook has this receiver, and opens its deliveries. */
async function openWith(page: Page, answer: string): Promise<void> {
  const { file, webhookId } = await webhookFile(receiverCode(answer));
  await page.goto('./');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('contentinfo').getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles({ name: 'webhook.json', mimeType: 'application/json', buffer: file });
  await page.getByRole('button', { name: 'Replace with it' }).click();
  await page.goto(`./#/webhooks/hook/${webhookId}`);
  await page.getByRole('button', { name: 'Use Northwind Courier' }).click();
  await expect(page.getByRole('heading', { name: 'Deliveries' })).toBeVisible();
}

const rows = (page: Page) =>
  page.getByRole('table', { name: 'Events, the newest first' }).locator('tbody tr');
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

test('a look', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await openWith(
    page,
    `new Response(body.includes('bridge') ? 'cache is not defined' : 'ok', { status: body.includes('bridge') ? 500 : 200 })`,
  );
  await page.getByRole('combobox', { name: 'Towards whom' }).selectOption({ index: 0 });
  await page.screenshot({ path: '/tmp/v2-0.png' });
  await press(page, 'Message @mira_holm');
  await page.waitForTimeout(2500);
  await press(page, 'Like');
  await page.waitForTimeout(1500);
  await press(page, 'Unfollow');
  await page.waitForTimeout(500);
  await press(page, 'Follow');
  await page.waitForTimeout(1500);
  await press(page, 'Message @mira_holm');
  await page.waitForTimeout(2500);
  await page.screenshot({ path: '/tmp/v2-1.png' });
  await rows(page).first().getByRole('link').click();
  await page.waitForTimeout(1000);
  await page.screenshot({ path: '/tmp/v2-2.png' });
  await press(page, 'Advance an hour');
  await page.waitForTimeout(3000);
  await rows(page).last().getByRole('link').click();
  await press(page, 'Send it twice');
  await page.waitForTimeout(1500);
  await page.screenshot({ path: '/tmp/v2-3.png' });
  console.log(await violations(page));
  await page.emulateMedia({ colorScheme: 'dark' });
  console.log(await violations(page));
  await page.screenshot({ path: '/tmp/v2-4.png' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: '/tmp/v2-5.png' });
  await page.getByRole('tab', { name: 'Deliveries' }).click();
  await page.screenshot({ path: '/tmp/v2-6.png' });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await page.screenshot({ path: '/tmp/v2-7.png' });
});

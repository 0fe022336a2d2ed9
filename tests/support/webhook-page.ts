import type { Page } from '@playwright/test';
import { expect } from './page.ts';
import { webhookFile } from './webhook-file.ts';

/** Imports a playground whose webhook has this receiver, as a person does, and shows its deliveries. Gives their address. */
export async function importWebhook(
  page: Page,
  codeOf: (consumerSecret: string) => string,
): Promise<{ readonly address: string }> {
  const { file, webhookId } = await webhookFile(codeOf);
  await page.goto('./');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('contentinfo').getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles({ name: 'webhook.json', mimeType: 'application/json', buffer: file });
  await page.getByRole('button', { name: 'Replace with it' }).click();
  // It is over: what is chosen from here on stays.
  await expect(page.getByRole('contentinfo').getByRole('button', { name: 'Undo the import' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const address = `./#/webhooks/hook/${webhookId}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Use Northwind Courier', exact: true }).click();
  await expect(page.getByText('No events yet.')).toBeVisible();
  return { address };
}

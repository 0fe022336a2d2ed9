/** The Webhooks view of the built page, with an existing webhook. */
import type { Locator, Page } from '@playwright/test';
import { importFile } from './import-file.ts';
import { expect } from './page.ts';
import { webhookFile } from './webhook-file.ts';
import type { FileOptions } from './webhook-file.ts';

/**
 * Imports a playground whose webhook has this receiver, as a person does, and shows its deliveries. Returns their
 * address and the file.
 */
export async function importWebhook(
  page: Page,
  codeOf: (consumerSecret: string) => string,
  options: FileOptions = {},
): Promise<{ readonly address: string; readonly file: Buffer }> {
  const { file, webhookId } = await webhookFile(codeOf, options);
  await importFile(page, file);
  const address = `./#/webhooks/hook/${webhookId}`;
  await page.goto(address);
  await page.getByRole('button', { name: 'Use Northwind Courier', exact: true }).click();
  const shown = options.blocks ? page.getByRole('table') : page.getByText('No events yet.');
  await expect(shown).toBeVisible();
  return { address, file };
}

/** Presses Tab until this has the focus. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible();
  await expect(async () => {
    for (let at = 0; at < 300; at++) {
      if (await target.evaluate((element) => element === document.activeElement)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error('Tab does not lead there');
  }).toPass();
}

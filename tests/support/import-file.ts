import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/**
 * Opens the page and imports a playground, as a person does. Resolves when it is finished, so later choices are kept.
 */
export async function importFile(page: Page, file: Buffer): Promise<void> {
  await page.goto('./');
  const footer = page.getByRole('contentinfo');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    footer.getByRole('button', { name: 'Import' }).click(),
  ]);
  await chooser.setFiles({ name: 'playground.json', mimeType: 'application/json', buffer: file });
  await page.getByRole('button', { name: 'Replace with it' }).click();
  await expect(footer.getByRole('button', { name: 'Undo the import' })).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
}

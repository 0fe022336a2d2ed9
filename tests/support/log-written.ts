import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/** Waits until the log is written, which happens within a second after answers: a change writes all pending entries. */
export async function logWritten(page: Page): Promise<void> {
  const time = page.getByRole('group', { name: 'Platform clock' }).locator('time');
  const shown = async () => Date.parse((await time.getAttribute('datetime'))!);
  const before = await shown();
  await page.getByRole('button', { name: '+1 min' }).click();
  await expect.poll(shown).toBeGreaterThanOrEqual(before + 60_000);
}

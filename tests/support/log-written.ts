import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/** Until the log is written, which lags behind answers by less than a second: a change is written with all that lags. */
export async function logWritten(page: Page): Promise<void> {
  const time = page.getByRole('group', { name: 'Platform clock' }).locator('time');
  const shown = async () => Date.parse((await time.getAttribute('datetime'))!);
  const before = await shown();
  await page.getByRole('button', { name: '+1 min' }).click();
  await expect.poll(shown).toBeGreaterThanOrEqual(before + 60_000);
}

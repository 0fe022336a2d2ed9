/** The Sign-in view, with the names of its parts as tests use them. */
import type { Page } from '@playwright/test';
import { expect } from './page.ts';

/** Opens a flow and waits for the view. `more` follows the flow in the address. */
export async function openFlow(page: Page, flow: string, more = ''): Promise<void> {
  await page.goto(`./#/sign-in/${flow}${more}`);
  await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeAttached();
}

export const messages = (page: Page) => page.getByRole('list', { name: /^Messages of/ });
/** Messages that were sent: only those can be opened. */
export const passed = (page: Page) => messages(page).getByRole('button', { name: /(done|refused)$/ });
export const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
export const bar = (page: Page) => page.getByRole('group', { name: 'How the flow goes on' });
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
export const question = (page: Page) => button(page, /^(Run )?[tT]o the (next )?question$/);

const time = (page: Page) => page.locator('time').first().getAttribute('datetime') as Promise<string>;

/** The platform's clock, as the bar shows it, advances by itself. */
export async function clockRuns(page: Page): Promise<void> {
  const before = await time(page);
  await expect.poll(() => time(page)).not.toBe(before);
}

export async function clockStands(page: Page): Promise<void> {
  await expect(page.getByText('the clock stands still')).toBeVisible();
}

import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { choose, click, press, shows, textInside } from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { bar, button, messages, openFlow, outcome, question } from '../../support/sign-in.ts';

const lastMessage = (page: Page) => messages(page).getByRole('button').last();
const breaks = (page: Page) => page.getByRole('region', { name: 'Break it' });

test('Q16: a wrong PIN is named where it is given, and the flow goes on with the right one', async ({
  page,
}) => {
  await openFlow(page, 'oauth1-pin');
  await press(page, question(page));
  await shows(page, /Choose an account/);
  await choose(page, 'mira_holm');
  await shows(page, /use your account\?/);
  await click(page, 'Allow');
  await shows(page, /\b\d{7}\b/);
  const [pin = ''] = /\b\d{7}\b/.exec(await textInside(page)) ?? [];
  const wrong = pin === '1111111' ? '2222222' : '1111111';
  const field = page.getByLabel('PIN', { exact: true });
  const give = async (value: string) => {
    await field.fill(value);
    await field.press('Enter');
    await expect(bar(page).getByRole('button', { name: 'Step' })).toBeFocused();
    await press(page, button(page, 'Run all'));
  };
  await give(wrong);
  const told = `You gave ${wrong}, the page shows ${pin}: give the PIN again.`;
  await expect(page.getByRole('alert').filter({ hasText: told })).toBeInViewport({ ratio: 1 });
  await expect(field).toHaveAccessibleDescription(told);
  await expect(field).toBeInViewport({ ratio: 1 });
  await expect(outcome(page)).toBeHidden();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press(page, button(page, 'Give it again'));
  await expect(field).toBeFocused();
  await give(pin);
  await expect(outcome(page)).toContainText('Your app holds an OAuth 1.0a access token of @mira_holm');
  await expect(page.getByText(told)).toHaveCount(0);
});

test('Q16: the scopes are chosen, asked for, and kept over a reload', async ({ page }) => {
  await openFlow(page, 'pkce');
  const asks = page.getByRole('region', { name: 'Asks for' });
  await press(page, asks.getByRole('button', { name: 'Change the scopes' }));
  for (const each of ['like.write', 'offline.access'])
    await press(page, asks.getByRole('checkbox', { name: new RegExp(`^${each} `) }), 'Space');
  await expect(asks).toContainText('3 of 22 scopes');
  await press(page, asks.getByRole('checkbox', { name: /^users.read/ }), 'Space');
  await press(page, asks.getByRole('checkbox', { name: /^like.write/ }), 'Space');
  const last = asks.getByRole('checkbox', { name: /^post.read/ });
  await press(page, last, 'Space');
  await expect(last).toBeChecked();
  await expect(last).toHaveAccessibleDescription(/at least one scope/);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  for (const each of ['users.read', 'like.write'])
    await press(page, asks.getByRole('checkbox', { name: new RegExp(`^${each} `) }), 'Space');
  await page.reload();
  await expect(asks.getByRole('listitem')).toHaveText(['post.read', 'users.read', 'like.write']);
  await press(page, button(page, 'Run all'));
  const use = outcome(page).getByRole('link', { name: 'Use it in Requests' });
  await expect(use).toHaveClass(/main-act/);
  await expect(bar(page).locator('.main-act')).toHaveCount(0);
  await press(page, page.getByRole('button', { name: /POST \/2\/oauth2\/token/ }));
  await expect(page.getByText('post.read users.read like.write').first()).toBeVisible();
});

test('Q16: tried mistakes are counted and kept, and a failed step is put right and run', async ({ page }) => {
  await openFlow(page, 'pkce');
  await expect(breaks(page)).toContainText('0 of 7 tried');
  await press(page, page.getByRole('switch', { name: /Wrong code_verifier/ }), 'Space');
  await press(page, button(page, 'Run all'));
  await expect(lastMessage(page)).toContainText('400 code 214');
  await expect(breaks(page)).toContainText('1 on, 1 of 7 tried');
  const tried = page.getByRole('switch', { name: /Wrong code_verifier.*Tried, ended with 400 code 214/ });
  await expect(tried).toBeChecked();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await press(page, outcome(page).getByRole('button', { name: 'Put it right and run' }));
  await expect(outcome(page)).toContainText('Your app holds an OAuth 2.0 user token of @mira_holm');
  await expect(tried).not.toBeChecked();
  await page.reload();
  await expect(breaks(page)).toContainText('1 of 7 tried');
  await expect(tried).toBeVisible();
});

test('Q16: a flow that a reload interrupted is reported in its place, no matter which flow the view would open with', async ({
  page,
}) => {
  await openFlow(page, 'pkce');
  await press(page, question(page));
  await expect(bar(page)).toContainText('3 of 12');
  await page.goto('./#/requests');
  await page.reload();
  await page.getByRole('link', { name: 'Sign-in' }).first().click();
  const before = page.getByRole('region', { name: 'The flow before' });
  await expect(before).toContainText('after 3 of 12 messages');
  await press(page, before.getByRole('button', { name: 'Begin again, up to message 3' }));
  await expect(bar(page)).toContainText('3 of 12');
});

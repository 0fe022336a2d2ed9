/** The stage, as somebody who presents uses it: runs that are compared, larger type, a reset by key, and the way back. */
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const stage = (page: Page) => page.getByRole('region', { name: 'Stage', exact: true });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

async function send(page: Page, path: string, status: string): Promise<void> {
  await page.goto(`./#/requests/${path}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await expect(response(page).getByText(status).first()).toBeVisible();
}

test('issue 19: two runs on stage have the same bytes, a call that differs is named, and the own world is untouched', async ({
  page,
}) => {
  await send(page, 'getPost', '200 OK');
  await page.keyboard.press('Control+k');
  const find = page.getByRole('dialog', { name: 'Go to or run' });
  await find.getByRole('combobox').fill('stage');
  await expect(find.getByRole('option').first()).toContainText('Go on stage');
  await page.keyboard.press('Enter');
  await expect(stage(page)).toContainText('run 1: no call yet');
  await expect(page.getByRole('group', { name: 'Platform clock' })).toContainText('09:00:00 frozen');
  await expect(page.locator('html')).toHaveCSS('font-size', '20px');

  const reset = async () => {
    await page.keyboard.press('Control+Alt+r');
    await expect(stage(page)).toContainText('no call yet');
  };
  const run = async (second: string) => {
    await send(page, 'createPost', '201 Created');
    await send(page, second, '200 OK');
  };
  await run('getMe');
  await expect(stage(page)).toContainText('run 1: 2 calls');
  await expect(response(page).getByText(/\d ms/).filter({ visible: true })).toHaveCount(0);
  expect(await violationsInBothSchemes(page), 'on stage').toEqual([]);

  await reset();
  await expect(stage(page).getByText('The stage was reset. Run 2 begins.')).toBeAttached();
  await run('getMe');
  await expect(stage(page)).toContainText('run 2: 2 calls, the same bytes as run 1');

  await reset();
  await run('getPost');
  await expect(stage(page)).toContainText(
    /run 3: call 2, GET \/2\/posts\/\d+, differs from run 2: there it was GET \/2\/users\/me/,
  );

  await test.step('Escape does not leave, a key makes the type larger, and a reload starts again', async () => {
    await page.keyboard.press('Escape');
    await page.locator('main').focus();
    await page.keyboard.press('+');
    await expect(page.locator('html')).toHaveCSS('font-size', '22px');
    await page.reload();
    await expect(stage(page)).toContainText('run 1: no call yet');
    await expect(page.locator('html')).toHaveCSS('font-size', '22px');
    await stage(page).getByLabel('seed').fill('harbour-7');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('contentinfo')).toContainText('Seed harbour-7');
  });

  await stage(page).getByRole('button', { name: 'Leave the stage' }).click();
  await expect(stage(page)).toHaveCount(0);
  await expect(page.locator('html')).toHaveCSS('font-size', '16px');
  await page.getByRole('button', { name: 'Last calls' }).click();
  const calls = page.getByRole('dialog');
  await expect(calls.getByText('/2/posts/', { exact: false }).first()).toBeVisible();
  await expect(calls.getByText('/2/users/me')).toHaveCount(0);
});

import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { receiverHost } from '../../support/webhook-file.ts';
import { importWebhook, tabTo } from '../../support/webhook-page.ts';

const withoutPrefix = (consumerSecret: string): string =>
  readFileSync('src/receivers/ready-made/no-prefix.js', 'utf8').replace('CONSUMER_SECRET', consumerSecret);
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const useApp = (page: Page, label: string) =>
  page.getByRole('combobox', { name: 'App' }).selectOption({ label });

const inBothThemes = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

test('a webhook’s problem is shown in its place, and leads to the remedy', async ({ page }) => {
  const { address } = await importWebhook(page, withoutPrefix, {
    without: ({ kind, appName }) => kind === 'app' && appName === 'Harbour Desk',
  });
  await button(page, 'Check now').click();
  await expect(heading(page, 'This webhook is not valid')).toBeVisible();
  await page.getByRole('link', { name: 'Look at that check' }).click();
  await expect(heading(page, 'You left out sha256=')).toBeVisible();
  await expect(page).toHaveURL(/\?check=\d+$/);
  await inBothThemes(page);
  await tabTo(page, button(page, 'Change line 9 and check again'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Check passed')).toBeVisible();
  await page.goBack();
  await expect(page.getByText('The code was changed since this answer came.')).toBeVisible();

  // The receiver, by keyboard: a check of one's own, then it is gone.
  await page.goto(`./#/webhooks/receiver/${receiverHost}`);
  await tabTo(page, button(page, 'Run a test check'));
  await page.keyboard.press('Enter');
  await expect(heading(page, 'Test check: 9 rules pass')).toBeVisible();
  await tabTo(page, page.getByRole('main').getByRole('button', { name: 'Remove', exact: true }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(`${receiverHost} is removed`)).toBeVisible();
  await page.goto(address);
  await expect(heading(page, `No receiver answers at ${receiverHost}`)).toBeVisible();
  await inBothThemes(page);
  await page.getByRole('link', { name: 'Make a receiver for this host' }).click();
  await expect(page.getByRole('textbox', { name: /host/i })).toHaveValue(receiverHost);

  await page.goto('./#/webhooks/register');
  await useApp(page, 'Pocket Sketch');
  await expect(heading(page, 'Pocket Sketch is a Standalone App')).toBeVisible();
  await inBothThemes(page);
  await useApp(page, 'Harbour Desk');
  await expect(heading(page, 'The vault holds no bearer token of Harbour Desk')).toBeVisible();
  await inBothThemes(page);
  await expect(page.getByRole('link', { name: 'Get one in Sign-in' })).toBeVisible();
});

test('a pane that does not arrive says so, and is fetched again', async ({ page, watched }) => {
  await page.route(/\/receiver-[\w-]{7}\.js(\?|$)/, (route) => route.abort());
  await page.goto('./#/webhooks/receiver');
  const missing = page.getByText('This part could not be loaded from the server.');
  await expect(missing).toHaveCount(2);
  await expect(heading(page, 'Receivers answer inside this page')).toBeVisible();
  await inBothThemes(page);
  watched.faults.length = 0; // the browser's own line about the file
  await page.unrouteAll();
  for (const column of ['Start from', 'Code'])
    await page.getByRole('region', { name: column }).getByRole('button', { name: 'Try again' }).click();
  await expect(missing).toHaveCount(0);
  await expect(heading(page, 'Start from')).toBeVisible();
});

import type { Page } from '@playwright/test';
import { expect, test } from '../../support/page.ts';
import { importWebhook } from '../../support/webhook-page.ts';
import { receiverCode, receiverHost } from '../../support/webhook-file.ts';

/** Each view, and each part of one that keeps something of its own. */
const places = [
  'requests/getMe',
  'requests/free-form',
  'sign-in/pkce',
  'limits',
  'limits/load',
  'webhooks',
  'webhooks/register',
  'webhooks/receiver',
  `webhooks/receiver/${receiverHost}`,
  'webhooks/answer',
  'catalog',
  'catalog/sets/new',
  'catalog/feeds/new',
  'world',
  'world/profile/jonas_berg',
  'world/messages',
  'world/posts',
  'portal',
  'doctor',
];

/** As a person lets a file fall on the page. */
const drop = (page: Page, text: string) =>
  page.evaluate((dropped) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([dropped], 'playground.json', { type: 'application/json' }));
    for (const type of ['dragover', 'drop'])
      document
        .querySelector('main')!
        .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
  }, text);

test('a file is imported in every view, and the view continues to work', async ({ page }) => {
  const { address, file } = await importWebhook(page, receiverCode('new Response()'));
  const plan = page.getByRole('combobox', { name: /^Plan of/ });
  const before = await plan.inputValue();
  const other = before === 'free' ? 'basic' : 'free';
  for (const place of [...places, address.replace('./#/', '')])
    await test.step(place, async () => {
      await page.goto(`./#/${place}`);
      const main = page.getByRole('main');
      await expect(main.getByText(/^Opening /)).toHaveCount(0);
      await expect(main.getByRole('heading').first()).toBeAttached();
      const shown = await main.getByRole('heading').first().textContent();
      await plan.selectOption(other);
      await expect(plan).toHaveValue(other);
      await drop(page, file.toString());
      await page.getByRole('button', { name: 'Replace with it' }).click();
      await expect(plan).toHaveValue(before);
      await expect(main.getByText(/^Opening /)).toHaveCount(0);
      await expect(main.getByRole('heading').first()).toHaveText(shown ?? '');
    });
});

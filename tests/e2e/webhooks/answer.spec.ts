import { createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const secret = 'kR9vJ2mWq8Xc5TzLb1NfYh7UeDsG4oPaSlP';
const token = 'q7Lw2XcN0vYt5RkDzA9sJm';
const mac = (text: string) => createHmac('sha256', secret).update(text);

const verdict = (page: Page) => page.getByRole('region', { name: 'Verdict', exact: true });
const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });

/** What the browser's own paste does, from wherever the focus is. */
const paste = (page: Page, text: string) =>
  page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);

test('the API key in place of the secret is named, with its line in Python, and stays until a reload', async ({
  page,
}) => {
  await page.goto('./#/webhooks/answer');
  await page.getByRole('button', { name: 'Fill in an example' }).click();
  await expect(verdict(page)).toContainText(
    'You signed with the API key, the platform wants the consumer secret',
  );
  await expect(verdict(page)).toContainText('1 of 9 fails');
  await expect(verdict(page).getByText('createHmac')).toHaveCount(2);
  await verdict(page).getByText('Python', { exact: true }).click();
  const code = verdict(page).getByRole('list', { name: /^Python/ });
  await expect(code.getByRole('listitem').filter({ hasText: 'wrong:' })).toContainText(
    'os.environ["API_KEY"]',
  );
  await expect(code.getByRole('listitem').filter({ hasText: 'should be:' })).toContainText(
    'os.environ["CONSUMER_SECRET"]',
  );
  await expect(page.getByRole('row', { name: /^API key in place of the consumer secret/ })).toContainText(
    'gives your value',
  );
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.goto('./#/limits');
  await page.goto('./#/webhooks/answer');
  await expect(field(page, 'crc_token')).not.toHaveValue('');
  await page.reload();
  await expect(field(page, 'crc_token')).toHaveValue('');
  await expect(page.getByLabel('Consumer secret', { exact: true })).toHaveValue('');
});

test('a whole answer of curl is read wherever it is pasted, at 390 px by the keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/webhooks/answer');
  await page.getByLabel('Consumer secret', { exact: true }).fill(secret);
  await page.getByLabel('Consumer secret', { exact: true }).press('Tab');
  await paste(
    page,
    `$ curl -i 'https://hooks.example/in?crc_token=${token}'\nHTTP/2 200\ncontent-type: application/json\n\n{"response_token":"sha256=${mac(token).digest('hex')}"}`,
  );
  await expect(field(page, 'crc_token')).toHaveValue(token);
  await expect(field(page, 'Status')).toHaveValue('200');
  await expect(field(page, 'Content type')).toHaveValue('application/json');
  const tab = page.getByRole('tab', { name: 'Answer' });
  await tab.focus();
  await tab.press('ArrowRight');
  await expect(verdict(page)).toContainText('You sent hex, the platform wants Base64');
  await expect(verdict(page).getByRole('list')).toContainText("mac.digest('base64')");
  expect(await violations(page)).toEqual([]);
});

test('a delivery that was parsed and written again is told from its raw bytes', async ({ page }) => {
  const raw = '{"event_id":"9f2c7b10","text":"Ask\u00f8y"}';
  await page.goto('./#/webhooks/answer');
  await page.getByText('Delivery’s signature', { exact: true }).click();
  await expect(verdict(page)).toContainText('Give a delivery’s raw body');
  await page.getByLabel('Consumer secret', { exact: true }).fill(secret);
  await field(page, 'Raw body').fill(raw);
  const again = '{"event_id": "9f2c7b10", "text": "Ask\\u00f8y"}';
  await field(page, 'Signature').fill(`svc-webhooks-signature: sha256=${mac(again).digest('base64')}`);
  await expect(verdict(page)).toContainText('signed the JSON after writing it again');
  await expect(verdict(page).getByRole('listitem').filter({ hasText: 'wrong:' })).toContainText('JSON.parse');
  expect(await violations(page)).toEqual([]);
  await field(page, 'Signature').fill(`sha256=${mac(raw).digest('base64')}`);
  await expect(verdict(page)).toContainText('The signature is right');
});

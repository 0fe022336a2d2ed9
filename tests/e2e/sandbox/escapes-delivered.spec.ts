import type { Page } from '@playwright/test';
import { escapingReceiver, held } from '../../support/sandbox/escaping.ts';
import { listen } from '../../support/sandbox/listeners.ts';
import { expect, test } from '../../support/page.ts';
import { receiverCode, receiverHost } from '../../support/webhook-file.ts';
import { importWebhook } from '../../support/webhook-page.ts';

test('a receiver that tries every way out, written in the page and called by a delivery, reaches nothing', async ({
  page,
  site,
  outside,
  watched,
}) => {
  const listeners = await listen();
  const { pathname } = new URL(site.url);
  const surroundings = { away: listeners.address, here: site.url, channel: `svc-playground:${pathname}` };
  let code = '';
  const { address } = await importWebhook(page, (secret) => {
    code = escapingReceiver(surroundings)(secret);
    return receiverCode(`new Response('untouched')`)(secret);
  });
  await page.goto(`./#/webhooks/receiver/${receiverHost}`);
  await page.locator('.place.ready').waitFor();
  await write(page, code);
  await page.getByRole('button', { name: 'Save and test' }).click();
  // The challenge is answered by the code that was written: the sandbox is there, and everything is loaded.
  await expect(page.getByRole('region', { name: 'Result of the test' })).toContainText(/\d rules pass/);
  await page.goto(address);
  await page.evaluate(() => caches.open('of the page'));
  const before = site.served.length;
  const where = page.url();

  await page.getByRole('button', { name: 'Message @mira_holm', exact: true }).click();
  const event = page
    .getByRole('table', { name: 'Events, the newest first' })
    .locator('[role=row]:not(.head)')
    .filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByText('200', { exact: true })).toBeVisible();
  await event.getByRole('link').click();
  const opened = page.getByRole('region', { name: 'One delivery' });
  // Every way was tried to its end, and of all only what is allowed led somewhere.
  await expect(opened).toContainText(held);

  expect(listeners.knocks).toEqual([]);
  expect(outside.knocks).toEqual([]);
  const served = site.served.slice(before).map(({ file }) => file);
  expect(served.filter((file) => !file.startsWith('assets/'))).toEqual([]);
  expect(page.url().startsWith(where)).toBe(true);
  expect(page.context().pages()).toHaveLength(1);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(reachOf)).toEqual({ stored: null, databases: false });
  await listeners.close();
  // The browser tells of what it stopped.
  watched.left.length = watched.faults.length = 0;
});

async function write(page: Page, code: string): Promise<void> {
  const editor = page.getByRole('textbox', { name: /^Code of/ });
  await editor.focus();
  await page.keyboard.press('ControlOrMeta+A');
  // Pasted: what is typed gets its brackets closed.
  await editor.evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
}

/** What the ways would have left in the page's origin. */
async function reachOf() {
  const databases = await indexedDB.databases();
  return { stored: localStorage.getItem('x'), databases: databases.some(({ name }) => name === 'x') };
}

import type { Page } from '@playwright/test';
import { attempts } from '../../support/sandbox/attempts.ts';
import { listen } from '../../support/sandbox/listeners.ts';
import { expect, test } from '../../support/page.ts';
import { receiverCode, receiverHost } from '../../support/webhook-file.ts';
import { importWebhook } from '../../support/webhook-page.ts';

/** One that leads somewhere: what a receiver has. */
const allowed = { name: 'its own storage', code: `return (await storage.get('mine')) ?? 'reached';` };

/** Answers each delivery with how many ways it tried, all at once, and the names of those that got hold of something. */
const escaping = (surroundings: Readonly<Record<string, string>>): string => `
const { ${Object.keys(surroundings).join()} } = ${JSON.stringify(surroundings)};
const ways = {
${[...attempts, allowed].map(({ name, code }) => `${JSON.stringify(name)}: async () => {\n${code}\n},`).join('\n')}
};
async function tryAll() {
  const came = await Promise.allSettled(Object.values(ways).map((way) => way()));
  const led = Object.keys(ways).filter((_, at) => (came[at].value ?? null) !== null);
  return Response.json({ tried: came.length, led });
}
`;

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
    code = receiverCode('await tryAll()')(secret) + escaping(surroundings);
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
    .locator('tbody tr')
    .filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByText('200', { exact: true })).toBeVisible();
  await event.getByRole('link').click();
  const opened = page.getByRole('region', { name: 'One delivery' });
  // Every way was tried to its end, and of all only what is allowed led somewhere.
  const report = { tried: attempts.length + 1, led: [allowed.name] };
  await expect(opened).toContainText(JSON.stringify(report));

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

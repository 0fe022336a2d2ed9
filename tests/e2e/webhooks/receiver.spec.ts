import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

const host = 'hooks.northwind.example';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const editor = (page: Page) => page.getByRole('textbox', { name: /^Code of/ });
const result = (page: Page) => page.getByRole('region', { name: 'Result of the test' });
const log = (page: Page) => page.getByRole('log', { name: `Calls of ${host}` });
/** A line of the code, as it is drawn. */
const drawn = (page: Page, text: string) => page.locator('.view-line', { hasText: text });

async function make(page: Page): Promise<void> {
  await page.goto('./#/webhooks/receiver');
  await page.locator('.place.ready').waitFor();
  await button(page, 'Make receiver').click();
  await expect(page.getByRole('heading', { name: host })).toBeVisible();
}

async function write(page: Page, code: string): Promise<void> {
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+A');
  // Pasted: what is typed gets its brackets closed.
  await editor(page).evaluate((element, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
}

test('a receiver is made, checked, broken by a known mistake, and repaired from the verdict', async ({
  page,
}) => {
  await page.goto('./#/webhooks/receiver');
  const field = page.getByRole('textbox', { name: 'Host' });
  await field.fill('https://hooks.northwind.example/in');
  await expect(field).toHaveAccessibleDescription(/without https/);
  await field.fill(host);
  await button(page, 'Make receiver').click();
  await button(page, 'Run a test check').click();
  await expect(result(page)).toContainText(/\d rules pass/);
  await expect(log(page)).toContainText(/GET \/in\?crc_token=… 200 in [\d,]+ ms, test check/);
  await button(page, 'Send a test delivery').click();
  await expect(result(page)).toContainText('it takes what is signed, and nothing else');
  await expect(log(page)).toContainText('A delivery with a wrong signature');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await test.step('the same in a language of one’s own', async () => {
    await button(page, 'Receiver as a program').click();
    const dialog = page.getByRole('dialog', { name: 'Receiver as a program' });
    await dialog.getByText('Ruby', { exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'A receiver in Ruby' })).toContainText('secure_compare');
    await expect(dialog).toContainText(`--receiver ${host}=http://127.0.0.1:9000`);
    expect(await violations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(button(page, 'Receiver as a program')).toBeFocused();
  });

  await page.getByRole('radio', { name: 'Wrong field' }).click();
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
  await button(page, 'Save and test').click();
  await expect(result(page)).toContainText('You named the field token, the platform wants response_token');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page)).toEqual([]);
  }
  await button(page, /^Change line/).click();
  await expect(drawn(page, 'response_token: ')).toBeVisible();
  await button(page, 'Save and test').click();
  await expect(result(page)).toContainText(/\d rules pass/);
  // What takes every delivery is told so.
  await button(page, 'Send a test delivery').click();
  await expect(result(page)).toContainText('It takes a delivery that nobody signed.');
});

test('a user who writes before the editor loads continues where they were', async ({ page }) => {
  let arrive = (): void => undefined;
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/program-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto('./#/webhooks/receiver');
  await editor(page).focus();
  await page.keyboard.press('ControlOrMeta+End');
  await page.keyboard.type('// begun');
  arrive();
  await page.locator('.place.ready').waitFor();
  await expect(editor(page)).toBeFocused();
  await page.keyboard.type(' and gone on');
  await expect(drawn(page, '// begun and gone on')).toBeVisible();
});

test('the editor’s menu is on a ground of its own, and its icons are drawn', async ({ page }) => {
  await page.goto('./#/webhooks/receiver');
  await page.locator('.place.ready').waitFor();
  const menu = page.locator('.monaco-menu-container .monaco-scrollable-element').first();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await drawn(page, 'export default').click({ button: 'right' });
    await expect(page.getByRole('menuitem', { name: 'Command Palette' })).toBeVisible();
    const raised = await page.evaluate(() => {
      const { style } = document.body.appendChild(document.createElement('i'));
      style.background = 'var(--raised)';
      return getComputedStyle(document.body.lastElementChild!).backgroundColor;
    });
    await expect(menu).toHaveCSS('background-color', raised);
    await page.keyboard.press('Escape');
    await expect(menu).toHaveCount(0);
  }
  // The arrow of its submenu asked for the font. A font that a browser refuses has an error.
  const font = () =>
    page.evaluate(() => [...document.fonts].find(({ family }) => /codicon/.test(family))?.status);
  await expect.poll(font).toBe('loaded');
});

test('a receiver with the wrong secret shows whose it is, and is repaired (Q5)', async ({ page }) => {
  await make(page);
  await page.getByRole('radio', { name: 'Wrong secret' }).click();
  await button(page, 'Save and test').click();
  await expect(result(page)).toContainText(
    'You signed with the secret of Northwind Viewer, the platform wants the consumer secret of this App',
  );
  await button(page, /^Change line/).click();
  await button(page, 'Save and test').click();
  await expect(result(page)).toContainText(/\d rules pass/);
  // What passed the test is registered from where it passed (Q26).
  await button(page, `Register https://${host}/in`).click();
  await expect(page.getByRole('heading', { name: 'Registered, and valid' })).toBeVisible();
});

test('characters that turn or break lines stay within their text', async ({ page }) => {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await make(page);
  await write(page, `export default () => { console.log('\u2028 \u202Eturned'); return new Response(); }`);
  await button(page, 'Save and test').click();
  const line = log(page).locator('bdi', { hasText: 'turned' });
  await expect(line).toBeVisible();
  await expect(line).toHaveCSS('unicode-bidi', 'isolate');
  expect(dialogs).toEqual([]);
});

test('an exception leads to its line; drafts survive; storage is shown, emptied, and restored', async ({
  page,
}) => {
  await make(page);
  const code = (line: string) =>
    `/** @param {Request} request */\nexport default async function (request) {\n  ${line}\n  return new Response('ok');\n}\n`;
  await write(page, code(`await cache.set('a', 1);`));
  // The language service knows what a receiver has.
  await expect(page.getByText(/One mistake/)).toContainText("Cannot find name 'cache'");
  await page.reload();
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
  await expect(drawn(page, 'cache.set')).toBeVisible();

  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(/^saved/)).toBeVisible();
  await button(page, 'Run a test check').click();
  await expect(log(page)).toContainText('ReferenceError: cache is not defined');
  await expect(page.locator('.line-marked')).toHaveCount(1);
  await log(page).getByRole('button', { name: 'line 3' }).click();
  await expect(editor(page)).toBeFocused();
  // Tab leaves the editor.
  await page.keyboard.press('Tab');
  await expect(editor(page)).not.toBeFocused();

  await write(page, code(`await storage.set('times', 42);`));
  await button(page, 'Save and test').click();
  const storage = page.getByRole('region', { name: 'Storage' });
  await expect(storage.getByRole('row', { name: 'times 42 7 B' })).toBeVisible();
  await storage.getByRole('button', { name: 'Empty it' }).click();
  await expect(storage).toContainText('0 of 1,000 keys');
  await button(page, 'Undo').click();
  await expect(storage.getByRole('row', { name: 'times 42 7 B' })).toBeVisible();
  await button(page, 'Remove').click();
  await expect(page.getByRole('heading', { name: 'New receiver' })).toBeVisible();
  await button(page, 'Undo').click();
  await expect(page.getByRole('heading', { name: host })).toBeVisible();
  await expect(storage.getByRole('row', { name: 'times 42 7 B' })).toBeVisible();
  await expect(drawn(page, 'storage.set')).toBeVisible();
});

test('a loop is shown and ended, and code that is too long is kept as it was written', async ({ page }) => {
  await make(page);
  await write(page, 'export default () => {\n  for (;;);\n};\n');
  await button(page, 'Save and test').click();
  const long = `// ${'x'.repeat(66_000)}\n`;
  await expect(log(page)).toContainText('is running');
  await write(page, long);
  // The editor takes a paste in its own time.
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.locator('main').getByRole('alert')).toContainText('at most 64 KiB');
  await expect(page.getByText('not saved', { exact: true })).toBeVisible();
  // That it is ended in the gate: sandbox/hostile.spec.ts, and src/views/webhooks/receiver/shown-call.test.ts.
  if (proving) await expect(log(page)).toContainText('was ended: no whole answer within 10000 ms');
});

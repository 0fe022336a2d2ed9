import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true });
const registered = (page: Page) => page.getByRole('navigation', { name: 'Registered' });
const messages = (page: Page) => page.getByRole('list', { name: 'The exchange' }).getByRole('listitem');

async function inBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violations(page), colorScheme).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: 'light' });
}

const address = (page: Page) => page.getByRole('group', { name: 'URL' });

test('a newcomer registers, subscribes and sees a delivery, by calls that really happen; a reload keeps it', async ({
  page,
}) => {
  await page.goto('./#/webhooks');
  await expect(page.getByText('No webhook yet.')).toBeVisible();
  await inBothThemes(page);
  await button(page, 'Register').click();
  await inBothThemes(page);
  await button(page, 'Make it and register').click();

  await expect(heading(page, 'Registered, and valid')).toBeVisible();
  await expect(messages(page)).toHaveCount(4);
  await expect(messages(page).last()).toContainText('200');
  await expect(page.getByText('9 rules, all pass')).toBeVisible();
  await expect(registered(page)).toContainText(/valid next check in 5\d:\d\d/);
  await expect(page.getByRole('navigation', { name: 'Receivers' })).toContainText(
    /hooks\.northwind\.example ready-made: Correct, no repeats, answered 200 at/,
  );
  await page.reload();
  await expect(heading(page, 'Registered, and valid')).toBeVisible();

  // What its token lacks is said before the press, and the press does it: nobody is sent into a refusal.
  await expect(page.getByText('Northwind Reader may only read and write')).toBeVisible();
  await inBothThemes(page);
  // The list offers the same: it is offered once.
  await button(page, 'Subscribe an account').click();
  await expect(
    page.getByText('Northwind Reader may only read and write').filter({ visible: true }),
  ).toHaveCount(1);
  await button(page, 'Cancel').click();
  await button(page, 'Raise the permission and subscribe @mira_holm').press('Enter');
  const cause = page.getByRole('link', { name: 'Cause an event' });
  await expect(cause).toBeFocused();
  await expect(page.getByRole('region', { name: 'Subscribed accounts' })).toContainText(
    /@mira_holm\s*0 events/,
  );
  await cause.press('Enter');
  await button(page, 'Message @mira_holm').click();
  await expect(page.getByText(/authorized Northwind Reader again/)).toBeVisible();
  const event = page.getByRole('row').filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByText('200', { exact: true })).toBeVisible();
  await page.goBack();
  await expect(cause).toBeVisible();

  // Calls about a webhook name this one, and one that is not there leads to it.
  const id = /hook\/(\d+)/.exec(
    (await registered(page).getByRole('link').first().getAttribute('href'))!,
  )![1]!;
  await page.goto('./#/requests/validateWebhook?path.webhook_id=1');
  await button(page, `Use ${id}`).click();
  await expect(address(page)).toContainText(`/webhooks/webhook_id${id}`);
  await page.getByRole('combobox', { name: 'App' }).selectOption({ label: 'Northwind Courier' });
  await expect(page.getByText('Northwind Courier has no webhook yet')).toBeVisible();
  await inBothThemes(page);
  await page.getByRole('link', { name: 'Register one in Webhooks' }).click();
  await expect(heading(page, 'Register a webhook')).toBeVisible();
  await page.getByRole('combobox', { name: 'App' }).selectOption({ label: 'Northwind Reader' });

  // Pro allows one: the next is refused before it is sent, and where it is sent all the same.
  await registered(page).getByRole('link', { name: 'Register a webhook' }).click();
  await expect(heading(page, 'Pro allows 1 webhook, and this App has it')).toBeVisible();
});

test('a mistake is named by computation, its line changed by one press, and the webhook registered', async ({
  page,
}) => {
  await page.goto('./#/webhooks/register');
  await button(page, 'Register').click();
  await page.getByLabel('Ready-made receiver').selectOption('no-prefix');
  await button(page, 'Make it and register').click();

  await expect(heading(page, 'You left out sha256=, the platform wants sha256= in front')).toBeVisible();
  await expect(page.getByText('First difference at character 1')).toBeVisible();
  await expect(page.getByText('9 rules, 8 pass')).toBeVisible();
  await expect(page.getByRole('row', { name: /^fails: Prefix/ })).toContainText('left out sha256=');
  await expect(messages(page).nth(2)).toContainText('refused');
  await expect(registered(page)).toContainText('not registered, refused at');
  const code = page.getByRole('list', { name: 'Code of hooks.northwind.example' });
  await expect(code.getByRole('listitem').filter({ hasText: 'Becomes:' })).toContainText(
    `'sha256=' + await sign(token)`,
  );
  await page.getByText('Tried on your answer').click();
  await expect(page.getByRole('row', { name: /gives your value$/ })).toHaveCount(1);
  await inBothThemes(page);

  // On a phone the three parts are tabs, and nothing is wider than it.
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole('tab', { name: 'Check' })).toHaveAttribute('aria-selected', 'true');
  const wider = () =>
    page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth);
  expect(await wider()).toBe(false);
  await page.getByRole('tab', { name: 'Receiver' }).click();
  expect(await wider()).toBe(false);
  await inBothThemes(page);
  await button(page, /^Change line 9 and register again$/).click();
  await expect(heading(page, 'Registered, and valid')).toBeVisible();
  await page.goBack();
  await expect(heading(page, 'You left out sha256=, the platform wants sha256= in front')).toBeVisible();
});

test('a ready-made receiver without the secret of the App is registered where it was made', async ({
  page,
}) => {
  await page.goto('./#/webhooks/register');
  await button(page, 'Register').click();
  await page.getByLabel('Ready-made receiver').selectOption('redirect');
  await button(page, 'Make it and register').click();
  await expect(heading(page, 'Registering failed')).toBeVisible();
  await expect(registered(page)).toContainText('hooks.northwind.example');
  await expect(messages(page).nth(2)).toContainText('302');
  await page.goto('./#/webhooks/register');
  await expect(page.getByLabel('the platform will call')).toHaveValue('https://hooks.northwind.example/in');
  await expect(page.getByText('the ready-made receiver Redirect')).toBeVisible();

  // What was refused is put away, and stays away (Q26).
  await registered(page)
    .getByRole('link', { name: /not registered/ })
    .click();
  await expect(heading(page, 'Registering failed')).toBeVisible();
  await registered(page)
    .getByRole('button', { name: /^Dismiss/ })
    .press('Enter');
  await expect(heading(page, 'Register a webhook')).toBeVisible();
  await expect(registered(page)).not.toContainText('not registered');
  await page.reload();
  await expect(heading(page, 'Register a webhook')).toBeVisible();
  await expect(registered(page)).not.toContainText('not registered');
});

test('a refusal by the plan is announced, shown, and fixed in its place', async ({ page }) => {
  await page.goto('./#/webhooks');
  await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('basic');
  await expect(heading(page, 'Basic allows 0 webhooks')).toBeVisible();
  await inBothThemes(page);
  await button(page, 'Send it and see the refusal').click();
  await expect(page.getByText('400 WebhookLimitExceeded').first()).toBeVisible();
  await expect(messages(page)).toHaveCount(2);
  await inBothThemes(page);
  await button(page, 'Switch to Pro').click();
  await button(page, 'Send again').click();
  // Nobody answers there: the next refusal leads on too.
  await expect(page.getByText('400 CrcValidationFailed').first()).toBeVisible();
  await expect(page.getByRole('row', { name: /^fails: Answer/ })).toBeVisible();
  await page.goto('./#/webhooks/register');
  await page
    .getByRole('textbox', { name: 'the platform will call' })
    .fill('http://hooks.northwind.example:80/in');
  await button(page, 'Register').click();
  await button(page, 'Register anyway').click();
  await expect(page.getByText('400 UrlValidationFailed').first()).toBeVisible();
});

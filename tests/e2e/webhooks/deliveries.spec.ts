import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { receiverCode } from '../../support/webhook-file.ts';
import { importWebhook, tabTo } from '../../support/webhook-page.ts';

const openWith = (page: Page, answer: string) => importWebhook(page, receiverCode(answer));
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const rows = (page: Page) =>
  page.getByRole('table', { name: 'Events, the newest first' }).locator('[role=row]:not(.head)');
const accounts = (page: Page) => page.getByRole('region', { name: 'Subscribed accounts' });
const side = (page: Page) => page.getByRole('region', { name: 'One delivery' });
const life = (page: Page) => page.getByRole('list', { name: /^Life of the webhook/ });

const noViolations = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

test('an event is caused, acknowledged, verified and sent twice; subscriptions end and come back', async ({
  page,
}) => {
  await openWith(page, `new Response('thank you')`);
  await press(page, 'Message @mira_holm');
  await expect(page.getByRole('link', { name: /^POST \/2\/dm_conversations.*, 201$/ })).toBeVisible();
  const event = rows(page).filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByText('200', { exact: true })).toBeVisible();
  await expect(accounts(page)).toContainText('1 event');

  await event.getByRole('link').click();
  await expect(side(page)).toContainText('thank you');
  await expect(side(page).getByText(/^200 in \d+ ms, /)).toBeVisible();
  await expect(side(page).getByText('the same', { exact: true })).toBeVisible();
  const body = await side(page).locator('pre').textContent();
  expect(body).toBe(JSON.stringify(JSON.parse(body!)));
  await press(page, 'Send it twice');
  await expect(rows(page).filter({ hasText: 'the same event again' })).toContainText('duplicate');
  await expect(side(page).getByText('Sent once more by you')).toBeVisible();
  await noViolations(page);

  await press(page, 'End the subscription to @mira_holm');
  await expect(accounts(page)).toContainText('None yet');
  await press(page, 'Message @mira_holm');
  await expect(page.getByText('No event: the App is subscribed neither')).toBeVisible();
  await press(page, 'Undo');
  await expect(accounts(page)).toContainText('@mira_holm');
  // Who let the App in to cause an event can be subscribed too, if the App may see their messages.
  const opener = accounts(page).getByRole('button', { name: 'Subscribe an account' });
  const choice = accounts(page).getByRole('combobox');
  await opener.press('Enter');
  await expect(choice).toBeFocused();
  await accounts(page).getByRole('button', { name: 'Cancel' }).press('Enter');
  await expect(opener).toBeFocused();
  await opener.click();
  await choice.selectOption('@jonas_berg');
  await accounts(page).getByRole('button', { name: 'Subscribe @jonas_berg' }).click();
  await expect(accounts(page).getByRole('listitem')).toContainText(['@mira_holm', '@jonas_berg']);
  await expect(opener).toBeFocused();
});

test('events that a receiver refuses are retried, set aside, kept, and delivered again', async ({ page }) => {
  // It takes the sixth.
  const tries = `(await storage.set('tries', ((await storage.get('tries')) ?? 0) + 1), await storage.get('tries'))`;
  await openWith(
    page,
    `${tries} > 5 ? new Response('ok') : new Response('cache is not defined', { status: 500 })`,
  );
  await press(page, 'Message @mira_holm');
  const event = rows(page).filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event).toContainText('again in');
  await event.getByRole('link').click();
  await expect(side(page)).toContainText('the last, then it is set aside');
  await expect(side(page)).toContainText('cache is not defined');
  await expect(life(page).getByRole('listitem', { name: /^The next check comes in/ })).toHaveCount(1);
  const checks = await life(page).getByRole('link').count();
  // Each jump makes the next try due, whichever it is.
  await expect(async () => {
    await press(page, 'Advance an hour');
    // The check's call may still be under way when the clock has moved.
    await expect(
      page.getByText(/^An hour went by(, and the hourly check passed|\. The hourly)/),
    ).toBeVisible();
    await expect(event).toContainText('set aside', { timeout: 500 });
  }).toPass();
  expect(await life(page).getByRole('link').count()).toBeGreaterThan(checks);
  await expect(
    life(page)
      .getByRole('listitem', { name: /^The clock went/ })
      .first(),
  ).toBeAttached();

  await page.reload();
  await press(page, 'Use Northwind Courier');
  await page.getByRole('button', { name: 'Set aside 1' }).click();
  await expect(rows(page)).toHaveCount(1);
  await expect(event).toContainText('5 failed');
  await noViolations(page);
  await page.getByRole('button', { name: /^Deliver again: / }).click();
  await expect(page.getByText('No event is in this state now.')).toBeVisible();
  await page.getByRole('button', { name: 'Acknowledged 1' }).click();
  // What failed before stays to be seen (Q26).
  await expect(event).toContainText('200 when sent again');
  await expect(event).toContainText('5 tries had failed');
  await expect(event).toContainText('5 failed before it was sent again, one acknowledged');
  await press(page, 'Close');
  // From 900 to 1239 px no column stays that has nothing in it.
  await page.setViewportSize({ width: 1024, height: 768 });
  await expect(side(page)).toHaveCount(0);
  await expect(accounts(page)).toBeHidden();
  await noViolations(page);
  await page.getByRole('button', { name: 'Webhooks', exact: true }).click();
  await expect(
    page.getByRole('dialog', { name: 'Webhooks' }).getByRole('navigation', { name: 'Registered' }),
  ).toBeVisible();
  await noViolations(page);
});

test('a try says why it failed, and leads to the line of the program (Q25)', async ({ page }) => {
  await openWith(page, `cache.get(body)`);
  await press(page, 'Message @mira_holm');
  const reason = '500 · cache is not defined · line 7';
  const event = rows(page).filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByRole('link', { name: reason })).toBeVisible();
  await expect(page.getByRole('navigation', { name: 'Receivers' })).toContainText(reason);
  await expect(page.locator('title').filter({ hasText: reason })).toHaveCount(1);
  await noViolations(page);
  await page.reload();
  await press(page, 'Use Northwind Courier');
  await event.getByRole('link').first().click();
  await side(page).getByRole('link', { name: reason }).first().click();
  await expect(page.getByRole('textbox', { name: /^Code of/ })).toBeFocused();
  // The program is another one by now: the line is said, and leads nowhere.
  await page.keyboard.press('Enter');
  await page.keyboard.press('ControlOrMeta+S');
  await expect(page.getByText(/^saved/)).toBeVisible();
  await page.goBack();
  await expect(side(page)).toContainText('changed since');
  await expect(event.getByRole('link', { name: reason })).toHaveCount(0);
});

test('both sides of a signature are seen, and a forgery is taken or refused (lift 6)', async ({ page }) => {
  await openWith(page, `new Response('ok')`);
  await press(page, 'Message @mira_holm');
  const event = rows(page).filter({ hasText: '@jonas_berg to @mira_holm' });
  await expect(event.getByText('200', { exact: true })).toBeVisible();
  await event.getByRole('link').first().click();
  await side(page).getByRole('link', { name: 'Both sides' }).click();
  await expect(
    page.getByRole('heading', { name: 'Your receiver does not verify the signature' }),
  ).toBeVisible();
  const row = (name: string) => page.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
  await expect(row('Header')).toContainText('Not known.');
  await expect(row('Bytes')).toContainText('It read the body as text() on line 6');
  await expect(row('Value')).toContainText('With one bit changed it answers 200 too.');
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByText('With one bit changed it answers 200 too.')).toBeVisible();
  await noViolations(page);
  await page.setViewportSize({ width: 1280, height: 720 });
  await noViolations(page);
  await page.getByRole('link', { name: 'Forge one' }).click();
  await press(page, 'Send five forgeries');
  await expect(page.getByRole('heading', { name: 'You acknowledged a forgery' })).toBeVisible();
  await expect(page.getByText('0 of 5 refused')).toBeVisible();
  const opened = page.getByRole('region', { name: 'Another body, the old signature' });
  await expect(opened).toContainText('made for the real body');
  await expect(opened.locator('mark')).toHaveText(/^\d$/);
  await noViolations(page);

  // The lines that it lacks are added by one press, and the same forgeries are refused; Undo takes them out.
  const lines = page.getByRole('region', { name: 'The lines to add' });
  await expect(lines).toContainText('!(await isSigned(request.clone()))');
  await tabTo(page, page.getByRole('button', { name: 'Add the lines and forge again' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Every forgery was refused' })).toBeFocused();
  await expect(page.getByText('5 of 5 refused')).toBeVisible();
  await expect(lines).toHaveCount(0);
  await press(page, 'Undo');
  await expect(page.getByText('The program was changed since these were sent.')).toBeVisible();
  await page.getByRole('link', { name: 'Both sides' }).click();
  await expect(lines).toBeVisible();
  await noViolations(page);
  await press(page, 'Add the lines and watch again');
  await expect(page.getByRole('heading', { name: 'Your receiver verifies the signature' })).toBeFocused();
  await expect(row('Header')).toContainText('Read on line');
  await expect(row('Bytes')).toContainText('The raw bytes went into an HMAC');
  await expect(row('Key')).toContainText('The consumer secret of Northwind Courier');
  await noViolations(page);
  // Nothing of it was an event, and the receiver stored nothing.
  await page.getByRole('link', { name: 'Deliveries' }).click();
  await expect(rows(page)).toHaveCount(1);
});

test('a webhook is deleted, registered again by Undo with a new id, and checked, on a phone', async ({
  page,
}) => {
  await openWith(page, `new Response('ok')`);
  await page.setViewportSize({ width: 390, height: 844 });
  const was = page.url();
  await press(page, 'Delete');
  // The import has an Undo of its own.
  await expect(page.getByText('The webhook was deleted')).toBeVisible();
  await press(page, 'Undo');
  await expect(page.getByText('Registered again. It has a new id')).toBeVisible();
  await page.goto(was);
  await expect(page.getByText('There is no webhook of this id, or it was deleted.')).toBeVisible();
  await page.getByRole('tab', { name: 'Webhooks' }).click();
  await expect(accounts(page)).toContainText('@mira_holm');
  await page.getByRole('navigation', { name: 'Registered' }).getByRole('link').first().click();
  await press(page, 'Check now');
  await expect(page.getByText('PUT answered 200: the check passed')).toBeVisible();
  await noViolations(page);
});

test('by keyboard alone: Block and Mute, older events, the sent message as curl, and a day replayed', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await importWebhook(page, receiverCode(`new Response('ok')`), { blocks: 102 });
  const to = async (role: 'button' | 'combobox' | 'link', name: string | RegExp) => {
    const found = page.getByRole('main').getByRole(role, { name, exact: true });
    // In the gate other tests of the view walk by Tab: panes.spec.ts, register.spec.ts.
    await (proving ? tabTo(page, found.first()) : found.first().focus());
  };
  await expect(rows(page)).toHaveCount(100);
  // Where it rests, rows would be held.
  await page.mouse.move(0, 0);
  await to('combobox', 'Towards whom');
  await page.keyboard.type('@jonas');
  for (const [label, happened] of [
    ['Block', '@mira_holm blocked @jonas_berg'],
    ['Mute', '@mira_holm muted @jonas_berg'],
  ] as const) {
    await to('button', label);
    await page.keyboard.press('Enter');
    await expect(rows(page).first()).toContainText(happened);
  }
  await to('button', 'Older');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(4);
  await expect(rows(page).last()).toContainText('@mira_holm blocked @jonas_berg');
  await to('button', 'Newest');
  await page.keyboard.press('Enter');
  await expect(rows(page)).toHaveCount(100);

  await to('link', 'mute_events');
  await page.keyboard.press('Enter');
  await expect(side(page).getByText('the same', { exact: true })).toBeVisible();
  await to('button', 'Copy what was sent as curl');
  await page.keyboard.press('Enter');
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^curl [\s\S]*svc-webhooks-signature: sha256=[\s\S]*"mute_events"/);

  await to('button', 'Replay a day');
  await page.keyboard.press('Enter');
  await expect(page.getByText('2 events of the last 24 hours: in line')).toBeVisible();
  await expect(rows(page).filter({ hasText: 'the same event again, replayed by you' }).first()).toContainText(
    'replayed',
  );
});

import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../support/axe.ts';
import { encodeFile } from '../../worker/host/transfer/state-file.ts';
import { importFile } from '../support/import-file.ts';
import { expect, test } from '../support/page.ts';
import { start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { proving } from '../support/prove.ts';

const windows = (page: Page) => page.getByRole('table', { name: /^Windows in use/ });
const loads = (page: Page) => page.getByRole('list', { name: 'Loads that were sent' });
const clock = (page: Page) => page.getByRole('group', { name: 'Platform clock' });

async function open(page: Page, part = ''): Promise<void> {
  await page.goto(`./#/limits${part}`);
  // On a phone one of the two is seen.
  await expect(page.getByRole('heading', { name: /^(Remaining requests|Send load)$/ }).first()).toBeVisible();
}

/** Sends a load and waits until it is through. */
async function send(page: Page, call: string, count: number, by?: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Call to send' }).selectOption(call);
  if (by)
    await page.getByRole('group', { name: 'By whose token' }).first().getByText(by, { exact: true }).click();
  await page.getByRole('textbox', { name: 'Requests', exact: true }).fill(String(count));
  await page.getByRole('textbox', { name: 'Requests per second' }).fill('100');
  await page.getByRole('button', { name: `Send ${count} request` }).click();
  await expect(loads(page)).toContainText(`${count} of ${count}`);
}

/** A playground on the plan Free, whose first App was refused so often within the last seconds. */
async function refusedFile(count: number): Promise<Buffer> {
  const { platform, as } = await start({ abuse: true, now: Date.now });
  must(await platform.do('portal.setPlan', '1700', 'free'));
  const reader = as.user();
  for (let at = 0; at <= count; at++) await reader.get('/2/posts/20');
  return Buffer.from(encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials }));
}

test.describe('windows in use', () => {
  test('say what to do if there are none, follow the calls of every tab, and lead to their call', async ({
    page,
    context,
  }) => {
    await open(page);
    await expect(page.getByText('No window is open.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Open a call in Requests' })).toHaveAttribute(
      'href',
      '#/requests/getMe',
    );
    const other = await context.newPage();
    await other.goto('./#/requests/getUser?auth=app');
    await other.getByRole('button', { name: 'Send', exact: true }).click();
    const row = windows(page).getByRole('row', { name: /\/2\/users\/:id/ });
    await expect(row).toContainText('App, bearer');
    await expect(row).toContainText('299 of 300');
    await expect(row.getByRole('meter')).toHaveAttribute('aria-valuenow', '299');
    await other.close();
    await row.getByRole('link').click();
    await expect(page).toHaveURL(/#\/requests\/getUser\?.*auth=app/);
    await expect(page.getByRole('heading', { name: 'Look up a user by id' })).toBeVisible();
  });

  // In the gate: src/views/limits/windows/rows.test.ts.
  if (proving)
    test('are sorted by how near they are to exhaustion, and count down on a clock that jumps or stands still', async ({
      page,
    }) => {
      await open(page);
      await clock(page).getByRole('button', { name: 'Freeze the clock' }).click();
      await send(page, 'getPost', 3);
      await send(page, 'getMe', 75);
      const rows = windows(page).getByRole('row');
      await expect(rows).toHaveCount(3);
      await expect(rows.nth(1)).toContainText('0 of 75');
      await expect(rows.nth(1)).toContainText('15:00');
      await expect(rows.nth(2)).toContainText('897 of 900');
      await clock(page).getByRole('button', { name: '+1 min' }).click();
      await expect(windows(page).getByRole('row', { name: /posts/ })).toContainText('14:00');
      await clock(page).getByRole('button', { name: '+15 min' }).click();
      await expect(windows(page)).toHaveCount(0);
    });

  test('of a day and of 15 minutes are shown side by side, limited to an App by the address', async ({
    page,
  }) => {
    await open(page);
    await send(page, 'createPost', 2);
    await expect(windows(page).getByRole('row', { name: /App, all users/ })).toContainText('24 h');
    await expect(windows(page).getByRole('row', { name: /@mira_holm/ })).toContainText('15 min');
    await page.getByRole('combobox', { name: 'Windows of' }).selectOption({ label: 'Harbour Desk' });
    await expect(page.getByText('No window of this App is open; 2 windows of others are.')).toBeVisible();
    await expect(page).toHaveURL(/\?app=\d+$/);
    await page.reload();
    await expect(page.getByText('No window of this App is open')).toBeVisible();
    await page.getByRole('button', { name: 'Show every App' }).click();
    await expect(windows(page).getByRole('row')).toHaveCount(3);
  });
});

test.describe('the plot', () => {
  test('its times move on with its lines; a window of the plan before is said to be no longer in force', async ({
    page,
  }) => {
    // What a canvas shows can only be noted as it is written.
    await page.addInitScript(() => {
      const first = new Map<string, number>();
      CanvasRenderingContext2D.prototype.fillText = (words, x) => {
        const { dataset } = document.documentElement;
        if (dataset['moved'] === undefined || !/^\d\d:\d\d:\d\d$/.test(words)) return;
        if (x < (first.get(words) ?? x)) dataset['moved'] = words;
        else first.set(words, x);
      };
    });
    await open(page);
    await send(page, 'getMe', 3);
    await page.getByText('All', { exact: true }).click();
    const root = page.locator('html');
    await root.evaluate((html) => (html.dataset['moved'] = ''));
    await expect(root).toHaveAttribute('data-moved', /\d/);
    const plot = page.getByRole('img', { name: /72 of 75 left/ });
    await expect(plot).toBeVisible();
    await page.getByRole('tab', { name: 'All limits' }).click();
    await page.getByRole('group', { name: 'Plan of the Project Northwind' }).getByText('Free').click();
    await expect(page.getByRole('img', { name: /not in force on the current plan/ })).toBeVisible();
    await expect(plot).toHaveCount(0);
  });

  test('shows what was left, call by call, marks a jump, and survives leaving and a reload', async ({
    page,
  }) => {
    await open(page);
    await send(page, 'getMe', 80);
    const plot = page.getByRole('img', {
      name: /GET \/2\/users\/me.*token of @mira_holm: 0 of 75 left, 5 refused/,
    });
    await expect(plot).toBeVisible();
    await expect(plot.locator('canvas')).toBeVisible();
    await clock(page).getByRole('button', { name: '+15 min' }).click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    const table = page.getByRole('table', { name: 'What the plot shows, newest first' });
    await expect(table.getByRole('row', { name: /clock \+15 min/ })).toBeVisible();
    await expect(table.getByRole('row', { name: /reset/ })).toContainText('75 of 75');
    await expect(table.getByRole('row', { name: /refused, 429/ })).toHaveCount(5);
    const rail = page.getByRole('navigation', { name: 'Views' });
    await rail.getByRole('link', { name: 'Portal' }).click();
    await rail.getByRole('link', { name: 'Limits' }).click();
    await expect(
      page.getByRole('img', { name: /token of @mira_holm: 75 of 75 left, 5 refused, reset/ }),
    ).toBeVisible();
    await page.reload();
    await expect(
      page.getByRole('img', { name: /token of @mira_holm: 75 of 75 left, 5 refused, reset/ }),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(table.getByRole('row', { name: /clock \+15 min/ })).toBeVisible();
  });
});

test.describe('a load', () => {
  test('is the call in Requests, shows its progress, and stops at any time', async ({ page }) => {
    await page.goto('./#/requests/getUserByUsername?path.username=aiko_tan&auth=app');
    await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Limits' }).click();
    const call = page.getByRole('combobox', { name: 'Call to send' });
    await expect(call.locator('option').first()).toHaveText(
      'As in Requests: GET /2/users/by/username/:username',
    );
    await page.getByRole('textbox', { name: 'Requests', exact: true }).fill('2000');
    await page.getByRole('textbox', { name: 'Requests per second' }).fill('5');
    await page.getByRole('button', { name: 'Send 2,000 requests' }).click();
    await expect(page.getByRole('progressbar', { name: 'Load of 2,000 requests' })).toBeVisible();
    await expect(loads(page)).toContainText(/[2-9] answered 2xx/);
    await page.getByRole('button', { name: 'Stop', exact: true }).click();
    await expect(loads(page)).toContainText('stopped');
    await expect(windows(page).getByRole('link').first()).toContainText('/2/users/by/username/:username');
  });

  test('explains an invalid number and sends nothing; the plot tells its lines apart without colours', async ({
    page,
  }) => {
    await open(page, '/load');
    const count = page.getByRole('textbox', { name: 'Requests', exact: true });
    const start = page.getByRole('button', { name: 'Send 120 requests' });
    await expect(start).toBeEnabled(); // what the form is about has arrived
    const where = await start.boundingBox();
    for (const [wrong, why] of [
      ['0', '0 is too low: 1 to 2,000.'],
      ['2001', '2,001 is too high: 1 to 2,000.'],
      ['1.5', 'A whole number is expected: 1 to 2,000.'],
      ['many', 'A whole number is expected: 1 to 2,000.'],
      ['', 'A number is missing: 1 to 2,000.'],
    ] as const) {
      await count.fill(wrong);
      await expect(count).toHaveAccessibleDescription(`Requests: ${why}`);
      await expect(count).toHaveAttribute('aria-invalid', 'true');
    }
    // What was typed stays, nothing moves under the pointer, and a press sends nothing.
    await count.fill('120');
    const rate = page.getByRole('textbox', { name: 'Requests per second' });
    await rate.fill('200');
    await start.click({ force: true });
    await expect(rate).toHaveValue('200');
    await expect(start).toHaveAccessibleDescription('Per second: 200 is too high: 1 to 100.');
    expect(await start.boundingBox()).toEqual(where);
    await expect(loads(page)).toHaveCount(0);
    await rate.fill('10');

    await send(page, 'getUser', 2, 'Bearer');
    await send(page, 'getUser', 1, '@mira_holm');
    const lines = page.getByRole('list', { name: 'Lines of the plot' }).getByRole('listitem');
    await expect(lines).toHaveText([/token of @mira_holm/, /App, bearer/]);
    const dashes = await lines
      .locator('line')
      .evaluateAll((all) => all.map((each) => each.getAttribute('stroke-dasharray')));
    expect(new Set(dashes).size).toBe(2);
  });

  test('warns before a silence, shows it, and how it ends: by the clock, or lifted', async ({ page }) => {
    await importFile(page, await refusedFile(480));
    await open(page, '/abuse');
    await page.getByRole('combobox', { name: 'Call to send' }).selectOption('getPost');
    await page.getByRole('textbox', { name: 'Requests', exact: true }).fill('30');
    await expect(page.getByText('20 more refusals within 15 minutes')).toBeVisible();
    await send(page, 'getPost', 30);
    await expect(page.getByText('No response: Northwind Reader is silenced')).toBeVisible();
    await expect(loads(page)).toContainText('20 refused by the window, 429');
    await expect(loads(page)).toContainText('10 without a response');
    const row = page
      .getByRole('table', { name: 'Refusals of each App' })
      .getByRole('row', { name: /Northwind Reader/ });
    await expect(row).toContainText(/\D0 of 500/);
    await expect(row).toContainText('silenced');
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('region', { name: 'Send load' })
      .getByRole('button', { name: 'Lift it in the portal' })
      .click();
    await expect(page.getByText('No response: Northwind Reader is silenced')).toBeHidden();
    await expect(row).toContainText('in good standing');
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(row).toContainText('silenced');
    // In the portal too it is lifted, and that taken back.
    await page.goto('./#/portal/apps/26001');
    const lift = page.getByRole('button', { name: 'Let it call again' });
    await lift.click();
    await expect(lift).toBeHidden();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(lift).toBeVisible();
    await page.goto('./#/limits/abuse');
    await expect(row).toContainText('silenced');
    await row.getByRole('button', { name: 'Jump to the end' }).click();
    await expect(row).toContainText('in good standing');
    await send(page, 'getPost', 1);
    await expect(loads(page)).toContainText('1 answered 2xx');
    await page.getByRole('checkbox', { name: 'Answer abuse with silence' }).uncheck();
    await expect(page.getByText('Abuse is not answered with silence now.')).toBeVisible();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect(page.getByRole('checkbox', { name: 'Answer abuse with silence' })).toBeChecked();
  });
});

test('a load shows the headers as they came, its calls can be opened, and a 0 leads to the reset (Q27)', async ({
  page,
}) => {
  await open(page, '/load');
  await send(page, 'getMe', 77);
  const last = page.getByRole('region', { name: 'Last answer' });
  await expect(last.getByText('svc-rate-limit-limit', { exact: true })).toBeVisible();
  await expect(last.getByText('svc-rate-limit-remaining', { exact: true })).toBeVisible();
  await expect(last.getByText('svc-rate-limit-reset', { exact: true })).toBeVisible();
  await expect(last).toContainText('75 calls in 15 min');
  await page.getByRole('button', { name: 'Calls of this load' }).click();
  const calls = page.getByRole('dialog', { name: 'Calls of this load' });
  await expect(calls.getByRole('button', { name: /^First refused: \d+$/ })).toBeVisible();
  await calls.getByRole('list', { name: 'Calls, newest first' }).getByRole('button').first().click();
  const call = page.getByRole('dialog', { name: /^Call 77/ });
  await expect(call.getByRole('table', { name: 'Headers of the answer' })).toContainText(
    'svc-rate-limit-reset',
  );
  await expect(call.getByRole('link', { name: 'Same call in Requests' })).toHaveAttribute(
    'href',
    /^#\/requests\/getMe\?/,
  );
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await windows(page)
    .getByRole('button', { name: /^Jump to it: the reset of GET \/2\/users\/me/ })
    .click();
  await expect(windows(page).getByRole('row', { name: /whole again/ })).toBeVisible();
});

test('a load that a reload interrupts says how far it got, and continues with the rest (lift 10)', async ({
  page,
}) => {
  await open(page, '/load');
  // So many that it ends neither before the reload nor before Stop is pressed.
  await page.getByRole('textbox', { name: 'Requests', exact: true }).fill('2000');
  await page.getByRole('textbox', { name: 'Requests per second' }).fill('4');
  await page.getByRole('button', { name: 'Send 2,000 requests' }).click();
  await expect(loads(page)).toContainText(/[3-9] answered 2xx/);
  const rail = page.getByRole('navigation', { name: 'Views' });
  await rail.getByRole('link', { name: 'Requests' }).click();
  await expect(rail.getByRole('link', { name: /^Limits \(a load runs, \d+ of 2,000\)$/ })).toBeVisible();
  await page.reload();
  await expect(rail.getByRole('link', { name: /^Limits \(a load ended at \d+ of 2,000\)$/ })).toBeVisible();
  const after = page.getByRole('region', { name: 'After the reload' });
  await expect(after).toContainText(/The load ended at \d+ of 2,000\./);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await after.getByRole('link', { name: 'Go to the load' }).click();
  await expect(after).toBeHidden();
  await expect(loads(page)).toContainText(/The load ended at \d+ of 2,000/);
  await page.getByRole('textbox', { name: 'Requests per second' }).fill('100');
  const others = page.getByRole('button', { name: /^Send the other [\d,]+$/ });
  const left = /[\d,]+/.exec((await others.textContent()) ?? '')?.[0] ?? '';
  await others.click();
  await expect(loads(page)).toContainText(`of ${left}`);
  // From the status line of any view.
  await rail.getByRole('link', { name: 'Requests' }).click();
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /^Stop: a load runs/ })
    .click();
  await page.goBack();
  await expect(loads(page)).toContainText('stopped');
});

test('a monthly cap that refuses is named, no strategy is recommended, and a larger plan helps (Q6)', async ({
  page,
}) => {
  const { platform, as } = await start({ now: Date.now });
  for (let loaf = 0; loaf < 100; loaf++) await as.user().post('/2/posts', { text: `Loaf ${loaf}` });
  const found = await as.bearer('Lantern Bot').get('/2/posts/search/recent?query=loaf&max_results=100');
  expect(found.status).toBe(200);
  await platform.clock.advance(900_000);
  const state = { ...platform.snapshot(), vault: platform.initialCredentials };
  await importFile(page, Buffer.from(encodeFile(state)));
  await page.goto('./#/requests/searchRecentPosts?app=26006&auth=app&query.query=loaf');
  // The call that was open before has a Send button, too.
  await expect(page.getByRole('heading', { name: 'Search the posts of the last 7 days' })).toBeVisible();
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Limits' }).click();
  await send(page, '', 3, 'Bearer');
  await expect(loads(page)).toContainText('refused by the month, 429');
  const month = page.getByRole('alert').filter({ hasText: 'The month refuses, not the window' });
  await expect(month).toContainText('all 100 posts of this month');
  expect(await violations(page)).toEqual([]);
  // At the pace of the load, the one that never waits would make 50,000 calls.
  await page.getByRole('textbox', { name: 'Requests per second' }).fill('1');
  await page.getByRole('tab', { name: 'Strategies' }).click();
  const waiting = page.getByRole('region', { name: 'Waiting strategies' });
  await waiting.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(waiting.getByText(/^No strategy helps: the month refuses, not a window/)).toBeVisible();
  await expect(waiting.getByRole('listitem').nth(1)).toContainText('No help: the month refused');
  await expect(waiting.getByText(/is best here/)).toHaveCount(0);
  await month.getByRole('button', { name: 'Switch to Basic: 500,000' }).click();
  await expect(month).toBeHidden();
  await send(page, '', 1);
  await expect(loads(page)).toContainText('1 answered 2xx');
});

test('waiting strategies run on copies, side by side, and the best is named', async ({ page }) => {
  await open(page, '/waiting');
  await page.getByRole('textbox', { name: 'Requests', exact: true }).fill('100');
  await page.getByRole('textbox', { name: 'Requests per second' }).fill('2');
  const pane = page.getByRole('region', { name: 'Waiting strategies' });
  await pane.getByText(/^Backoff:/).click();
  await pane.getByRole('textbox', { name: 'Longest wait in seconds' }).fill('64');
  await pane.getByRole('button', { name: 'Run', exact: true }).click();
  await expect(
    pane.getByText(/^Wait until reset is best here: all 100 through after 15 min 12 s and 1 refusal/),
  ).toBeVisible();
  const items = pane.getByRole('listitem');
  await expect(items.nth(0)).toContainText('500 refused');
  await expect(items.nth(0)).toContainText('Silenced after');
  await expect(items.nth(1)).toContainText('100 done, 1 refused');
  await expect(items.nth(2)).toContainText('100 done');
  // Verdicts hold for their plan.
  await page.getByRole('combobox', { name: /^Plan of/ }).selectOption('basic');
  await expect(pane.getByText(/^As of Pro\./)).toBeVisible();
  await page.getByRole('combobox', { name: /^Plan of/ }).selectOption('pro');
  await expect(pane.getByText(/^As of Pro\./)).toBeHidden();
  await expect(page.getByText(/^Each call’s effect on its windows is drawn here/)).toBeVisible();
  expect(await violations(page)).toEqual([]);

  await test.step('lift 8: a strategy of one’s own is a program, run beside them in the sandbox', async () => {
    await pane.getByRole('checkbox', { name: 'With your own strategy' }).check();
    const own = pane.getByRole('region', { name: 'Your own strategy' });
    const program = own.getByRole('textbox', { name: /^Program of your own strategy/ });
    await expect(program).toHaveValue(/function wait/);
    await own.getByRole('button', { name: 'Run yours' }).click();
    await expect(items.nth(3)).toContainText('100 done, 0 refused');
    await expect(pane.getByText(/^Your own is best here/)).toBeVisible();
    await expect(items.nth(1), 'the others keep their results').toContainText('100 done, 1 refused');
    await program.focus();
    await page.keyboard.press('ControlOrMeta+A');
    await program.evaluate((element) => {
      const clipboardData = new DataTransfer();
      const text = `function wait(last) {\n  console.log('asked', last.number);\n  throw new Error('not today');\n}`;
      clipboardData.setData('text/plain', text);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    });
    await own.getByRole('button', { name: 'Run yours' }).click();
    await expect(own.getByRole('alert')).toContainText('Error: not today');
    await expect(own.getByRole('log')).toContainText('asked 1');
    await own.getByRole('button', { name: 'Go to line 3' }).click();
    await expect(program).toBeFocused();
    expect(await violations(page)).toEqual([]);
  });
  await page.reload();
  await expect(pane.getByRole('button', { name: 'Back to the example' })).toBeVisible();
  await pane.getByText(/^Backoff: 1 s, times 2, up to 1 min 04 s/).click();
  await expect(pane.getByRole('textbox', { name: 'Longest wait in seconds' })).toHaveValue('64');
});

test('every endpoint’s limits on every plan: searched, switched, undone, and linked', async ({ page }) => {
  await open(page, '/table');
  const table = page.getByRole('table', { name: 'Limits of every endpoint on each plan' });
  const row = table.getByRole('row', { name: /POST \/2\/posts / });
  await expect(row).toContainText('17/24h U, 17/24h A');
  await expect(row).toContainText('100 U, 10000/24h A');
  await expect(table.getByRole('columnheader', { name: 'Pro, now' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an endpoint' }).fill('delete posts');
  await expect(table.getByRole('row', { name: /DEL \/2\/posts\/:id/ })).toBeVisible();
  await expect(page).toHaveURL(/#\/limits\/table\?q=delete\+posts$/);
  await page.reload();
  await expect(page.getByRole('searchbox', { name: 'Find an endpoint' })).toHaveValue('delete posts');
  await page.getByRole('group', { name: 'Plan of the Project Northwind' }).getByText('Basic').click();
  await expect(table.getByRole('columnheader', { name: 'Basic, now' })).toBeVisible();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(table.getByRole('columnheader', { name: 'Pro, now' })).toBeVisible();
  await page.getByRole('searchbox', { name: 'Find an endpoint' }).fill('no such thing');
  await page.getByRole('button', { name: 'Show all' }).click();
  await page.getByRole('tabpanel').getByRole('button', { name: /§ 8.3/ }).click();
  await expect(page.getByRole('heading', { name: /8\.3/ }).first()).toBeVisible();
});

// In the gate: tests/contract/load-trial.test.ts.
if (proving)
  test('the result of a load on each plan is counted by the limiter', async ({ page }) => {
    await open(page, '/plans');
    const calls = page.getByRole('tabpanel').getByRole('textbox', { name: 'Calls' });
    await calls.fill('10');
    const row = (plan: RegExp) => page.getByRole('tabpanel').getByRole('row', { name: plan });
    await expect(row(/^Basic/)).toContainText('call 101, after 10 h 00 min');
    await expect(row(/^Pro/)).toContainText('fits');
    await expect(row(/^Free/)).toContainText('call 2, after 6 min 00 s');
    await page.getByText('all at once', { exact: true }).click();
    await expect(row(/^Free/)).toContainText('call 2, at once');
    await page.reload();
    await expect(calls).toHaveValue('10');
    await expect(row(/^Free/)).toContainText('call 2, at once');
  });

test('stored and linked values are checked', async ({ page, watched }) => {
  await page.addInitScript(() => {
    localStorage.setItem(
      `svc-playground:limits:1:${location.pathname}`,
      JSON.stringify({ count: 1e9, perSecond: -5, as: '<b>', endpoint: { a: 1 }, minutes: 7, firstMs: 'x' }),
    );
  });
  await open(page);
  await expect(page.getByRole('textbox', { name: 'Requests', exact: true })).toHaveValue('120');
  for (const [hash, said] of [
    ['#/limits/none', 'This link leads to no part of the Limits.'],
    ['#/limits?app=1', 'The App that this link names is not here.'],
    ['#/limits?endpoint=nothing', 'There is no endpoint called nothing.'],
    ['#/limits?token=1', 'This link has an unknown part: "token".'],
  ]) {
    await page.goto(`./${hash}`);
    await expect(page.getByText(said!)).toBeVisible();
  }
  expect(watched.faults).toEqual([]);
});

test('by keys alone: the view from the palette, its parts, a load, a window, its call', async ({ page }) => {
  await page.goto('./');
  await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
  await page.keyboard.press('Control+k');
  const field = page.getByRole('dialog', { name: 'Go to or run' }).getByRole('combobox');
  await expect(field).toBeFocused();
  await field.fill('backoff');
  await expect(page.getByRole('dialog').getByRole('option').first()).toContainText(
    'Limits: waiting strategies',
  );
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/#\/limits\/waiting$/);

  await page.getByRole('tab', { name: 'Windows' }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Strategies' })).toBeFocused();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'All limits' })).toBeFocused();
  await expect(page).toHaveURL(/#\/limits\/table$/);
  await page.keyboard.press('End');
  await expect(page).toHaveURL(/#\/limits\/abuse$/);
  await page.keyboard.press('Home');
  await page.getByRole('textbox', { name: 'Requests', exact: true }).focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('3');
  await page.keyboard.press('Tab');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('radio', { name: '@mira_holm' }).first()).toBeFocused();
  await page.getByRole('button', { name: 'Send 3 requests' }).press('Enter');
  await expect(loads(page)).toContainText('3 answered 2xx');
  await windows(page).getByRole('link').first().press('Enter');
  await expect(
    page
      .getByRole('heading', { name: 'The user the token acts for' })
      .or(page.getByRole('button', { name: 'Send', exact: true })),
  ).toBeVisible();
});

test('every part is accessible, in light and dark, and nothing is wider than a desk or a phone', async ({
  page,
}) => {
  const [desk, phone] = [
    { width: 1440, height: 900 },
    { width: 390, height: 844 },
  ];
  await page.setViewportSize(desk);
  await open(page, '/load');
  await send(page, 'getMe', 78);
  for (const part of ['load', 'waiting', 'windows', 'table', 'plans', 'abuse'])
    await test.step(part, async () => {
      await page.goto(`./#/limits/${part}`);
      await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
      if (part === 'table') await expect(page.getByRole('table', { name: /^Limits of every/ })).toBeVisible();
      if (part === 'plans') await expect(page.getByRole('row', { name: /^Pro/ })).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      for (const size of [desk, phone]) {
        await page.setViewportSize(size);
        const wider = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        await expect.poll(wider, `at ${size.width} px`).toBe(0);
        if (size === phone && proving) expect(await violationsInBothSchemes(page)).toEqual([]);
      }
      await page.setViewportSize(desk);
    });
});

import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violations } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const clock = (page: Page) => page.getByRole('group', { name: 'Platform clock' });
const shown = async (page: Page) =>
  Date.parse((await clock(page).locator('time').getAttribute('datetime')) ?? '');

test.describe('the frame', () => {
  test('leads to the view, moves the clock, switches the plan', async ({ page }) => {
    await page.goto('./');
    await test.step('the first key leads past the frame', async () => {
      await expect(send(page)).toBeVisible();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: 'Skip to the view' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    });
    await test.step('moves, freezes and releases the platform’s clock', async () => {
      await page.getByRole('button', { name: 'Freeze the clock' }).click();
      await expect(clock(page)).toContainText('frozen');
      const before = await shown(page);
      await clock(page).getByRole('button', { name: '+1 h' }).click();
      await expect.poll(() => shown(page)).toBe(before + 3_600_000);
      await clock(page).getByRole('button', { name: '+24 h' }).click();
      await expect.poll(() => shown(page)).toBe(before + 90_000_000);
      await page.getByRole('button', { name: 'Let the clock run' }).click();
      await expect(clock(page)).not.toContainText('frozen');
      await expect.poll(() => shown(page)).toBeGreaterThan(before + 90_000_000);
    });
    await test.step('switches the plan, and the limit strip follows', async () => {
      const strip = page.getByRole('region', { name: 'Limits this call counts against' });
      await expect(strip).toContainText('75 of 75 left');
      await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('Free');
      await expect(strip).toContainText('25 of 25 left');
      await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('Pro');
      await expect(strip).toContainText('75 of 75 left');
    });
    await test.step('says that a Standalone App has no plan', async () => {
      await page.getByRole('combobox', { name: 'App', exact: true }).selectOption({ label: 'Pocket Sketch' });
      await expect(page.getByText('no plan (Standalone)')).toBeVisible();
      await expect(page).toHaveURL(/app=/);
      await send(page).click();
      await expect(page.getByText(/403/).first()).toBeVisible();
    });
  });

  test('signs again when the clock jumps; remembers the theme', async ({ page }) => {
    await test.step('signs again when the clock jumps', async () => {
      await page.goto('./#/requests/getMe?tab=signature');
      const timestamp = page.getByRole('row', { name: /oauth_timestamp/ });
      await expect(timestamp).toBeVisible();
      const before = await timestamp.textContent();
      await clock(page).getByRole('button', { name: '+15 min' }).click();
      await expect(timestamp).not.toHaveText(before!);
      await send(page).click();
      await expect(page.getByText('200 OK', { exact: true })).toBeVisible();
    });
    await test.step('remembers the theme', async () => {
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('./');
      const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
      const light = await ground();
      await page.getByRole('button', { name: 'Theme: follows the system' }).click();
      await page.getByRole('button', { name: 'Theme: light' }).click();
      await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
      await expect.poll(ground).not.toBe(light);
      await page.reload();
      await expect(page.getByRole('button', { name: 'Theme: dark' })).toBeVisible();
      await expect.poll(ground).not.toBe(light);
    });
  });

  test('Q3, Lift 5: a reset acts at once, its undo brings all back, and two tabs are asked about', async ({
    page,
    context,
  }) => {
    const plan = (of: Page) => of.getByRole('combobox', { name: 'Plan of Northwind' });
    const calls = page.getByRole('tablist', { name: 'Calls', exact: true }).getByRole('tab');
    const reset = page.getByRole('contentinfo').getByRole('button', { name: 'Reset', exact: true });
    const welcome = page.getByRole('region', { name: 'What this is' });
    const id = page.getByRole('region', { name: 'Request' }).getByLabel(/^id/).first();

    await test.step('a person works in it', async () => {
      await page.goto('./');
      await send(page).click();
      await expect(page.getByRole('region', { name: 'Response' }).getByText('200 OK').first()).toBeVisible();
      await page.goto('./#/requests/getUser?path.id=77');
      await expect(calls).toHaveCount(2);
      await expect(id).toHaveValue('77');
      await welcome.getByRole('button', { name: /^Close/ }).click();
      await plan(page).selectOption('Free');
      await page.goto('./#/sign-in/app-only');
      await page.getByRole('button', { name: 'Run all' }).click();
      await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
    });
    await test.step('and sees the first day', async () => {
      await reset.click();
      await expect(page.getByText('Everything is as on the first day.')).toBeVisible();
      await expect(plan(page)).toHaveValue('pro');
      await expect(welcome).toBeVisible();
      await expect(page.getByRole('heading', { name: /App only/i })).toBeHidden();
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Requests' }).click();
      await expect(calls).toHaveCount(1);
      await expect(page.getByRole('region', { name: 'Response' }).getByText('200 OK')).toBeHidden();
    });
    const isBack = async () => {
      await expect(plan(page)).toHaveValue('free');
      await expect(welcome).toBeHidden();
      await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Requests' }).click();
      await expect(calls).toHaveCount(2);
      await expect(id).toHaveValue('77');
      await calls.first().click();
      await expect(page.getByRole('region', { name: 'Response' }).getByText('200 OK').first()).toBeVisible();
      await calls.last().click();
    };
    await test.step('until it is undone, which a reload keeps', async () => {
      await page.getByRole('button', { name: 'Undo the reset' }).click();
      await expect(page.getByRole('button', { name: 'Undo the reset' })).toBeHidden();
      await expect(page).toHaveURL(/#\/sign-in\/app-only$/);
      await expect(page.getByRole('region', { name: 'Outcome' })).toBeVisible();
      await isBack();
      await page.reload();
      await isBack();
    });
    await test.step('with another tab it asks, and either of them undoes it', async () => {
      const other = await context.newPage();
      await other.goto('./');
      await expect(plan(other)).toHaveValue('free');
      await reset.click();
      const dialog = page.getByRole('dialog', { name: 'Reset the playground?' });
      await expect(dialog).toContainText('open in 1 other tab');
      expect(await violations(page)).toEqual([]);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: 'Export first' }).click(),
      ]);
      const snapshot = JSON.parse(await readFile(await download.path(), 'utf8')) as { format: string };
      expect(snapshot.format).toBe('svc-playground');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(reset).toBeFocused();
      await expect(plan(page)).toHaveValue('free');
      await reset.click();
      await dialog.getByRole('button', { name: 'Reset', exact: true }).click();
      for (const each of [page, other]) await expect(plan(each)).toHaveValue('pro');
      await expect(other.getByText('Everything was reset elsewhere.')).toBeVisible();
      await other.getByRole('button', { name: 'Undo the reset' }).click();
      await isBack();
      await expect(plan(other)).toHaveValue('free');
    });
  });

  test('opens its views by links, and leaves each as it was; opens a view once, though it says its place again as it opens', async ({
    page,
  }) => {
    await test.step('opens its views by links, and leaves each as it was', async () => {
      const rail = page.getByRole('navigation', { name: 'Views' });
      await page.goto('./#/requests/getPostsOfUser?tab=raw');
      await expect(rail.getByRole('link', { name: 'Requests' })).toHaveAttribute('aria-current', 'page');
      await rail.getByRole('link', { name: 'Doctor' }).click();
      await expect(page.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
      await expect(page).toHaveURL(/#\/doctor$/);
      await expect(page).toHaveTitle(/Signature doctor/);
      await expect(rail.getByRole('link', { name: 'Doctor' })).toHaveAttribute('aria-current', 'page');
      await page
        .getByRole('combobox', { name: 'App', exact: true })
        .first()
        .selectOption({ label: 'Pocket Sketch' });
      await rail.getByRole('link', { name: 'Requests' }).click();
      await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByText('no plan (Standalone)')).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
      // As a person does who types another address.
      for (const [address, name] of [
        ['#/reference/createPost', 'Reference'],
        ['#/portal', 'Portal'],
      ] as const) {
        await page.evaluate((hash) => void (location.hash = hash), address);
        await expect(rail.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      }
      await rail.getByRole('link', { name: 'Reference' }).click();
      await expect(page).toHaveURL(/#\/reference\/createPost$/);
    });
    await test.step('opens a view once, though it says its place again as it opens', async () => {
      await page.goto('./');
      await expect(send(page)).toBeVisible();
      await page.evaluate(() => {
        const opened = (node: Node) =>
          node instanceof Element && node.querySelector('h1')?.textContent === 'Sign-in' ? 1 : 0;
        let count = 0;
        new MutationObserver((records) => {
          for (const { addedNodes } of records) for (const node of addedNodes) count += opened(node);
          document.documentElement.dataset['opened'] = String(count);
        }).observe(document.querySelector('main')!, { childList: true, subtree: true });
      });
      await page.getByRole('link', { name: 'Sign-in' }).click();
      await expect(page).toHaveURL(/#\/sign-in\/oauth1-callback$/);
      await expect(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(painted)));
      await expect(page.locator('html')).toHaveAttribute('data-opened', '1');
    });
  });

  test('says that a link leads to no view', async ({ page }) => {
    await page.goto('./#/elsewhere');
    // A live region, so that it is read out.
    const notice = page.getByRole('status').getByText('This link leads to no view of the playground.');
    await expect(notice).toBeVisible();
    await expect(send(page)).toBeEnabled();
  });
});

test.describe('between 900 and 1239 px', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('the endpoints are behind a button', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('button', { name: 'Endpoints' }).click();
    const dialog = page.getByRole('dialog', { name: 'Endpoints' });
    await dialog.getByRole('link', { name: '/2/users/me' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.getByRole('heading', { name: 'Show the acting user' }).click();
    await page.keyboard.press('/');
    await expect(dialog.getByRole('searchbox')).toBeFocused();
    expect(await violations(page), 'the endpoints').toEqual([]);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the clock and the acting user are in sheets', async ({ page }) => {
    await page.goto('./');
    await page.getByRole('button', { name: /Platform clock/ }).tap();
    const sheet = page.getByRole('dialog', { name: 'Platform clock' });
    const before = Date.parse((await sheet.locator('time').getAttribute('datetime')) ?? '');
    await sheet.getByRole('button', { name: '+24 h' }).tap();
    await expect
      .poll(async () => Date.parse((await sheet.locator('time').getAttribute('datetime')) ?? ''))
      .toBeGreaterThanOrEqual(before + 86_400_000);
    await sheet.getByRole('button', { name: 'Close' }).tap();
    await page.getByRole('button', { name: /Acting user/ }).tap();
    const more = page.getByRole('dialog', { name: 'More' });
    await more.getByRole('combobox', { name: 'Acting user' }).selectOption({ label: '@aiko_tan' });
    await expect(page).toHaveURL(/as=aiko_tan/);
    await expect(more.getByRole('button', { name: 'Export' })).toBeVisible();
    expect(await violations(page), 'More').toEqual([]);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });

  test('a notice leaves the way to the other views free; the bar holds four views and the way to all others, however little width there is', async ({
    page,
  }) => {
    await test.step('a notice leaves the way to the other views free', async () => {
      await page.goto('./#/requests/noSuchThing');
      await expect(page.getByText('There is no endpoint called noSuchThing.')).toBeVisible();
      const bar = page.getByRole('navigation', { name: 'Views' });
      await bar.getByRole('button', { name: 'More views' }).tap();
      const rest = page.getByRole('dialog', { name: 'More views' });
      expect(await violations(page)).toEqual([]);
      await rest.getByRole('link', { name: 'Portal' }).tap();
      await expect(page.getByRole('tablist', { name: 'Parts of this view' })).toContainText(
        'Projects and Apps',
      );
      await expect(rest).toBeHidden();
      await expect(bar.getByRole('button', { name: 'More views, Portal is shown' })).toBeFocused();
    });
    await test.step('the bar holds four views and the way to all others, however little width there is', async () => {
      await page.goto('./');
      const bar = page.getByRole('navigation', { name: 'Views' });
      for (const width of [360, 899]) {
        await page.setViewportSize({ width, height: 844 });
        await expect(bar.getByRole('link')).toHaveCount(4);
        const edges = await bar
          .locator('a:visible, button:visible')
          .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right));
        expect(edges).toHaveLength(5);
        expect(Math.max(...edges)).toBeLessThanOrEqual(width);
      }
      // Wider, or lower, the rail stands at the side and has them all.
      await page.setViewportSize({ width: 900, height: 844 });
      const all = await bar.getByRole('link').count();
      expect(all).toBeGreaterThan(5);
      await expect(bar.getByRole('button')).toHaveCount(0);
      await page.setViewportSize({ width: 740, height: 360 });
      await expect(bar.getByRole('link')).toHaveCount(all);
    });
  });
});

import { readFileSync } from 'node:fs';
import type { Locator, Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../support/axe.ts';
import { clauses } from '../support/clause.ts';
import { expect, test } from '../support/page.ts';
import { proving } from '../support/prove.ts';

const { tests: proofs } = JSON.parse(readFileSync('tests/coverage.json', 'utf8')) as {
  tests: Readonly<Record<string, readonly string[]>>;
};

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const sheet = (page: Page, section: string) => page.getByRole('region', { name: `§ ${section} ` });
const mark = (within: Page | Locator, section: string) =>
  within.getByRole('button', { name: `§ ${section}, what the specification says` }).first();
const rows = (within: Locator) => within.locator('[data-clause]');
const chip = (within: Locator) => within.getByRole('button', { name: /^\d+ assumed$/ });

async function openMe(page: Page): Promise<void> {
  await page.goto('./#/requests/getMe');
  await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
}

async function sendMe(page: Page): Promise<void> {
  await openMe(page);
  await send(page).click();
  await expect(response(page).getByText('200 OK').first()).toBeVisible();
}

test.describe('the specification in the page', () => {
  test('P4: § opens the section: its clauses, the tests that prove them, the limits on all plans, the choices', async ({
    page,
  }) => {
    await openMe(page);
    await mark(page, '8.3').click();
    const shown = sheet(page, '8.3');
    await expect(shown.getByRole('heading', { name: '§ 8.3 v2 endpoint limits' })).toBeFocused();

    const limits = shown.getByRole('table', { name: 'Limits on each plan' });
    await expect(limits.getByRole('columnheader')).toHaveText(['Free', 'Basic', 'Pro, yours', 'Enterprise']);
    await expect(limits.getByRole('cell')).toHaveText([
      /25 U\s*in 24 h/,
      /250 U\s*in 24 h/,
      /75 U\s*in 15 min, 75 left/,
      /75 U\s*in 15 min\s*as Pro,\s*assumed/,
    ]);
    await expect(shown.getByText('1 of its 81 clauses about this call')).toBeVisible();
    await expect(rows(shown).first()).toContainText('GET /2/users/me has the limits');
    await expect(shown.getByText('77 clauses about other calls')).toBeVisible();
    await expect(rows(shown).getByText('DELETE /2/posts/:id has')).toBeHidden();

    await expect(shown.getByRole('listitem').filter({ hasText: 'Enterprise has Pro' })).toContainText(
      'How the table of limits is read',
    );
    await limits.getByRole('button', { name: /^assumed\W+why$/ }).click();
    await expect(shown.locator('li[aria-current="true"]')).toContainText('Enterprise has Pro');
    expect(await violations(page)).toEqual([]);
    await test.step('the tests of a clause are named where one asks', async () => {
      const row = rows(sheet(page, '8.3')).first();
      await row.getByRole('button', { name: /test/ }).click();
      const [first] = proofs['8.3-get-users-me']!;
      await expect(row.getByRole('listitem').first()).toContainText(first!.split(' › ')[0]!);
      await expect(row.getByRole('listitem')).toHaveCount(proofs['8.3-get-users-me']!.length);
    });
    await test.step('Escape in a field of the page does not close it', async () => {
      await expect(sheet(page, '8.3')).toBeVisible();
      await page.getByRole('searchbox', { name: 'Find an endpoint' }).press('Escape');
      await expect(sheet(page, '8.3')).toBeVisible();
      await sheet(page, '8.3').getByRole('button', { name: 'Close' }).click();
      await expect(sheet(page, '8.3')).toBeHidden();
      await expect(mark(page, '8.3')).toBeFocused();
    });
  });

  // All sections: src/spec/requirements.test.ts.
  test('the numbers of a section are those of tests/coverage.json, and its neighbours are a press away; the page stays usable beside it, what is left counts on, and Back is not its own', async ({
    page,
  }) => {
    await test.step('the numbers of a section are those of tests/coverage.json, and its neighbours are a press away', async () => {
      await page.goto('./#/portal');
      await mark(page, '2.5').click();
      for (const section of ['2.5', '2.6', '2.7']) {
        const wanted = clauses.filter((clause) => clause.section === section);
        await expect(rows(sheet(page, section))).toHaveCount(wanted.length);
        const shown = await rows(sheet(page, section)).evaluateAll((all) =>
          all.map((row) => [row.getAttribute('data-clause'), row.querySelector('.st')?.textContent.trim()]),
        );
        expect(shown).toEqual(
          wanted.map(({ id }) => {
            const count = proofs[id]?.length ?? 0;
            return [id, count === 0 ? 'not yet' : `${count} test${count === 1 ? '' : 's'}`];
          }),
        );
        const proved = wanted.filter(({ id }) => proofs[id]).length;
        await expect(page.getByText(`${wanted.length} clauses, ${proved} proved by tests`)).toBeVisible();
        await page.locator('[data-sheet="sheet"] .ph .btn.small').last().click();
      }
      await test.step('a section without clauses says so, and leads to its parts', async () => {
        await page.keyboard.press('Escape');
        await expect(page.locator('[data-sheet]')).toHaveCount(0);
        await mark(page, '2.5').click();
        for (const section of ['2.4', '2.3', '2.2', '2.1', '2'])
          await page
            .getByRole('button', { name: `§ ${section}, ` })
            .last()
            .click();
        await expect(
          sheet(page, '2').getByText('no clauses of its own: they are in its subsections'),
        ).toBeVisible();
        await sheet(page, '2').getByRole('button', { name: '§ 2.7 Paged list' }).click();
        await expect(rows(sheet(page, '2.7'))).toHaveCount(4);
        await expect(sheet(page, '2.7').getByRole('table')).toHaveCount(0);
      });
    });
    await test.step('the page stays usable beside it, what is left counts on, and Back is not its own', async () => {
      await openMe(page);
      await mark(page, '8.3').click();
      await expect(sheet(page, '8.3').getByText('75 left')).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await expect(sheet(page, '8.3').getByText('74 left')).toBeVisible();
      await page.getByRole('button', { name: '+24 h' }).click();
      await expect(sheet(page, '8.3').getByText('75 left')).toBeVisible();

      const length = await page.evaluate(() => history.length);
      await mark(page, '8.3').evaluate((button: HTMLElement) => button.click());
      expect(await page.evaluate(() => history.length)).toBe(length);
      await page.getByRole('link', { name: 'Portal' }).click();
      await expect(page.getByRole('heading', { level: 1, name: 'Portal' })).toBeAttached();
      await expect(page.locator('[data-sheet]')).toHaveCount(0);
      await page.goBack();
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
    });
  });

  test('keyboard alone: opened, walked, replaced by another §, closed by Escape with the focus back; in a dialog it opens over the dialog, and goes with it', async ({
    page,
  }) => {
    await test.step('keyboard alone: opened, walked, replaced by another §, closed by Escape with the focus back', async () => {
      await sendMe(page);
      const opener = mark(response(page), '4.1');
      await opener.focus();
      await page.keyboard.press('Enter');
      await expect(sheet(page, '4.1').getByRole('heading', { name: '§ 4.1 OAuth 1.0a' })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('button', { name: /^§ 4, / })).toBeFocused();
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(sheet(page, '4.2').getByRole('heading', { name: '§ 4.2' })).toBeFocused();
      await expect(page.locator('[data-sheet="sheet"]')).toHaveCount(1);
      await page.keyboard.press('Escape');
      await expect(page.locator('[data-sheet]')).toHaveCount(0);
      await expect(opener).toBeFocused();
    });
    await test.step('in a dialog it opens over the dialog, and goes with it', async () => {
      await page.goto('./#/portal');
      await page.getByRole('button', { name: 'App', exact: true }).click();
      const dialog = page.getByRole('dialog').filter({ has: page.getByRole('textbox').first() });
      await mark(dialog, '2.5').click();
      await expect(rows(sheet(page, '2.5')).first()).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(sheet(page, '2.5')).toBeHidden();
      await expect(dialog).toBeVisible();
      await expect(mark(dialog, '2.5')).toBeFocused();
      await mark(dialog, '2.5').click();
      await expect(sheet(page, '2.5')).toBeVisible();
      // The sheet covers it: pressed as a keyboard would.
      await dialog
        .getByRole('button', { name: 'Close' })
        .first()
        .evaluate((button: HTMLElement) => button.click());
      await expect(page.locator('[data-sheet]')).toHaveCount(0);
    });
  });

  // The same parts show the marks of the other two.
  const views = [
    'requests/createPost',
    'sign-in',
    'portal',
    ...(proving ? ['requests/getMe', 'doctor'] : []),
  ];
  test('every § of a view opens a sheet with content', async ({ page }) => {
    for (const view of views)
      await test.step(view, async () => {
        await page.goto(`./#/${view}`);
        await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
        await page.waitForLoadState('networkidle');
        if (view.startsWith('requests/')) {
          await send(page).click();
          await expect(response(page).getByRole('heading', { name: 'X-ray' })).toBeVisible();
        }
        const marks = page.locator('main').getByRole('button', { name: /, what the specification says$/ });
        const seen = new Set<string>();
        for (const each of await marks.all()) {
          if (!(await each.isVisible())) continue;
          const section = (await each.textContent())!.replace('§', '').trim();
          if (seen.has(section)) continue;
          seen.add(section);
          // What the sheet may cover is pressed as a keyboard would.
          await each.evaluate((button: HTMLElement) => button.click());
          const shown = sheet(page, section);
          await expect(shown.getByRole('heading', { level: 2 })).not.toHaveText(/^§ [\d.]+\s*$/);
          const none = shown.getByText('no clauses of its own');
          await expect(rows(shown).first().or(none)).toBeVisible();
        }
        if (view !== 'doctor') expect(seen.size).toBeGreaterThan(0);
      });
  });

  test('on a phone it comes from below, and the page waits', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await sendMe(page);
    const opener = mark(response(page), '8.3');
    await opener.click();
    const shown = page.getByRole('dialog', { name: '§ 8.3 ' });
    await expect(rows(shown).first()).toBeVisible();
    await expect(page.locator('main')).toHaveAttribute('inert');
    expect(await violations(page)).toEqual([]);
    expect(await shown.evaluate((element) => element.scrollWidth <= element.clientWidth)).toBe(true);
    await page.mouse.click(195, 30);
    await expect(page.locator('[data-sheet]')).toHaveCount(0);
    await expect(page.locator('main')).not.toHaveAttribute('inert');
    await expect(opener).toBeFocused();
  });

  test('axe finds nothing in the sheet and the opened chip', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await sendMe(page);
    await chip(response(page)).click();
    await expect(response(page).getByText('Timestamps and nonces').first()).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await mark(response(page), '4.1').click();
    await expect(rows(sheet(page, '4.1')).first()).toBeVisible();
    await sheet(page, '4.1').getByText('clauses about other calls').click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

test.describe('what is assumed', () => {
  test('P2: one chip counts the choices of a call, and opens them with reason and sections; a tag elsewhere opens the same entry, lit, in the section that is silent', async ({
    page,
  }) => {
    await test.step('P2: one chip counts the choices of a call, and opens them with reason and sections', async () => {
      await sendMe(page);
      const xray = response(page);
      await expect(chip(xray)).toBeVisible();
      await expect(xray.getByRole('listitem').getByRole('button', { name: /, \d assumed/ })).not.toHaveCount(
        0,
      );
      const count = parseInt((await chip(xray).textContent()) ?? '', 10);
      expect(count).toBeGreaterThan(5);
      // Q32: a mark is 24 px high and wide, and none lies over another.
      const marks = await page.locator('button.sec:visible').evaluateAll((all) =>
        all.map((each) => {
          const { x, y, width, height } = each.getBoundingClientRect();
          return { x, y, width, height };
        }),
      );
      expect(marks.length).toBeGreaterThan(5);
      expect(marks.filter(({ width, height }) => width < 23.9 || height < 23.9)).toEqual([]);
      const over = (one: (typeof marks)[number], other: (typeof marks)[number]) =>
        Math.abs(one.x - other.x) < 23.9 && Math.abs(one.y - other.y) < 23.9;
      expect(marks.filter((one, at) => marks.slice(at + 1).some((other) => over(one, other)))).toEqual([]);
      // Q32: no tab moves when another turns bold.
      const tabs = page.locator('[role=tab][id^=tab-]');
      const places = () => tabs.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().x));
      const before = await places();
      await tabs.nth(1).click();
      await expect(tabs.nth(1)).toHaveAttribute('aria-selected', 'true');
      expect(await places()).toEqual(before);
      await chip(xray).click();
      await expect(chip(xray)).toHaveAttribute('aria-expanded', 'true');
      const entries = xray.locator('.assumed li');
      await expect(entries).toHaveCount(count);
      // By what they are about, not by their ids (Q32).
      await expect(entries.filter({ hasText: /o1-|v2-/ })).toHaveCount(0);
      const clock = entries.filter({ hasText: 'Timestamps and nonces' });
      await expect(clock).toContainText('RFC 5849 3.3 leaves the tolerance to the server.');
      await mark(clock, '4.1').click();
      await expect(sheet(page, '4.1')).toBeVisible();
      await test.step('the choice that a step rests on is lit while one looks at the step', async () => {
        await page.keyboard.press('Escape');
        await expect(page.locator('[data-sheet]')).toHaveCount(0);
        await chip(xray).click();
        await expect(chip(xray)).toHaveAttribute('aria-expanded', 'false');
        const lit = xray.locator('.assumed li[aria-current="true"] b');
        await xray.getByRole('button', { name: /^Fresh/ }).focus();
        await page.keyboard.press('Enter');
        await expect(lit).toHaveText(['Timestamps and nonces']);
        await expect(lit).toBeInViewport();
        await xray.getByText('Counted', { exact: true }).hover();
        await expect(lit).toHaveText(['How a window counts']);
      });
    });
    await test.step('a tag elsewhere opens the same entry, lit, in the section that is silent', async () => {
      await page.goto('./#/portal');
      await page
        .getByText('No localhost')
        .getByRole('button', { name: /^assumed/ })
        .click();
      const shown = sheet(page, '7');
      await expect(shown.locator('li[aria-current="true"]')).toContainText(
        'A callback that is not in the allowlist',
      );
      await expect(shown.locator('li[aria-current="true"]')).toBeInViewport();
    });
  });

  test('the marks are explained where the first answer appears', async ({ page }) => {
    await openMe(page);
    for (const words of [
      'The endpoint acts for a user, or for the App alone.',
      'Opens the section that says so, with what the tests prove about it.',
      'Dashed is our choice where the specification is silent. Solid is documented.',
      'Where a signed piece came from: method, address, query.',
      'The OAuth header, and the secrets that only make the key.',
    ])
      await expect(response(page).getByText(words)).toBeVisible();
    await send(page).click();
    await expect(response(page).getByText('Solid is documented')).toBeHidden();
  });
});

import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { logWritten } from '../../support/log-written.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

const welcome = (page: Page) => page.getByRole('region', { name: 'What this is' });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

test('Lift 1: the first line says what svc is, and its three steps are ticked off by what was done', async ({
  page,
}) => {
  await page.goto('./');
  await expect(page.getByRole('banner')).toContainText('svc Playground');
  await expect(welcome(page)).toContainText(
    'svc is a made-up social network with a real developer platform, running in this tab.',
  );
  const told = welcome(page).getByRole('status');
  await expect(told).toBeEmpty();
  await test.step('one press sends the ready call, from any view, though what there is to know of it is not here yet', async () => {
    await page.goto('./#/requests/getPost');
    await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
    await page.goto('./#/portal');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toBeAttached();
    await welcome(page).getByRole('button', { name: 'Send it' }).click();
    await expect(response(page).getByText('200 OK').first()).toBeVisible();
    await expect(told).toHaveText('1 of 3 done: sent');
    await expect(welcome(page).getByRole('button', { name: 'Send it' })).toBeHidden();
    await expect(welcome(page).getByRole('button', { name: 'Sent' })).toBeFocused();
  });
  await test.step('a refusal alone is no tick; the same call answered is', async () => {
    await page.goto('./#/requests/getMe');
    await page.getByText('OAuth 2.0 user', { exact: true }).click();
    await page.getByRole('button', { name: 'Send anyway' }).click();
    await expect(response(page).getByText('400 Bad Request').first()).toBeVisible();
    await expect(told).toHaveText('1 of 3 done: sent');
    await page.getByText('OAuth 1.0a user', { exact: true }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(told).toHaveText('2 of 3 done: sent, broken and fixed');
  });
  await test.step('what is done is done after a reload, too', async () => {
    await logWritten(page);
    await page.reload();
    await expect(told).toHaveText('2 of 3 done: sent, broken and fixed');
    // Lift 1: a done chip leads to its exchange, from any view.
    await page.goto('./#/portal');
    await welcome(page).getByRole('button', { name: 'Broken and fixed' }).click();
    const past = page.getByRole('dialog', { name: 'A call that was made' });
    await expect(past).toContainText('/2/users/me');
    await expect(past).toContainText('200 OK');
    await page.keyboard.press('Escape');
    await expect(past).toBeHidden();
  });
  await test.step('a user is signed in, what comes next is offered, and the line goes with the next view', async () => {
    await welcome(page).getByRole('link', { name: 'Sign a user in' }).click();
    await page.getByRole('button', { name: /^Run all/ }).click();
    await expect(told).toHaveText('3 of 3 done: sent, broken and fixed, signed in');
    await expect(welcome(page)).toContainText('All three done. Next:');
    await welcome(page).getByRole('link', { name: 'Read the reference' }).click();
    await expect(page).toHaveURL(/#\/reference/);
    await expect(welcome(page)).toBeHidden();
    await page.getByRole('button', { name: /svc Playground/ }).click();
    await expect(welcome(page)).toContainText('All three done.');
  });
});

test('Lift 1: once closed, it stays closed after a reload, and comes back from the mark', async ({
  page,
}) => {
  await page.goto('./');
  await welcome(page)
    .getByRole('button', { name: /^Close/ })
    .click();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
  await expect(welcome(page)).toBeHidden();
  await page.getByRole('button', { name: /svc Playground/ }).click();
  await expect(welcome(page)).toBeVisible();
});

test('the line is reached by keys before the view, and closed by them', async ({ page }) => {
  await page.goto('./');
  await welcome(page).getByRole('button', { name: 'Send it' }).focus();
  for (const next of ['Break it and fix it', 'Sign a user in']) {
    await page.keyboard.press('Tab');
    await expect(welcome(page).getByRole('link', { name: next })).toBeFocused();
  }
  await page.keyboard.press('Tab');
  await expect(welcome(page).getByRole('button', { name: /^Close/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(welcome(page)).toBeHidden();
  await expect(page.getByRole('main')).toBeFocused();
});

test('only one word about it is stored', async ({ page }) => {
  await page.addInitScript(() => {
    localStorage.setItem(`svc-playground:welcome:1:${location.pathname}`, '{"seen":');
  });
  await page.goto('./');
  await expect(welcome(page)).toBeVisible();
});

test('axe finds nothing in it, and it needs no sideways scrolling on a phone', async ({ page }) => {
  const isClean = async () => {
    const found = await violationsInBothSchemes(page);
    expect(found.filter((each) => /welcome|brand|class="go|bar/.test(each))).toEqual([]);
  };
  await page.goto('./');
  await expect(welcome(page)).toBeVisible();
  await isClean();
  await page.setViewportSize({ width: 390, height: 844 });
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  if (proving) await isClean();
});

/** At 200 % zoom a window of 1440 × 900 has 720 × 450 CSS px. */
test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  const titles = {
    requests: 'Requests',
    'sign-in': 'Sign-in',
    portal: 'Portal',
    doctor: 'Signature doctor',
  } as const;
  const views = [
    ['requests', ['Endpoints', 'Request', 'Response']],
    ['sign-in', ['Flow', 'Sequence', 'Browser']],
    ['portal', ['Projects and Apps']],
    ['doctor', []],
  ] as const;

  async function everyViewHasRoom(page: Page, state: string): Promise<void> {
    for (const [view, parts] of views)
      await test.step(`${view}, ${state}`, async () => {
        await page.goto(`./#/${view}`);
        await expect(page.getByRole('heading', { level: 1, name: titles[view] })).toBeAttached();
        for (const part of parts.length ? parts : [null]) {
          if (part) await page.getByRole('tab', { name: part, exact: true }).click();
          expect(await freeHeight(page), `${part ?? view}, ${state}`).toBeGreaterThanOrEqual(300);
        }
      });
  }

  test('P20: every view has two thirds of the height, with the first line and without', async ({ page }) => {
    await page.goto('./');
    await expect(welcome(page)).toBeVisible();
    await everyViewHasRoom(page, 'with the first line');
    await expect(welcome(page)).toBeVisible();
    await welcome(page)
      .getByRole('button', { name: /^Close/ })
      .click();
    await expect(welcome(page)).toBeHidden();
    await everyViewHasRoom(page, 'without the first line');
  });
});

/** Rows of px, in the middle of the page, that belong to what scrolls: not to bars, and not to what sticks. */
const freeHeight = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const main = document.querySelector('main')!;
    const { left, width, top, bottom } = main.getBoundingClientRect();
    const sticks = (node: Element | null): boolean => {
      for (let each = node; each && each !== main; each = each.parentElement) {
        const { position } = getComputedStyle(each);
        if (position === 'sticky' || position === 'fixed') return true;
        if (
          each.getAttribute('role') === 'tablist' &&
          each.getAttribute('aria-label') === 'Parts of this view'
        )
          return true;
      }
      return node === null || !main.contains(node);
    };
    let free = 0;
    for (let y = Math.ceil(top); y < Math.min(bottom, innerHeight); y++)
      if (!sticks(document.elementFromPoint(left + width / 2, y))) free++;
    return free;
  });

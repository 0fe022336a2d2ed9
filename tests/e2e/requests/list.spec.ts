import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const search = (page: Page) => page.getByRole('searchbox', { name: 'Find an endpoint' });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const group = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) });
const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });

test.describe('the endpoint list', () => {
  test('P19: is one stop of Tab, names first, folded as it was left, open at the chosen row; P1: the search opens and never sends', async ({
    page,
    site,
  }) => {
    await test.step('is folded except for the group of the call on show, and loads no more than it shows', async () => {
      const before = site.served.length;
      await page.goto('./');
      await expect(group(page, 'Users')).toHaveAttribute('aria-expanded', 'true');
      await expect(group(page, 'Posts')).toHaveAttribute('aria-expanded', 'false');
      await page.waitForLoadState('networkidle');
      const files = site.served.slice(before).map(({ file }) => file);
      expect(files.filter((file) => file.includes('reference-outlines'))).toEqual([]);
    });
    await test.step('an arrow in the search leads to the first hit, once the endpoints have arrived', async () => {
      let arrive!: () => void;
      const arrival = new Promise<void>((resolve) => (arrive = resolve));
      await page.route(/reference-outlines/, async (route) => {
        await arrival;
        await route.continue();
      });
      await search(page).fill('delete a post');
      await page.keyboard.press('ArrowDown');
      await expect(search(page)).toBeFocused();
      arrive();
      await expect(link(page, /^DEL Delete a post/)).toBeFocused();
      await search(page).fill('');
    });
    await test.step('P19: is one stop of the Tab key; arrows, Home and End go on from there, and a letter does nothing', async () => {
      await search(page).focus();
      await page.keyboard.press('Tab');
      await expect(link(page, '/2/users/me')).toBeFocused();
      await page.keyboard.press('Tab');
      // The column's edge, which can be moved, is the last thing in it.
      await expect(page.getByRole('separator', { name: /Endpoints/ })).toBeFocused();
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('ArrowDown');
      await expect(link(page, /\/2\/users\/:id called/)).toBeFocused();
      await page.keyboard.press('Home');
      await expect(link(page, /^Free-form/)).toBeFocused();
      await page.keyboard.press('End');
      const last = page.locator('.eps .head').last();
      await expect(last).toBeFocused();
      await expect(last).toContainText(/\d/);
      await page.keyboard.press('ArrowRight');
      await expect(last).toHaveAttribute('aria-expanded', 'true');
      const itsLast = page.locator('.eps .head:last-of-type + [role=group] .ep').last();
      await expect(itsLast).toBeVisible();
      await page.keyboard.press('End');
      await expect(itsLast).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(last).toBeFocused();
      await page.keyboard.press('ArrowLeft');
      await expect(last).toHaveAttribute('aria-expanded', 'false');
      await page.keyboard.press('u');
      await expect(last).toBeFocused();
      await page.keyboard.press('/');
      await expect(search(page)).toBeFocused();
      await expect(search(page)).toHaveValue('');
      await page.keyboard.type('users/me');
      await page.keyboard.press('ArrowDown');
      await expect(link(page, '/2/users/me')).toBeFocused();
      await search(page).fill('');
    });
    await test.step('P19: names stand first, the path under them, and what the plan lacks is said', async () => {
      const me = link(page, /^GET Show the acting user \/2\/users\/me/);
      const name = (await me.getByText('Show the acting user').boundingBox())!;
      const path = (await me.locator('code').boundingBox())!;
      expect(path.y).toBeGreaterThanOrEqual(name.y + name.height - 2);
      await expect(me).toHaveAccessibleName(/called for a user$/);
      await expect(group(page, 'User search')).toHaveAccessibleName('User search 1 endpoint');
      await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('Free');
      await group(page, 'Direct Messages').click();
      await expect(link(page, /^GET List all message events/)).toContainText('Basic');
    });
    await test.step('P19: stays as it was left, opens at the chosen row, whole, and no row is hidden', async () => {
      await group(page, 'Posts').click();
      await expect(link(page, /^POST Create a post/)).toBeVisible();
      await group(page, 'Users').click();
      await page.goto('./#/requests/unfollowUser');
      await expect(heading(page, 'Stop following a user')).toBeVisible();
      await page.reload();
      await expect(group(page, 'Posts')).toHaveAttribute('aria-expanded', 'true');
      await expect(group(page, 'Users')).toHaveAttribute('aria-expanded', 'false');
      await expect(group(page, 'Following, muting, blocking')).toHaveAttribute('aria-expanded', 'true');
      await expect(page.locator('.ep[aria-current]')).toBeInViewport({ ratio: 1 });
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });
    await test.step('P1: the search opens the first hit and never sends it', async () => {
      await search(page).fill('DEL');
      await page.keyboard.press('Control+Enter');
      await expect(heading(page, 'Delete a post')).toBeVisible();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.press('Enter');
      await search(page).fill('zzz');
      await page.keyboard.press('Enter');
      await expect(heading(page, 'Delete a post')).toBeVisible();
      await expect(response(page).getByText('The answer appears here', { exact: false })).toBeVisible();
      await search(page).fill('');
    });
  });

  test('shows no call in place of the chosen one while that one is being loaded', async ({
    page,
    watched,
  }) => {
    const send = page.getByRole('button', { name: 'Send', exact: true });
    const opening = page.getByText('Opening the call…').first();
    /** Set while the browser waits for a file. */
    let answer: ((how: 'continue' | 'abort') => void) | null = null;
    /** It may show that a call is opened before it has asked for the file. */
    async function arrive(how: 'continue' | 'abort'): Promise<void> {
      await expect.poll(() => answer).not.toBeNull();
      answer?.(how);
      answer = null;
    }
    await page.route(/reference-(likes|bookmarks|trends)/, async (route) => {
      const how = await new Promise<'continue' | 'abort'>((resolve) => (answer = resolve));
      await route[how]();
    });
    await page.goto('./');
    await expect(send).toBeVisible();
    await test.step('then it opens, and only it is sent', async () => {
      await group(page, 'Likes and reposts').click();
      await link(page, /^POST Like a post/).click();
      await expect(opening).toBeVisible();
      await expect(send).toHaveCount(0);
      await page.keyboard.press('Control+Enter');
      await arrive('continue');
      await expect(heading(page, 'Like a post')).toBeVisible();
      await send.click();
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
    });
    await test.step('and a person who moves on meanwhile is not called back', async () => {
      await group(page, 'Bookmarks').click();
      await link(page, /^GET List the bookmarks of the acting user/).click();
      await expect(opening).toBeVisible();
      await page.getByRole('button', { name: 'New call' }).click();
      await expect(heading(page, 'Free-form call')).toBeVisible();
      const arrived = page.waitForResponse(/reference-bookmarks/);
      await arrive('continue');
      await (await arrived).finished();
      await page.evaluate(() => new Promise((done) => setTimeout(done)));
      await expect(heading(page, 'Free-form call')).toBeVisible();
    });
    await test.step('the call before it returns, with the reason, if it cannot be loaded', async () => {
      await group(page, 'Trends').click();
      await link(page, /^GET List the trends/)
        .first()
        .click();
      await expect(opening).toBeVisible();
      await arrive('abort');
      await expect(page.getByText(/^The description of this endpoint could not be loaded/)).toBeVisible();
      await expect(heading(page, 'Free-form call')).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      watched.faults.length = 0; // the browser's own line about the file
    });
  });

  test('an arrow and Enter in the search open the first hit, pressed before the endpoints have arrived', async ({
    page,
  }) => {
    let arrive!: () => void;
    const arrival = new Promise<void>((resolve) => (arrive = resolve));
    await page.route(/reference-outlines/, async (route) => {
      await arrival;
      await route.continue();
    });
    await page.goto('./');
    await search(page).fill('delete a post');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    arrive();
    await expect(heading(page, 'Delete a post')).toBeVisible();
  });

  test('says so when the content of a group cannot be loaded', async ({ page, watched }) => {
    await page.route(/reference-outlines/, (route) => route.abort());
    await page.goto('./');
    await group(page, 'Posts').click();
    await expect(page.getByText(/The list of endpoints could not be loaded/)).toBeVisible();
    await expect(link(page, '/2/users/me')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    watched.faults.length = 0; // the browser's own line about the file
  });
});

/** What a smaller window must not take away: nothing scrolls sideways that has not to, nothing in a head is cut. */
import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

/** Panes that scroll sideways, and buttons, tabs and links of heads whose words are cut. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const wide = (each: Element) => each.scrollWidth > each.clientWidth + 1;
    const shown = (selector: string) =>
      [...document.querySelectorAll(selector)].filter((each) => each.checkVisibility());
    const words = (each: Element) => each.textContent.trim().slice(0, 40);
    return [
      ...(wide(document.documentElement) ? ['the page'] : []),
      ...shown('.scroll, .cols, .tabs').filter(wide).map(words),
      ...shown('.ph > .btn, .ph > a').filter(wide).map(words),
    ];
  });

const views = [
  ['requests/getPostsOfUser?query.max_results=7', 'List the posts of a user'],
  ['sign-in/pkce', 'OAuth 2.0 with PKCE'],
  ['limits', 'Windows in use'],
  ['world', 'Home timeline'],
  ['world/users', 'Users'],
  ['portal/apps/26001/keys', 'Northwind Reader'],
  ['doctor', 'Paste a request that was refused'],
] as const;

test('at 1024 px every view has room for its panes', async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  for (const [hash, heading] of views) {
    await page.goto(`./#/${hash}`);
    await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    expect(await cut(page), hash).toEqual([]);
  }
  await page.goto('./#/world');
  const timeline = page.getByRole('region', { name: 'Home timeline' });
  await expect(timeline.getByRole('article').nth(3)).toBeVisible();
  expect(await cut(page), 'with posts').toEqual([]);
  expect((await timeline.boundingBox())!.width).toBeGreaterThan(380);
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a heading is there for every pane, tabs fit with their counts, and sheets are no landmarks', async ({
    page,
  }) => {
    await page.goto('./#/portal/apps/26001/authentication');
    await expect(page.getByRole('tab', { name: 'User authentication' })).toBeVisible();
    expect(await cut(page), 'the portal').toEqual([]);
    expect(await violations(page), 'the portal').toEqual([]);

    await page.getByRole('link', { name: 'Break it' }).click();
    await expect(page.getByText('begin here')).toBeInViewport();
    await page.getByRole('switch', { name: 'Stale timestamp', exact: true }).click();
    await expect(page.getByRole('tab', { name: 'Break it 1 on' })).toBeVisible();
    expect(await cut(page), 'Break it').toEqual([]);
    await expect(page.getByRole('button', { name: 'Send it broken' })).toBeInViewport({ ratio: 1 });
    expect(await violations(page), 'Break it').toEqual([]);

    await page.getByRole('button', { name: /^Platform clock/ }).click();
    await expect(page.getByRole('dialog', { name: 'Platform clock' })).toBeVisible();
    expect(await violations(page), 'the clock').toEqual([]);
    await page.keyboard.press('Escape');

    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Go to or run' });
    await palette.getByRole('combobox').fill('nothing is called this');
    await expect(palette.getByText('Nothing found.')).toBeVisible();
    expect(await violations(page), 'the palette').toEqual([]);
  });

  test('the shown part takes the focus of what it hides, and a notice covers nothing', async ({ page }) => {
    await page.goto('./#/requests/getMe');
    const part = (name: string) => page.getByRole('region', { name, exact: true });
    for (const auth of ['OAuth 1.0a user', 'OAuth 2.0 user']) {
      await page.getByRole('tab', { name: 'Request', exact: true }).click();
      await page.getByText(auth, { exact: true }).click();
      await page.getByRole('button', { name: /^Send( anyway)?$/ }).press('Enter');
      await expect(part('Response')).toBeFocused();
    }
    await page.goto('./#/learn');
    await page.getByRole('tab', { name: 'Lessons' }).click();
    await page
      .getByRole('link', { name: /^\s*2\b/ })
      .first()
      .press('Enter');
    await expect(part('Lesson 2')).toBeFocused();

    await page.goto('./#/requests/noSuchThing');
    await expect(page.getByText('There is no endpoint called noSuchThing.')).toBeInViewport({ ratio: 1 });
    await page.getByRole('button', { name: /^Platform clock/ }).click({ trial: true });
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link').first().click({ trial: true });
  });
});

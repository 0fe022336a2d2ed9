import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, level: 2 });
const calls = (page: Page) => page.getByRole('list', { name: 'Calls of this client' }).getByRole('listitem');
const posts = (page: Page) => page.getByRole('article');

async function openTimeline(page: Page): Promise<void> {
  await page.goto('./#/world');
  await expect(heading(page, 'Home timeline')).toBeVisible();
  await expect(posts(page).nth(5)).toBeVisible();
}

async function actAs(page: Page, username: string): Promise<void> {
  await page.getByRole('searchbox', { name: 'Find a user' }).fill(username);
  await page.getByRole('button', { name: `@${username}` }).click();
}

test.describe('the client', () => {
  test('is read by one signed call; a like shows in the figure, in the call and to others', async ({
    page,
  }) => {
    await openTimeline(page);
    await expect(calls(page)).toHaveCount(1);
    const reads = page.getByRole('button', { name: /^\+1 read\b/ });
    await expect(reads).toContainText('timeline 1');
    await reads.click();
    await expect(calls(page)).toHaveCount(2);
    await expect(calls(page).nth(1)).toContainText('@mira_holm read the timeline');
    await reads.click();
    const post = posts(page)
      .filter({ has: page.getByRole('button', { name: /^Like/, pressed: false }) })
      .first();
    const like = post.getByRole('button', { name: /^Like/ });
    const before = Number(/\d+/.exec((await like.getAttribute('aria-label'))!)![0]);
    await like.click();
    await expect(calls(page)).toHaveCount(2);
    await expect(calls(page).first()).toContainText(`like_count ${before} → ${before + 1}`);
    const lit = page.locator('article[aria-current]');
    await expect(lit.getByRole('button', { name: `Like, ${before + 1}`, pressed: true })).toBeVisible();

    // The call opens in Requests as it was made.
    await calls(page).first().getByRole('link', { name: 'Open in Requests' }).click();
    await expect(page.getByRole('heading', { name: 'Like a post' })).toBeVisible();
    await page.goBack();
    // Q29: coming back reads nothing, and what was read says when.
    await expect(lit).toBeVisible();
    await expect(page.getByText(/^Read at .* left\. Coming back here reads nothing\.$/)).toBeVisible();
    await expect(page.getByRole('button', { name: /^\+1 read\b/ })).toBeVisible();
    await expect(calls(page)).toHaveCount(2);
    await lit.getByRole('button', { name: /^Like/ }).click();
    await expect(calls(page).first()).toContainText(`like_count ${before + 1} → ${before}`);

    // Its calls are brought into view, however many acts there are, and take the acting user along.
    await lit.getByRole('button', { name: 'Calls for this post' }).click();
    const about = heading(page, /^Calls for a post of @/);
    await expect(about).toBeFocused();
    await expect(about).toBeInViewport();
    await page.getByRole('link', { name: /Like a post$/ }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(page.getByText('200 OK').first()).toBeVisible();
  });

  test('shows no post before it is known whether the user likes it, no matter how old it is', async ({
    page,
  }) => {
    // A mark that changes without a press is one that was not known yet.
    await page.addInitScript(() => {
      const changed: string[] = [];
      Object.assign(window, { changed });
      new MutationObserver((records) => {
        for (const { target } of records) changed.push((target as Element).getAttribute('aria-label') ?? '');
      }).observe(document, { attributes: true, attributeFilter: ['aria-pressed'], subtree: true });
    });
    await openTimeline(page);
    const liked = page.getByRole('button', { name: /^Like/, pressed: true });
    for (let pages = 1; pages < 7; pages++) {
      const before = await posts(page).count();
      await page.getByRole('button', { name: 'Older posts' }).click();
      await expect.poll(() => posts(page).count()).toBeGreaterThan(before);
    }
    expect(await posts(page).count()).toBeGreaterThan(100);
    expect(await liked.count()).toBeGreaterThan(0);
    const changed = await page.evaluate(() => (window as unknown as { changed: string[] }).changed);
    expect(changed.filter((label) => /^(Like|Repost|Bookmark)/.test(label))).toEqual([]);
  });

  test('posts, replies, and deletes; a refused post loses nothing that was written; acts as anybody who lets the App in, and what one does another sees', async ({
    page,
  }) => {
    await test.step('posts, replies, and deletes; a refused post loses nothing that was written', async () => {
      await openTimeline(page);
      const field = page.getByRole('textbox', { name: 'New post' });
      await field.fill('The lights stay on tonight.');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(posts(page).first()).toContainText('The lights stay on tonight.');
      await expect(field).toHaveValue('');

      await field.fill('The lights stay on tonight.');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(page.getByRole('alert')).toContainText('Nothing that you wrote is lost');
      await expect(field).toHaveValue('The lights stay on tonight.');
      await field.fill('');

      await posts(page)
        .first()
        .getByRole('button', { name: /^Reply/ })
        .click();
      const reply = page.getByRole('textbox', { name: 'Reply to @mira_holm' });
      await expect(reply).toBeFocused();
      // Q30: it opens under its post, Escape closes it, and what was typed stays.
      await reply.fill('And the');
      await reply.press('Escape');
      await expect(
        posts(page)
          .first()
          .getByRole('button', { name: /^Reply/ }),
      ).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(posts(page).first().getByRole('textbox')).toHaveValue('And the');
      await reply.fill('And the kettle.');
      await reply.press('Control+Enter');
      await expect(posts(page).first()).toContainText('And the kettle.');
      await posts(page).first().getByRole('button', { name: 'Delete' }).click();
      await expect(posts(page).filter({ hasText: 'And the kettle.' })).toHaveCount(0);
    });
    await test.step('acts as anybody who lets the App in, and what one does another sees', async () => {
      await openTimeline(page);
      // Q30: what others posted is told, and what was read stays until it is asked for.
      await actAs(page, 'aiko_tan');
      await page.getByRole('textbox', { name: 'New post' }).fill('The gold leaf came loose.');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(posts(page).first()).toContainText('The gold leaf came loose.');
      await actAs(page, 'mira_holm');
      const news = page.getByRole('status').filter({ hasText: /^1 new post by @aiko_tan, at / });
      await expect(news).toBeVisible();
      await expect(posts(page).filter({ hasText: 'The gold leaf came loose.' })).toHaveCount(0);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.getByRole('button', { name: 'Show it' }).click();
      await expect(posts(page).first()).toContainText('The gold leaf came loose.');
      await expect(news).toHaveCount(0);

      await actAs(page, 'kai_ferry');
      // Q29: what another user did stays theirs.
      await expect(calls(page).filter({ hasText: '@mira_holm replied to @mira_holm' })).toBeVisible();
      await expect(calls(page).filter({ hasText: /\bYou\b/ })).toHaveCount(0);
      await expect(heading(page, /holds no token of @kai_ferry/)).toBeVisible();
      await page.getByRole('button', { name: 'Let Northwind Reader in' }).click();
      await expect(page.getByRole('textbox', { name: 'New post' })).toBeVisible();
      await page.getByRole('textbox', { name: 'New post' }).fill('Casting off in five minutes.');
      await page.getByRole('button', { name: 'Post', exact: true }).click();
      await expect(posts(page).first()).toContainText('Casting off in five minutes.');

      await actAs(page, 'mira_holm');
      await page.goto('./#/world/profile/kai_ferry');
      await expect(posts(page).first()).toContainText('Casting off in five minutes.');
      const follow = page.getByRole('button', { name: /^(Follow|Unfollow)$/ });
      const was = (await follow.innerText()).trim();
      await follow.click();
      await expect(follow).not.toHaveText(was);
      await page.getByRole('button', { name: 'Block', exact: true }).click();
      await expect(page.getByRole('button', { name: 'Unblock' })).toBeVisible();
      await expect(page.getByRole('button', { name: 'Follow', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Unblock' }).click();
      await expect(page.getByRole('button', { name: 'Block', exact: true })).toBeVisible();

      // It is kept: a reload knows the token and the post.
      await page.reload();
      await expect(posts(page).first()).toContainText('Casting off in five minutes.');
    });
  });

  test('writes messages by an App that may, and says so of one that may not; a limit that is used up is told where it is met', async ({
    page,
  }) => {
    await test.step('writes messages by an App that may, and says so of one that may not', async () => {
      await page.goto('./#/world/messages');
      await expect(page.getByRole('alert')).toContainText('403');
      await page.getByRole('button', { name: 'Use Northwind Courier' }).click();
      await page.locator('.talk').filter({ hasText: 'Aiko Tan' }).first().click();
      await expect(
        page
          .getByRole('listitem')
          .filter({ hasText: 'Mira Holm' })
          .or(page.getByText(/^You, /))
          .first(),
      ).toBeVisible();
      await page.getByRole('textbox', { name: 'Message' }).fill('The crane has a name day.');
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.locator('.said').getByText('The crane has a name day.')).toBeVisible();
    });
    await test.step('a limit that is used up is told where it is met', async () => {
      await openTimeline(page);
      await page.getByRole('combobox', { name: /^Plan of/ }).selectOption('free');
      const again = page.getByRole('button', { name: 'Read again' });
      // The calls may be there before the plan is.
      await expect(async () => {
        await again.click();
        await expect(page.getByRole('alert')).toContainText('429', { timeout: 1000 });
      }).toPass();
    });
  });
});

test.describe('the data', () => {
  test('is searched by the words of the API, and a row leads to the calls that take it; turns its pages, and every kind has its table and its rows; links that it does not understand are refused, and nothing is lost', async ({
    page,
  }) => {
    await test.step('is searched by the words of the API, and a row leads to the calls that take it', async () => {
      await page.goto('./#/world/posts');
      await expect(heading(page, 'Posts')).toBeVisible();
      const search = page.getByRole('searchbox', { name: 'Search posts' });
      await search.fill('#oauth -is:repost from:mira_holm');
      await expect(page.getByRole('row').filter({ hasText: 'Signing a request by hand once' })).toBeVisible();
      await page.getByRole('link', { name: /Signing a request by hand once/ }).click();
      const side = page.getByRole('region', { name: 'One post' });
      await expect(side.getByText('public_metrics')).toBeVisible();
      await side.getByRole('link', { name: /\/liking_users/ }).click();
      await expect(page.getByRole('heading', { name: 'List the users who like a post' })).toBeVisible();
      await page.goBack();
      await expect(search).toHaveValue('#oauth -is:repost from:mira_holm');

      // Q30: words are marked, operators and parts of words never.
      await search.fill('the OR of');
      await expect(page.getByRole('link', { name: 'Same search in Requests' })).toBeVisible();
      await expect
        .poll(async () => {
          const marks = await page.locator('mark').allInnerTexts();
          return [...new Set(marks.map((each) => each.toLowerCase()))].sort();
        })
        .toEqual(['of', 'the']);

      // Q30: after an error the field keeps the query, and the rows say what they are.
      await search.fill('#oauth -is:repost');
      await expect(page.getByRole('row').filter({ hasText: 'Signing a request by hand once' })).toBeVisible();
      await search.fill('(bread');
      await expect(page.getByRole('alert')).toContainText('position');
      await expect(page.getByText(/^These are still the \d+ posts/)).toContainText('#oauth -is:repost');
      await expect(page.getByRole('row').filter({ hasText: 'Signing a request by hand once' })).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.getByRole('link', { name: 'See the API refuse it' }).click();
      await page.getByRole('button', { name: 'Send', exact: true }).click();
      await expect(page.getByText('400 Bad Request').first()).toBeVisible();
      await page.goBack();
      await expect(search).toHaveValue('(bread');
      await search.fill('harbour');
      await page.getByRole('button', { name: '#harbour', exact: true }).click();
      await expect(search).toHaveValue('harbour #harbour');
      await search.fill('no-such-word-anywhere');
      await expect(page.getByText(/^No post has all of/)).toBeVisible();
    });
    await test.step('turns its pages, and every kind has its table and its rows', async () => {
      await page.goto('./#/world/posts');
      await page.getByRole('button', { name: 'Older' }).click();
      await expect(page.getByText(/^51 to 100 of/)).toBeVisible();
      await expect(page).toHaveURL(/from=50/);
      const data = page.getByRole('navigation', { name: 'Data' });
      for (const kind of ['Users', 'Lists', 'Spaces', 'Communities', 'Conversations', 'Jobs']) {
        await data.getByRole('link', { name: kind }).click();
        await expect(heading(page, kind)).toBeVisible();
        await page.locator('tbody a').first().click();
        await expect(page.locator('dl dt').first()).toBeVisible();
        await expect(page.getByRole('heading', { name: /^Calls that read it/ })).toBeVisible();
      }
    });
    await test.step('advertisers and merchants have theirs, and what no call changes is changed there', async () => {
      const advertisers = page.getByRole('navigation', { name: 'Advertisers' });
      for (const kind of ['Advertiser accounts', 'Line items', 'Funding instruments', 'Custom audiences']) {
        await advertisers.getByRole('link', { name: kind }).click();
        await expect(heading(page, kind)).toBeVisible();
        await page.locator('tbody a').first().click();
        await expect(page.getByRole('heading', { name: /^Calls that read it/ })).toBeVisible();
      }
      await advertisers.getByRole('link', { name: 'Campaigns' }).click();
      await expect(advertisers.getByRole('link', { name: 'Campaigns 5,077' })).toBeVisible();
      await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('atlas001 bread');
      await expect(page.locator('tbody a')).toHaveCount(3);
      await page.locator('tbody a').first().click();
      const side = page.getByRole('region', { name: 'One campaign' });
      await side.getByRole('button', { name: 'Delete' }).click();
      await expect(side.getByText('DELETED', { exact: true }).first()).toBeVisible();
      await side.getByRole('button', { name: 'Restore' }).click();
      await expect(side.getByText('DELETED', { exact: true })).toHaveCount(0);
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await side.getByRole('link', { name: /\/campaigns/ }).click();
      await expect(page.getByRole('textbox', { name: 'account_id' })).toHaveValue('atlas001');
      await page.goBack();
      const merchants = page.getByRole('navigation', { name: 'Merchants' });
      await merchants.getByRole('link', { name: 'Products' }).click();
      await expect(page.getByText('There is no product.')).toBeVisible();
    });
    await test.step('links that it does not understand are refused, and nothing is lost', async () => {
      for (const hash of ['#/world/nowhere', '#/world/posts?from=-1', '#/world/posts/1/2']) {
        await page.goto(`./${hash}`);
        const said = page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: /link/i });
        await expect(said.first()).toBeAttached();
        await page.goto('./#/world');
      }
      await page.goto('./#/world/profile/nobody_here');
      await expect(page.getByText('There is no user @nobody_here.')).toBeVisible();
      await page.goto('./#/world/posts/99999');
      await expect(page.getByText('There is no post with this id.')).toBeVisible();
    });
  });
});

test('has no axe violation, in both schemes', async ({ page }) => {
  await openTimeline(page);
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.goto('./#/world/posts/2020777185899446272');
  await expect(page.getByText('public_metrics')).toBeVisible();
  await expect(page.locator('tbody a').first()).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/world/profile/jonas_berg');
  await expect(posts(page).first()).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { logWritten } from '../../support/log-written.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const calls = (page: Page) => page.getByRole('tablist', { name: 'Calls', exact: true });
const current = (page: Page) => calls(page).getByRole('tab', { selected: true });
const status = (page: Page, words: string) =>
  expect(response(page).getByText(words, { exact: true }).first()).toBeVisible();

/** Opens a link to an endpoint and waits for its heading. */
async function open(page: Page, hash: string, heading: RegExp | string): Promise<void> {
  await page.goto(`./#/requests/${hash}`);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}
const openMe = (page: Page) => open(page, 'getMe?auth=oauth1', 'Show the acting user');
const sendMe = async (page: Page) => {
  await openMe(page);
  await send(page).click();
  await status(page, '200 OK');
};
const beforeEdit = 'The answer to the call before your edit. Send to get a new one.';
const pathId = (page: Page) => page.getByRole('region', { name: 'Request' }).getByLabel(/^id/).first();
/** The headings of a response in their order. */
const headings = (page: Page) => response(page).getByRole('heading', { level: 3 }).allTextContents();

test.describe('answers and drafts belong to their calls', () => {
  test('P2: each call keeps its own answer beside older ones, copied as curl; calls are tabs, walked by the keyboard; no axe violation', async ({
    page,
  }) => {
    const isClean = async (state: string) => expect(await violationsInBothSchemes(page), state).toEqual([]);
    await test.step('are opened, walked and closed by the keyboard', async () => {
      await sendMe(page);
      await page.getByRole('button', { name: 'New call' }).press('Enter');
      await expect(page.getByRole('heading', { name: 'Free-form call' })).toBeVisible();
      await current(page).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(calls(page).getByRole('tab').first()).toBeFocused();
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await page.keyboard.press('End');
      await page.keyboard.press('Delete');
      await expect(calls(page).getByRole('tab')).toHaveCount(1);
      await expect(current(page)).toBeFocused();
      await status(page, '200 OK');
    });
    await test.step('P2: each call keeps its own answer, and says which call it answers and when', async () => {
      await expect(response(page).getByText(/^\/2\/users\/me\?user\.fields=/)).toBeVisible();
      await expect(response(page).locator('time').first()).toHaveText(/^\d\d:\d\d:\d\d$/);
      await page.getByRole('button', { name: /^Posts/ }).click();
      await page
        .getByRole('link', { name: /\/2\/posts\/:id/ })
        .first()
        .click();
      await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
      await expect(response(page).getByText('200 OK')).toBeHidden();
      await calls(page)
        .getByRole('tab', { name: /\/2\/users\/me/ })
        .click();
      await status(page, '200 OK');
    });
    await test.step('what was sent is copied as curl beside its answer, for each shell', async () => {
      for (const [shell, command] of [
        [
          'bash',
          /^curl 'https:\/\/api\.svc\.example\/2\/users\/me\?[^']*' \\\n {2}-H 'authorization: OAuth /i,
        ],
        ['cmd', /^curl [^\n]*\^\n {2}-H \^?"authorization: OAuth /i],
        ['PowerShell', /curl\.exe 'https:/],
      ] as const) {
        const button = response(page).getByRole('button', { name: 'Copy as curl' });
        await button.click();
        if (shell === 'bash') expect(await violations(page)).toEqual([]);
        await page.getByRole('menuitem', { name: `Copy for ${shell}` }).press('Enter');
        await expect(page.getByText(`Copied for ${shell}.`)).toBeVisible();
        await expect(button).toBeFocused();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(command);
      }
    });
    await test.step('P2: older answers of the same call stand below, and can be compared', async () => {
      await send(page).click();
      const earlier = response(page).getByRole('region', { name: 'Earlier answers to this call' });
      await expect(earlier.getByText('/2/users/me')).toHaveCount(1);
      await response(page).getByRole('button', { name: 'Compare' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Two answers to the same call' });
      await expect(dialog.getByRole('rowheader', { name: 'svc-rate-limit-remaining' })).toBeVisible();
      await expect(dialog.getByText('The same in both.')).toBeVisible();
      await isClean('two answers');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
    });
    await test.step('no axe violation in the states of calls, in both schemes', async () => {
      await open(page, 'getUser?path.id=7', 'Look up a user by id');
      await isClean('two tabs, one a draft');
      await calls(page).getByRole('tab').first().click();
      await response(page)
        .getByRole('button', { name: /^Headers/ })
        .click();
      await expect(response(page).getByRole('table', { name: 'Headers of the response' })).toBeVisible();
      await isClean('an older answer, headers open');
      await response(page).getByRole('button', { name: '2244994945' }).click();
      await expect(page.getByRole('menuitem').first()).toBeVisible();
      await isClean('a value followed');
      await page.keyboard.press('Escape');
      await expect(page.getByRole('menu')).toBeHidden();
      await page.getByRole('button', { name: 'Last calls' }).click();
      await expect(page.getByRole('dialog').locator('li')).toHaveCount(2);
      await isClean('the last calls');
      await page.getByRole('dialog').locator('.one').first().click();
      await expect(page.getByRole('dialog', { name: 'A call that was made' })).toBeVisible();
      await isClean('a call that was made');
    });
  });

  test('P7: no edit is lost: Back, other views, a reload, a closed draft, damaged storage; P2: edited since; P13: the refusal first', async ({
    page,
    context,
  }) => {
    await test.step('P7: Back goes to the call before, with what was typed in it', async () => {
      await open(page, 'getUser', 'Look up a user by id');
      await pathId(page).fill('2244994946');
      await page.getByRole('link', { name: /\/2\/users\/me/ }).click();
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await page.goBack();
      await expect(pathId(page)).toHaveValue('2244994946');
      await page.goForward();
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await expect(calls(page).getByRole('tab')).toHaveCount(2);
    });
    await test.step('P7: a draft is there again after another endpoint, another view and a reload', async () => {
      await page
        .getByRole('link', { name: /\/2\/users\/:id(?!\/)/ })
        .first()
        .click();
      await expect(pathId(page)).toHaveValue('2244994946');
      await expect(calls(page).getByRole('tab')).toHaveCount(2);

      const rail = page.getByRole('navigation', { name: 'Views' });
      await rail.getByRole('link', { name: 'Doctor' }).click();
      await expect(page.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
      await rail.getByRole('link', { name: 'Requests' }).click();
      await expect(pathId(page)).toHaveValue('2244994946');

      await page.reload();
      await expect(pathId(page)).toHaveValue('2244994946');
      await expect(calls(page).getByRole('tab')).toHaveCount(2);
      await page.getByRole('button', { name: 'Back to the example' }).click();
      await expect(pathId(page)).toHaveValue('2244994945');
      await expect(current(page)).not.toHaveText(/draft/);
    });
    await test.step('P7: a closed draft comes back by the notice', async () => {
      await pathId(page).fill('77');
      await current(page).focus();
      await page.keyboard.press('Delete');
      await expect(page.getByRole('heading', { name: 'Look up a user by id' })).toBeHidden();
      await expect(current(page)).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(pathId(page)).toHaveValue('77');
    });
    await test.step('P2: says when the request was edited after it was sent', async () => {
      await pathId(page).fill('2244994945');
      await send(page).click();
      await status(page, '200 OK');
      const edited = response(page).getByText(beforeEdit);
      await expect(edited).toBeHidden();
      await pathId(page).fill('2244994946');
      await expect(edited).toBeVisible();
      await pathId(page).fill('2244994945');
      await expect(edited).toBeHidden();
    });
    await test.step('P13: the refusal stands above body, X-ray and headers, which are one line', async () => {
      await pathId(page).fill('abc');
      await send(page).click();
      await status(page, '400 Bad Request');
      await expect(response(page).getByRole('button', { name: 'Send again', exact: true })).toBeVisible();
      const order = (await headings(page)).map((each) => each.trim().split(/\s/)[0]);
      expect(order.indexOf('Body')).toBeLessThan(order.indexOf('X-ray'));
      expect(order.indexOf('X-ray')).toBeLessThan(order.indexOf('Headers'));
      await expect(response(page).getByRole('table', { name: 'Headers of the response' })).toBeHidden();
      const [label, body] = await Promise.all(
        [response(page).locator('time').first(), response(page).getByRole('heading', { name: 'Body' })].map(
          (each) => each.boundingBox(),
        ),
      );
      const refusal = (await response(page)
        .getByText(/abc|Send again/)
        .first()
        .boundingBox())!;
      expect(refusal.y).toBeGreaterThanOrEqual(label!.y - 8);
      expect(refusal.y).toBeLessThan(body!.y);
    });
    await test.step('P7: damaged storage is dropped, and two pages do not fight', async () => {
      await openMe(page);
      // It has written down what is shown: nothing of it comes over the damage.
      const shown = () =>
        page.evaluate(() => {
          const key = Object.keys(localStorage).find((each) => each.includes(':calls:'))!;
          const { hrefs, current } = JSON.parse(localStorage[key] as string) as {
            hrefs: string[];
            current: number;
          };
          return hrefs[current];
        });
      await expect.poll(shown).toContain('getMe');
      await page.evaluate(() => {
        for (const key of Object.keys(localStorage))
          if (key.includes(':calls:')) localStorage.setItem(key, '{"hrefs":[7,"#/x"');
      });
      const other = await context.newPage();
      await other.goto('./');
      await expect(send(other)).toBeVisible();
      await expect(calls(other).getByRole('tab')).toHaveCount(1);
      await open(other, 'getUser?path.id=5', 'Look up a user by id');
      await other.close();
      await page.reload();
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
    });
  });

  // In the gate: src/views/requests/call/call-tabs.svelte.test.ts.
  if (proving)
    test('are twelve at most, and say so', async ({ page }) => {
      await sendMe(page);
      const add = page.getByRole('button', { name: 'New call' });
      for (let tab = 2; tab <= 12; tab++) await add.click();
      await expect(calls(page).getByRole('tab')).toHaveCount(12);
      await add.click();
      await expect(page.getByText(/12 calls are open/)).toBeVisible();
      await page.getByRole('button', { name: /of 12 calls/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Open calls' });
      await expect(dialog.getByRole('button', { name: /^GET/ })).not.toHaveCount(0);
      expect(await violations(page), 'the open calls').toEqual([]);
      await dialog
        .getByRole('button', { name: /^GET \/2\/users\/me/ })
        .first()
        .click();
      await status(page, '200 OK');
    });
  // In the gate: draft.svelte.test.ts of the composer, and headers.test.ts of the response.
  if (proving)
    test('P13: headers are compared with the same call alone', async ({ page }) => {
      await open(page, 'getUserByUsername?auth=app', 'Look up a user by username');
      await send(page).click();
      await status(page, '200 OK');
      await page.getByText('OAuth 1.0a user', { exact: true }).click();
      await send(page).click();
      await expect(response(page).getByText('by OAuth 1.0a')).toBeVisible();
      const headers = response(page).getByRole('button', { name: /^Headers/ });
      await expect(headers).not.toHaveText(/changed|same/);
      await send(page).click();
      await expect(headers).toHaveText(/of which 1 changed since \d\d:\d\d:\d\d/);
      await headers.click();
      const row = response(page).getByRole('row', { name: /svc-rate-limit-remaining/ });
      await expect(row).toHaveText(/was \d+/);
      await expect(response(page).getByText('was not there')).toBeHidden();
    });
});

test.describe('after a reload', () => {
  test('Q2: each call shows its last answer, with X-ray, signature and headers, and what was sent is no draft', async ({
    page,
  }) => {
    const draft = calls(page).getByText('draft', { exact: true });
    await test.step('answers of two calls, one refused; one edited after it was sent', async () => {
      await open(page, 'getUser?path.id=2244994945&auth=oauth1', 'Look up a user by id');
      await send(page).click();
      await status(page, '200 OK');
      await send(page).click();
      await expect(response(page).getByRole('button', { name: 'Compare' }).first()).toBeVisible();
      await open(page, 'getUser?path.id=abc&auth=oauth1', 'Look up a user by id');
      await send(page).click();
      await status(page, '400 Bad Request');
      await open(page, 'createPost?auth=oauth1', 'Create a post');
      await send(page).click();
      await status(page, '201 Created');
      await expect(draft).toHaveCount(0);
      await logWritten(page);
    });
    await page.reload();
    await test.step('the call that was shown has its answer at once', async () => {
      await status(page, '201 Created');
      await expect(response(page).getByText('kept', { exact: true })).toBeVisible();
      await expect(draft).toHaveCount(0);
      await expect(response(page).getByText('Authenticated')).toBeVisible();
      await page.getByRole('tab', { name: 'Signature' }).click();
      await expect(page.getByText('last call: the platform computed the same')).toBeVisible();
      await response(page)
        .getByRole('button', { name: /^Headers/ })
        .click();
      await expect(response(page).getByRole('rowheader', { name: 'svc-rate-limit-limit' })).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });
    await test.step('the others have theirs when they are opened: older ones to compare, a refusal with what mends it', async () => {
      await calls(page).getByRole('tab').first().click();
      await status(page, '200 OK');
      await response(page).getByRole('button', { name: 'Compare' }).first().click();
      const dialog = page.getByRole('dialog', { name: 'Two answers to the same call' });
      await expect(dialog.getByRole('rowheader', { name: 'svc-rate-limit-remaining' })).toBeVisible();
      await page.keyboard.press('Escape');
      await pathId(page).fill('2244994946');
      await expect(response(page).getByText(beforeEdit)).toBeVisible();
      await expect(draft).toHaveCount(1);
      await calls(page).getByRole('tab').nth(1).click();
      await status(page, '400 Bad Request');
      await expect(response(page).getByText('abc').first()).toBeVisible();
      await expect(response(page).getByText(beforeEdit)).toBeHidden();
    });
    await test.step('an answer that the log has no more is one honest line', async () => {
      await page.evaluate(() => {
        const key = Object.keys(localStorage).find((each) => each.includes(':calls:')) ?? '';
        const kept = JSON.stringify({
          version: 2,
          hrefs: ['#/requests/getMe?auth=oauth1'],
          current: 0,
          answers: [{ calls: [{ requestId: 'gone', signed: true, broken: null }], edited: false }],
        });
        addEventListener('pagehide', () => localStorage.setItem(key, kept));
      });
      await page.goto('./#/requests/getMe?auth=oauth1');
      await page.reload();
      await expect(response(page).getByText(/not in the log any more/)).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await send(page).click();
      await status(page, '200 OK');
      await expect(response(page).getByText(/not in the log any more/)).toBeHidden();
    });
  });
});

test.describe('the list of the last calls', () => {
  test('survives a reload, is searched, and opens one as a call', async ({ page }) => {
    await sendMe(page);
    await open(page, 'getUserByUsername?path.username=jonas_berg&auth=app', 'Look up a user by username');
    await send(page).click();
    await status(page, '200 OK');
    await logWritten(page);
    await page.reload();
    await page.getByRole('button', { name: 'Last calls' }).click();
    const sheet = page.getByRole('dialog', { name: 'Last calls' });
    await expect(sheet.locator('li')).toHaveCount(2);
    await expect(sheet.getByText(/^@mira_holm, /)).toBeVisible();
    const find = sheet.getByRole('searchbox', { name: 'Find a call' });
    await find.fill('nothing like it');
    await expect(sheet.getByText(/No call has/)).toBeVisible();
    expect(await violations(page), 'no call found').toEqual([]);
    await find.fill('200 Jonas Berg');
    // "No call has …" is an item of the list, too.
    await expect(sheet.getByRole('listitem').getByRole('button')).toHaveText([/username\/jonas_berg/]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    const one = page.getByRole('dialog', { name: 'A call that was made' });
    await expect(one.getByText('"jonas_berg"')).toBeVisible();
    await expect(one.getByRole('heading', { name: 'X-ray' })).toBeVisible();
    await one.getByRole('button', { name: 'Copy as curl' }).click();
    await expect(one.getByText('Copied for bash')).toBeVisible();
    const curl = await page.evaluate(() => navigator.clipboard.readText());
    expect(curl).toContain('/2/users/by/username/jonas_berg');
    expect(curl).toMatch(/authorization: Bearer [\w%.-]+'/i);
    await one.getByRole('button', { name: 'Open as a call' }).click();
    await expect(one).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Look up a user by username' })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Bearer' })).toBeChecked();
    await expect(current(page)).toHaveText(/\/2\/users\/by\/username\/:username/);
    await send(page).click();
    await status(page, '200 OK');
    await expect(response(page).getByText('jonas_berg').first()).toBeVisible();
  });
});

test.describe('values of an answer', () => {
  test('lead to the calls that take them, from body, tree and the last calls, and a page’s token to that page', async ({
    page,
  }) => {
    await test.step('lead to the calls that take them, and say what they are', async () => {
      // The posts that are the same in every world.
      const query =
        'query.max_results=5&query.end_time=2026-02-20T00:00:00Z&query.post.fields=author_id,conversation_id&auth=oauth1';
      await open(page, `getPostsOfUser?${query}`, /List the posts of a user/);
      await send(page).click();
      await status(page, '200 OK');
      const author = response(page).getByRole('button', { name: '2244994945' }).first();
      await author.click();
      const menu = page.getByRole('menu');
      await expect(menu.getByText('Mira Holm')).toBeVisible();
      await expect(menu.getByText('followers_count')).toBeVisible();
      await expect(menu.getByRole('menuitem').first()).toHaveText(/^\s*GET/);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(author).toBeFocused();
      // The body is one tab stop; the arrows move within it.
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      await expect(menu.getByText('@mira_holm')).toBeVisible();
      await expect(menu.getByText('like_count')).toBeVisible();
      // Opened by a key it has the focus on its first item, and gives it back.
      await expect(menu.getByRole('menuitem').first()).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(menu.getByRole('menuitem').nth(1)).toBeFocused();
      await page.keyboard.press('End');
      await expect(menu.getByRole('menuitem', { name: 'Copy the id' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(response(page).locator('.link:focus')).toHaveCount(1); // it has the focus back
      await page.keyboard.press('Enter');
      await expect(menu.getByRole('menuitem', { name: /Look up a post by its id/ }).first()).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
      // Q17: what only reads is sent at once.
      await status(page, '200 OK');
      await expect(calls(page).getByRole('tab')).toHaveCount(2);
    });
    await test.step('lead there from the tree too, and from the list of the last calls, over which the menu opens', async () => {
      const menu = page.getByRole('menu');
      await response(page).getByText('Tree', { exact: true }).click();
      const id = response(page).locator('details').getByRole('button').first();
      await id.press('Enter');
      await expect(menu.getByText('like_count')).toBeVisible();
      // Reading comes before changing, and the thing itself before what mentions it.
      const methods = await menu.getByRole('menuitem').locator('.m').allTextContents();
      expect(methods.indexOf('GET')).toBe(0);
      expect(methods.lastIndexOf('GET')).toBe(methods.filter((each) => each === 'GET').length - 1);
      await expect(menu.getByRole('menuitem').first()).toHaveText(/Look up a post by its id/);
      await page.keyboard.press('Escape');
      await expect(id).toBeFocused();

      await page.getByRole('button', { name: 'Last calls' }).click();
      await page.getByRole('dialog', { name: 'Last calls' }).locator('.one').first().click();
      const one = page.getByRole('dialog', { name: 'A call that was made' });
      const again = one.locator('.link').first();
      await again.click();
      await expect(menu.getByText('like_count')).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(menu).toBeHidden();
      await expect(again).toBeFocused();
      await again.press('Enter');
      // Q17: three first, the rest under one item, what deletes the post last, and nothing cut.
      await expect(menu.getByRole('menuitem')).toHaveCount(5);
      await menu.getByRole('menuitem', { name: /\d+ more/ }).press('Enter');
      await expect(menu.getByRole('menuitem').nth(3)).toBeFocused();
      await expect(menu.getByRole('menuitem').nth(-2)).toHaveText(/Delete a post/);
      expect(await violations(page)).toEqual([]);
      const box = await menu.boundingBox();
      expect(box?.y).toBeGreaterThanOrEqual(0);
      expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0);
      await menu.getByRole('menuitem').nth(-2).press('Enter');
      await expect(one).toBeHidden();
      await expect(calls(page).getByRole('tab')).toHaveCount(3);
    });
    await calls(page)
      .getByRole('tab', { name: /\/2\/users\/:id\/posts/ })
      .click();
    await test.step('a page’s token leads to that page, in the same tab', async () => {
      const token = response(page).locator('.ln', { hasText: '"next_token"' }).getByRole('button').last();
      const value = await token.textContent();
      await token.press('Enter');
      await expect(page.getByRole('menuitem', { name: /Get that page/ })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(response(page).getByText('"previous_token"')).toBeVisible();
      await expect(calls(page).getByRole('tab')).toHaveCount(3);
      await expect(page).toHaveURL(new RegExp(`pagination_token=${encodeURIComponent(value!)}.*tab=pages`));
      const pages = page.getByRole('table', { name: 'Pages of this list' });
      await expect(pages.getByRole('row')).toHaveCount(3);
      await expect(pages.getByRole('row').last()).toHaveAttribute('aria-current', 'page');
    });
  });
});

test('a call that takes longer can be stopped by the button that sent it, which keeps the focus, and is signed again', async ({
  page,
}) => {
  let arrive!: () => void;
  const held = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/family-communities/, async (route) => {
    await held;
    await route.continue();
  });
  await open(page, 'searchCommunities?auth=oauth1', /^Search communities/);
  await send(page).focus();
  await page.keyboard.press('Enter');
  const stop = page.getByRole('button', { name: 'Stop', exact: true });
  await expect(stop).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(response(page).getByText(/^You stopped waiting/)).toBeVisible();
  await expect(send(page)).toBeFocused();
  arrive();
  await page.keyboard.press('Enter');
  await status(page, '200 OK');
  await expect(send(page)).toBeFocused();
  // The next answer is announced too, although it has the same words.
  const live = response(page).getByRole('status').filter({ hasText: '200 OK' });
  await live.evaluate((region) => {
    new MutationObserver(() => (document.documentElement.dataset['announced'] = 'again')).observe(region, {
      childList: true,
      subtree: true,
    });
  });
  await page.keyboard.press('Enter');
  await expect(page.locator('html')).toHaveAttribute('data-announced', 'again');
  await expect(live).toContainText('200 OK');
});

test.describe('at 200 % zoom', () => {
  test.use({ viewport: { width: 640, height: 360 } });

  test('P20: no part stuck to the foot takes more than a third of the height', async ({ page }) => {
    await open(page, 'createPost?auth=oauth1&tab=headers', /Create a post/);
    await send(page).click();
    await status(page, '201 Created');
    const strip = response(page).getByRole('region', { name: 'Limits this call counts against' });
    await expect(strip.getByRole('meter')).toHaveCount(2);
    const stuck = await strip.evaluate((element) =>
      getComputedStyle(element).position === 'sticky' ? element.getBoundingClientRect().height : 0,
    );
    expect(stuck).toBeLessThanOrEqual(120);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the columns are tabs; P7: the open calls are one line; curl is pasted there, and a long query is cut, shown whole when asked', async ({
    page,
  }) => {
    await test.step('the columns are tabs, and a call needs no sideways scrolling', async () => {
      await page.goto('./');
      const parts = page.getByRole('tablist', { name: 'Parts of this view' });
      await parts.getByRole('tab', { name: 'Endpoints' }).tap();
      await page.getByRole('link', { name: '/2/users/me' }).tap();
      await expect(parts.getByRole('tab', { name: 'Request' })).toHaveAttribute('aria-selected', 'true');
      await send(page).tap();
      await expect(parts.getByRole('tab', { name: 'Response' })).toHaveAttribute('aria-selected', 'true');
      await status(page, '200 OK');
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      for (const tab of await parts.getByRole('tab').all())
        expect((await tab.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    });
    await test.step('P7: the open calls are one line that opens their list', async () => {
      await open(page, 'getUser?path.id=7', 'Look up a user by id');
      const line = page.getByRole('button', { name: /2 of 2 calls/ });
      await expect(line).toHaveText(/\/2\/users\/:id/);
      expect((await line.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await line.tap();
      const dialog = page.getByRole('dialog', { name: 'Open calls' });
      await expect(dialog.getByText('draft')).toBeVisible();
      await dialog.getByRole('button', { name: 'Close GET /2/users/:id' }).tap();
      await expect(dialog.locator('li')).toHaveCount(1);
      await dialog.getByRole('button', { name: /^GET \/2\/users\/me/ }).tap();
      await expect(dialog).toBeHidden();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
    });
    await test.step('a curl command is pasted there', async () => {
      await page.getByRole('button', { name: /\/2\/users\/me/ }).tap();
      await page
        .getByRole('dialog', { name: 'Open calls' })
        .getByRole('button', { name: 'Paste curl' })
        .tap();
      const dialog = page.getByRole('dialog', { name: 'Paste a curl command' });
      await dialog.getByRole('textbox').fill(`curl 'https://api.svc.example/2/users/2244994946'`);
      await dialog.getByRole('button', { name: 'Open the call' }).tap();
      await expect(page.getByRole('heading', { name: 'Look up a user by id' })).toBeVisible();
      await expect(pathId(page)).toHaveValue('2244994946');
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    await test.step('a long query of an answer is cut in its middle, and shown whole when asked', async () => {
      const fields = 'created_at,description,pinned_post_id,protected,public_metrics,url,verified';
      await open(page, `getMe?auth=oauth1&query.user.fields=${fields}`, 'Show the acting user');
      await send(page).click();
      await status(page, '200 OK');
      const more = response(page).getByRole('button', { name: 'The whole query' });
      // The answer before says 200, too, and has a short one.
      await expect(more).toBeVisible();
      const label = response(page).locator('code').first();
      expect((await label.boundingBox())!.height).toBeLessThan(60);
      await more.tap();
      await expect(more).toHaveAttribute('aria-expanded', 'true');
      await expect(label).toContainText('public_metrics%2Curl');
      expect(await violations(page)).toEqual([]);
    });
  });
});

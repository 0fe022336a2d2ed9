import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const lines = (page: Page) => page.getByRole('log', { name: 'Lines as they come' });
const calls = (page: Page) => page.getByRole('tablist', { name: 'Calls' });
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });
const button = (page: Page, name: string | RegExp) =>
  response(page).getByRole('button', { name, exact: true });

/** A rule of its own beside those that are there, and the stream. */
async function openStream(page: Page): Promise<void> {
  const rule = { add: [{ value: 'sourdough', tag: 'bread of its own' }] };
  await page.goto(
    `./#/requests/changeStreamRules?tab=headers&body=${encodeURIComponent(JSON.stringify(rule))}`,
  );
  await heading(page, /^Add or delete rules/).waitFor();
  await send(page).click();
  await expect(response(page).getByText('bread of its own')).toBeVisible();
  await page.goto('./#/requests/streamPosts?query.expansions=author_id');
  await heading(page, /^Stream new posts/).waitFor();
  await send(page).click();
  await expect(response(page).getByText(/Open for \d/)).toBeVisible();
}

/** In a call of its own, which leaves the stream where it is. */
async function post(page: Page, text: string): Promise<void> {
  await page.goto(`./#/requests/createPost?tab=headers&body=${encodeURIComponent(JSON.stringify({ text }))}`);
  await heading(page, 'Create a post').waitFor();
  await send(page).click();
  await expect(response(page).getByText('201 Created').first()).toBeVisible();
}

/** Two tabs, first the one that runs the engine: anyone who begins takes it from one that a busy machine keeps silent. */
async function byEngine(one: Page, other: Page): Promise<readonly [Page, Page]> {
  const runs = (page: Page) => page.getByRole('contentinfo').getByText('The engine runs in this tab').count();
  await expect.poll(async () => (await runs(one)) + (await runs(other))).toBe(1);
  return (await runs(one)) === 1 ? [one, other] : [other, one];
}

const back = (page: Page) =>
  calls(page)
    .getByRole('tab', { name: /\/2\/posts\/search\/stream(?!\/)/ })
    .click();

test.describe('a stream in Requests', () => {
  test('has posts as they come, is stopped and opened again, refuses a second one, says why it was broken off; no axe violation', async ({
    page,
  }) => {
    await test.step('has its head at once, and posts as they come, with their author and the rules that found them', async () => {
      await openStream(page);
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
      await expect(response(page).getByRole('button', { name: /^Headers/ })).toBeVisible();
      await expect(lines(page)).toContainText('Nothing yet.');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      // However long it takes here: all of it is within a minute there.
      await page.getByRole('button', { name: 'Freeze the clock' }).click();
      await post(page, 'Sourdough at seven.');
      await expect(calls(page).getByTitle('Stream open')).toHaveCount(1);
      await expect(
        page.getByRole('contentinfo').getByRole('link', { name: 'A stream is open' }),
      ).toBeVisible();
      await post(page, 'The oven is cold.');
      await post(page, 'More sourdough at nine.');
      await back(page);
      await expect(lines(page).getByRole('listitem')).toHaveCount(2);
      const first = lines(page).getByRole('listitem').first();
      await expect(first).toContainText('@mira_holm');
      await expect(first).toContainText('Sourdough at seven.');
      await expect(first).toContainText('bread of its own');
      await expect(response(page).getByText('2 in the last minute')).toBeVisible();
      await page.getByRole('button', { name: 'Let the clock run' }).click();
      expect(await violationsInBothSchemes(page)).toEqual([]);
    });
    await test.step('lift 9: a post and a rule are written where the stream is watched', async () => {
      const post = response(page).getByRole('textbox', { name: 'New post' });
      const rule = response(page).getByRole('textbox', { name: 'New rule' });
      await rule.fill('(tide');
      await expect(response(page).getByText(/a group begins that is not closed/)).toBeVisible();
      await post.fill('Sourdough at high tide.');
      await expect(response(page).getByText('Would be found by')).toContainText('bread of its own');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await rule.press('Enter');
      await expect(rule).toBeFocused();
      await rule.fill('tide');
      await expect(response(page).getByText(/A valid rule/)).toBeVisible();
      await button(page, 'Try it with the API').click();
      await expect(response(page).getByText(/1 created, and nothing was added/)).toBeVisible();
      await rule.press('Control+Enter');
      await expect(rule).toHaveValue('');
      await expect(response(page).getByRole('list', { name: 'Rules' })).toContainText('tide');
      await expect(response(page).getByText('Would be found by')).toContainText('tide');
      await post.press('Control+Enter');
      await expect(response(page).getByText('Posted as @mira_holm. 2 rules find it.')).toBeVisible();
      await expect(lines(page).getByRole('listitem').last()).toContainText('Sourdough at high tide.');
      await button(page, 'Delete the rule tide').press('Enter');
      await expect(response(page).getByRole('list', { name: 'Rules' })).not.toContainText('tide');
      await post.fill('Sourdough at high tide.');
      await post.press('Control+Enter');
      await expect(response(page).getByText(/code 187/)).toBeVisible();
      await expect(post).toHaveValue('Sourdough at high tide.');
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await post.fill('');
      await response(page).getByRole('group', { name: 'Show the stream as' }).getByText('Raw').click();
      await expect(lines(page)).toContainText('"matching_rules"');
      await expect(lines(page)).toContainText('\\r\\n');
    });
    await test.step('is stopped by the keyboard, keeps what came, and is opened again', async () => {
      await button(page, 'Stop').focus();
      await page.keyboard.press('Enter');
      await expect(response(page).getByText(/Stopped by you after/)).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await response(page).getByRole('group', { name: 'Show the stream as' }).getByText('Posts').click();
      await expect(lines(page).getByRole('listitem')).toHaveCount(3);
      await button(page, 'Open again').focus();
      await page.keyboard.press('Enter');
      await expect(response(page).getByText(/Open for \d/)).toBeVisible();
      await expect(lines(page)).toContainText('Nothing yet.');
    });
    await test.step('goes on beside a second one, which is refused, until that one says stop', async () => {
      await send(page).click();
      await expect(response(page).getByText('429 Too Many Requests').first()).toBeVisible();
      // A 429 that no window gave says what it is for.
      await expect(
        response(page).getByRole('heading', { name: 'The App is connected to the stream already' }),
      ).toBeVisible();
      await expect(
        response(page).getByText(/The first connection was opened at .* in this tab/),
      ).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await button(page, 'End it and connect').click();
      await expect(response(page).getByText(/Open for \d/)).toBeVisible();
    });
    await test.step('Q31: a stream that a reload cut off leaves a word, and is opened again from it', async () => {
      await page.reload();
      await expect(response(page).getByText('Stream closed by the reload')).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await button(page, 'Open it again').click();
      await expect(response(page).getByText(/Open for \d/)).toBeVisible();
      await expect(response(page).getByText('Stream closed by the reload')).toBeHidden();
    });
    await test.step('says why the platform broke it off', async () => {
      await page.goto('./#/requests/invalidateBearerToken');
      await heading(page, /bearer token/).waitFor();
      await send(page).click();
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
      await back(page);
      await expect(response(page).getByText(/Interrupted after/)).toBeVisible();
      await expect(
        response(page).getByText(/The token was revoked\. Its last line says so: code 89/),
      ).toBeVisible();
      expect(await violations(page), 'broken off').toEqual([]);
    });
  });

  test('shows the newest line unless somebody scrolled up, and ends with the tab that ran the platform, and says so', async ({
    page,
    context,
  }) => {
    await page.goto('./');
    await send(page).waitFor();
    const opened = await context.newPage();
    await opened.goto('./');
    const [leader, other] = await byEngine(page, opened);
    await test.step('shows the newest line unless somebody scrolled up', async () => {
      await openStream(other);
      for (let at = 1; at <= 9; at++) await post(other, `Sourdough, loaf number ${at} of today.`);
      await back(other);
      await expect(lines(other).getByText('number 9')).toBeInViewport();
      await lines(other).focus();
      await other.keyboard.press('Home');
      await expect(lines(other).getByText('number 1 of')).toBeInViewport();
      await post(leader, 'Sourdough, loaf number 10 of today.');
      const more = response(other).getByRole('button', { name: '1 new' });
      await expect(more).toBeVisible();
      await expect(lines(other).getByText('number 1 of')).toBeInViewport();
      await more.click();
      await expect(lines(other).getByText('number 10 of')).toBeInViewport();
    });
    await test.step('ends with the tab that ran the platform, and says so', async () => {
      await leader.close();
      await expect(other.getByText(/Interrupted after/)).toBeVisible();
      await expect(other.getByText(/The tab that ran the engine .*\./)).toBeVisible();
      await other.getByRole('button', { name: 'Open again' }).click();
      await expect(other.getByText(/Open for \d/)).toBeVisible();
    });
  });
});

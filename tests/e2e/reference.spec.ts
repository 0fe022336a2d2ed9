import { violations, violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

test('the reference is read beside the call, from a link, by a search, and a call is tried in it', async ({
  page,
}) => {
  await test.step('the sheet of the open call says who may call it, and adds a field to the body', async () => {
    await page.goto('./#/requests/createPost?tab=body');
    await page.getByRole('tab', { name: 'Reference' }).click();
    await expect(page.getByText('OAuth 1.0a user token', { exact: true })).toBeVisible();
    await expect(page.getByText('At least one of text, poll and quote_post_id is required.')).toBeVisible();
    await page.getByRole('button', { name: 'Add reply_settings' }).click();
    await expect(page.getByRole('button', { name: 'Add reply_settings' })).toHaveCount(0);
    await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText('reply_settings');
    expect(await violations(page), 'the sheet').toEqual([]);
  });

  await test.step('a link leads to a refusal: unfolded, in sight and focused', async () => {
    await page.goto('./#/reference/createPost/refusals/187');
    const card = page.locator('[data-anchor="createPost/refusals/duplicatePost"]');
    await expect(card).toBeFocused();
    await expect(card).toBeInViewport();
    await expect(card).toContainText('This user already made this post in the last 24 hours');
    await card.getByText('What the platform answers').click();
    await expect(card).toContainText('"code": 187');
    expect(await violationsInBothSchemes(page), 'the page').toEqual([]);
  });

  await test.step('Lift 11: a refusal is made to happen on a copy of the world, and its answer is shown', async () => {
    const card = page.locator('[data-anchor="createPost/refusals/duplicatePost"]');
    await expect(card).toContainText('On a copy of the world, as Northwind Reader');
    await expect(card).toContainText('It takes 2 calls. Nothing of yours is counted or changed.');
    await card.getByRole('button', { name: 'Make it happen' }).click();
    await expect(card.getByRole('status')).toContainText('Refused, as it should be');
    await expect(card.getByRole('status')).toContainText('403 Forbidden, after 2 calls on the copy');
    await expect(card.getByRole('status')).toBeFocused();
    await expect(card.getByRole('heading', { name: 'X-ray' })).toBeVisible();
    expect(await violationsInBothSchemes(page), 'made').toEqual([]);
  });

  await test.step('Lift 11: the copy has a receiver, and what cannot be met says why', async () => {
    await page.goto('./#/reference/registerWebhook/refusals/duplicateUrlFailed');
    const card = page.locator('[data-anchor="registerWebhook/refusals/duplicateUrlFailed"]');
    await expect(card).toContainText('Registers a webhook at receiver.northwind.example');
    await card.getByRole('button', { name: 'Make it happen' }).click();
    await expect(card.getByRole('status')).toContainText('Refused, as it should be');
    await expect(card).toContainText('DuplicateUrlFailed');
    await page.goto('./#/reference/streamPosts/refusals/usageCapExceeded');
    const unmet = page.locator('[data-anchor="streamPosts/refusals/usageCapExceeded"]');
    await expect(unmet).toContainText('It cannot be made to happen here. Its smallest plan gives');
    await expect(unmet.getByRole('button', { name: 'Make it happen' })).toHaveCount(0);
    expect(await violations(page), 'what cannot be met').toEqual([]);
    await page.goto('./#/reference/createPost/refusals/187');
  });

  await test.step('Try it sends the call of the example and shows the answer in its place', async () => {
    const example = page.getByRole('region', { name: 'Example' });
    const tryIt = example.getByRole('button', { name: 'Try it' });
    await tryIt.click();
    await expect(example.getByRole('status').getByText('201 Created')).toBeVisible();
    await expect(example.getByRole('heading', { name: 'X-ray' })).toBeVisible();
    await expect(example.getByText('The answer is above.')).toBeVisible();
    await expect(tryIt).toBeFocused();
    await example.getByRole('button', { name: 'Back to the example' }).press('Enter');
    await expect(tryIt).toBeFocused();
    await tryIt.click();
    await expect(example.getByRole('status').getByText('403 Forbidden')).toBeVisible();
  });

  await test.step('a search leads to a field by the keyboard alone, and Escape leads back', async () => {
    await page.keyboard.press('/');
    await page.keyboard.type('followers_count');
    await expect(page.getByRole('heading', { name: /hits? for “followers_count”/ })).toBeVisible();
    expect(await violations(page), 'the hits').toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#\/reference\/\w+\/200\/.*followers_count$/);
    await expect(page.locator('.field-row.target')).toBeInViewport();
    await page.keyboard.press('/');
    await page.keyboard.type('favorites');
    await expect(page.getByRole('button', { name: 'bookmark', exact: true })).toBeVisible();
    await page.getByRole('searchbox', { name: 'Find a call, field or code' }).press('Escape');
    await expect(page.locator('.field-row.target')).toBeVisible();
  });

  await test.step('printed, nothing is folded, and the frame is away', async () => {
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
    await expect(page.getByRole('navigation', { name: 'Views' })).toBeHidden();
    await expect(page.getByRole('region', { name: 'Example' })).toBeHidden();
    await expect(page.locator('[data-anchor$="/refusals/tokenInvalid"]').first()).toBeVisible();
  });
});

test('on a phone the reference has three parts, and nothing is cut off', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./#/reference/getMe');
  await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await wide()).toBeLessThanOrEqual(0);
  await page.getByRole('tab', { name: 'Example' }).click();
  await expect(page.getByRole('button', { name: 'Try it' })).toBeInViewport();
  await page.getByRole('tab', { name: 'Calls' }).click();
  await page.getByRole('link', { name: 'Look up a user by id' }).click();
  const title = page.getByRole('heading', { name: 'Look up a user by id' });
  await expect(title).toBeInViewport();
  expect(await violations(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Example' }).click();
  await expect(page.getByRole('region', { name: 'Example' })).toContainText('Look up a user by id');
  await page.getByRole('tab', { name: 'Read' }).click();
  await expect(title).toBeInViewport();
});

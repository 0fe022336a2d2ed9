/** Pages in Requests: a list is turned in one tab, to its end and back, and what its tokens are bound to is tried. */
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const table = (page: Page) => page.getByRole('table', { name: 'Pages of this list' });
const rows = (page: Page) => table(page).locator('tbody').getByRole('row');
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

test('a list of the Advertiser API is turned, tried and read to its end, in one tab', async ({ page }) => {
  await page.goto('./#/requests/getCampaigns?auth=oauth1&query.count=5&query.sort_by=name-asc&tab=pages');
  await button(page, 'First page').click();
  await expect(rows(page)).toHaveCount(1);
  await expect(button(page, 'Previous page')).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Next page').click();
  await expect(rows(page)).toHaveCount(2);
  await button(page, 'Next page').click();
  await expect(rows(page)).toHaveCount(3);
  await button(page, 'Previous page').click();
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByText('3 pages, 15 entries')).toBeVisible();
  // The same in the answer's head.
  const head = response(page);
  await expect(head.getByText('page 2', { exact: true })).toBeVisible();
  await head.getByRole('button', { name: 'Page after' }).click();
  await expect(rows(page).nth(2)).toHaveAttribute('aria-current', 'page');
  await head.getByRole('button', { name: 'Page before' }).click();
  await expect(rows(page).nth(1)).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('tablist', { name: 'Calls' }).getByRole('tab')).toHaveCount(1);

  const bound = page.getByRole('region', { name: /What the next page’s token is bound to/ });
  for (const [name, says] of [
    ['Ask line_items', '400, refused'],
    ['Ask Northwind Reader’s', '400, refused'],
    ['Ask by id-asc', '400, refused'],
    ['Ask for deleted ones, too', '400, refused'],
    ['Change one', '400, refused'],
  ] as const) {
    const item = bound.getByRole('listitem').filter({ has: page.getByRole('button', { name }) });
    await item.getByRole('button').click();
    await expect(item.getByText(says)).toBeVisible();
  }
  await expect(response(page).getByText('400 Bad Request').first()).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await expect(
    page.getByText(/^To the end takes 5 calls, in pages of 1,000, the most there are/),
  ).toBeVisible();
  await button(page, 'To the end').click();
  await expect(page.getByText(/^The end, after \d calls\.$/).last()).toBeVisible();
  await expect(button(page, 'Next page')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByText('each once', { exact: true })).toBeVisible();

  // What was seen stays while the tab is there, whichever part of it is looked at.
  const count = await rows(page).count();
  await page.getByRole('tab', { name: 'Signature' }).click();
  await page.getByRole('tab', { name: 'Pages' }).click();
  await expect(rows(page)).toHaveCount(count);
});

test('the limit stops the way to the end, and the clock’s jump leads on; an endpoint without pages has no such tab', async ({
  page,
}) => {
  await page.goto('./#/requests/getMe?tab=pages');
  await expect(page.getByRole('tab', { name: 'Signature' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('tab', { name: 'Pages' })).toBeHidden();
  await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('Free');
  await page.goto('./#/requests/getPostsOfUser?query.max_results=5&tab=pages');
  await button(page, 'First page').click();
  await expect(rows(page)).toHaveCount(1);
  await button(page, 'To the end').click();
  await expect(page.getByText(/^The limit is used up after 0 calls/).last()).toBeVisible();
  await button(page, 'Jump to the reset').click();
  await expect(page.getByText(/1 of 1 calls are left/)).toBeVisible();
  await button(page, 'Next page').click();
  await expect(rows(page)).toHaveCount(2);
});

test('changes between pages are compared with what offsets would have given', async ({ page }) => {
  await page.goto(
    './#/requests/getCampaigns?auth=oauth1&query.count=5&query.sort_by=created_at-desc&tab=pages',
  );
  const compared = page.getByRole('region', { name: 'By cursor and by offset' });
  const bar = page.getByRole('group', { name: 'Between pages' });
  await button(page, 'First page').click();
  await expect(compared.getByText('By offset: each once, none lost')).toBeVisible();
  await expect(page.getByText(/^To the end takes 5 calls, in pages of 1,000/)).toBeVisible();
  await bar.getByRole('button', { name: 'Insert 2' }).click();
  await expect(bar.getByText('Done outside the API: 2 were made.').first()).toBeVisible();
  await expect(compared.getByText('+ after page 1')).toHaveCount(2);
  await button(page, 'Next page').click();
  await expect(compared.getByText('By offset: 2 twice')).toBeVisible();
  await bar.getByRole('button', { name: 'Delete 3' }).click();
  await expect(compared.getByText('− after page 2')).toHaveCount(3);
  await button(page, 'Next page').click();
  await expect(compared.getByText('By offset: 2 twice, 2 lost')).toBeVisible();
  await expect(compared.getByText('By cursor: each once, none lost')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('tab', { name: 'Request', exact: true }).click();
  await expect(compared.getByRole('columnheader')).toHaveCount(3);
  await expect(compared.getByText('By offset: 2 twice, 2 lost')).toBeVisible();

  // Of a list that no call changes it is said why.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto('./#/requests/getPostsOfUser?auth=oauth1&query.max_results=5&tab=pages');
  await button(page, 'First page').click();
  await bar.getByRole('button', { name: 'Insert 2' }).click();
  await expect(bar.getByText(/^POST \/2\/posts: 201, 201, /).first()).toBeVisible();
  await page.goto('./#/requests/getBlocking?auth=oauth1&query.max_results=5&tab=pages');
  await button(page, 'First page').click();
  await expect(bar.getByText('No call blocks anybody: people do that themselves.')).toBeVisible();
  await expect(bar.getByRole('button', { name: 'Insert 2' })).toHaveAttribute('aria-disabled', 'true');
});

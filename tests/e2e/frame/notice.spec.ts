import type { Page } from '@playwright/test';
import { expect, test } from '../../support/page.ts';

const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });

test('has a notice that goes after eight seconds, not while somebody points at it; Q32: it moves nothing, and ends with the view that it belongs to', async ({
  page,
}) => {
  await page.clock.install();
  await page.goto('./');
  await expect(send(page)).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.goto('./#/requests/noSuchThing');
  const notice = page.getByText('There is no endpoint called noSuchThing.');
  await notice.hover();
  await page.clock.runFor(20_000);
  await expect(notice).toBeVisible();
  const beside = await page.locator('main').boundingBox();
  await page.mouse.move(5, 5);
  await page.clock.runFor(9_000);
  await expect(notice).toBeHidden();
  expect(await page.locator('main').boundingBox()).toEqual(beside);
  await page.goto('./#/requests/noSuchOtherThing');
  const other = page.getByText('There is no endpoint called noSuchOtherThing.');
  await expect(other).toBeVisible();
  // The clock stands: no timer ends it.
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Doctor' }).click();
  await expect(other).toBeHidden();
});

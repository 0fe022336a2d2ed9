import type { Page } from '@playwright/test';
import { expect, test } from '../../support/page.ts';

/** Of all that can be pressed in the bar, except for the name, in whole px. */
const positions = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll('header button:not(:has(b)), header time')]
      .filter((each) => each.checkVisibility())
      .map((each) => {
        const { left, top, width, height } = each.getBoundingClientRect();
        return [left, top, width, height].map(Math.round);
      }),
  );

test('P22: at every width buttons keep their place, frozen and running; P22: the day, the plan, the App or the person do not move them', async ({
  page,
}) => {
  await test.step('P22: at every width what is pressed keeps its place, frozen and running', async () => {
    await page.goto('./');
    for (const width of [1440, 1920, 1240, 1024, 900])
      await test.step(`${width} px`, async () => {
        await page.setViewportSize({ width, height: 800 });
        const freeze = page.getByRole('button', { name: 'Freeze the clock' });
        await expect(freeze).toBeVisible();
        const before = await positions(page);
        await freeze.click();
        await expect(page.getByRole('button', { name: 'Let the clock run' })).toBeVisible();
        await expect.poll(() => positions(page)).toEqual(before);
        await page.getByRole('button', { name: 'Let the clock run' }).click();
        await expect(freeze).toBeVisible();
        await expect.poll(() => positions(page)).toEqual(before);
      });
  });
  await test.step('P22: nor does it move with the day, the plan, the App or the person', async () => {
    await page.setViewportSize({ width: 1440, height: 800 });
    await page.goto('./');
    const time = page.getByRole('group', { name: 'Platform clock' }).locator('time');
    await expect(time).toBeVisible();
    const before = await positions(page);
    const days = new Set<number>();
    for (let day = 0; day < 10; day++) {
      const shown = await time.getAttribute('datetime');
      days.add(new Date(shown!).getUTCDate().toString().length);
      await page.getByRole('button', { name: '+24 h' }).click();
      await expect(time).not.toHaveAttribute('datetime', shown!);
      await expect
        .poll(async () => Date.parse((await time.getAttribute('datetime'))!) - Date.parse(shown!))
        .toBeGreaterThanOrEqual(86_400_000);
      await expect.poll(() => positions(page)).toEqual(before);
    }
    expect(days.size, 'days of one and of two figures').toBe(2);
    for (const plan of ['Free', 'Enterprise', 'Basic', 'Pro']) {
      await page.getByRole('combobox', { name: /^Plan of/ }).selectOption(plan);
      await expect.poll(() => positions(page)).toEqual(before);
    }
    const user = page.getByRole('banner').getByRole('combobox', { name: 'Acting user' });
    for (const option of (await user.locator('option').allTextContents()).slice(0, 4)) {
      await user.selectOption({ label: option });
      await expect.poll(() => positions(page)).toEqual(before);
    }
    await page.getByRole('combobox', { name: 'App', exact: true }).selectOption({ label: 'Pocket Sketch' });
    await expect(page.getByText('no plan (Standalone)')).toBeVisible();
    await expect.poll(() => positions(page)).toEqual(before);
  });
});

test('P22: on a phone the sheet keeps its buttons in their places', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('./');
  await page.getByRole('button', { name: /Platform clock/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Platform clock' });
  const freeze = sheet.getByRole('button', { name: 'Freeze' });
  const before = await freeze.boundingBox();
  await freeze.click();
  await expect(sheet.getByRole('button', { name: 'Let it run' })).toBeVisible();
  expect(await sheet.getByRole('button', { name: 'Let it run' }).boundingBox()).toEqual(before);
});

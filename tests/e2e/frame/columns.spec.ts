import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const grip = (page: Page, name: string) => page.getByRole('separator', { name: `Width of ${name}` });
const pane = (page: Page, name: string) => page.getByRole('main').getByRole('region', { name, exact: true });
const widthOf = async (page: Page, name: string) =>
  Math.round((await pane(page, name).first().boundingBox())!.width);

test.use({ viewport: { width: 1440, height: 900 } });

test('P24: a column is dragged, remembered by view, and reset by a double click; P24: and moved by keys, within its bounds, which it says', async ({
  page,
}) => {
  await test.step('P24: a column is dragged, remembered by view, and reset by a double click', async () => {
    await page.goto('./');
    const handle = grip(page, 'Response');
    await expect(handle).toBeVisible();
    const usual = await widthOf(page, 'Response');
    const box = (await handle.boundingBox())!;
    await page.mouse.move(box.x + box.width / 2, 500);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2 - 40, 500);
    await page.mouse.move(box.x + box.width / 2 - 80, 500);
    await page.mouse.up();
    const made = await widthOf(page, 'Response');
    expect(Math.abs(made - usual - 80)).toBeLessThanOrEqual(4);
    await page.reload();
    await expect(handle).toBeVisible();
    expect(await widthOf(page, 'Response')).toBe(made);
    await page.goto('./#/sign-in');
    await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeAttached();
    await page.goto('./');
    await expect(handle).toBeVisible();
    await handle.dblclick();
    await expect.poll(() => widthOf(page, 'Response')).toBe(usual);
  });
  await test.step('P24: and moved by keys, within its bounds, which it says', async () => {
    await page.goto('./');
    const handle = grip(page, 'Endpoints');
    await handle.focus();
    const value = async (of: 'now' | 'min' | 'max') => Number(await handle.getAttribute(`aria-value${of}`));
    const before = await value('now');
    expect(before).toBe(await widthOf(page, 'Endpoints'));
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => value('now')).toBe(before + 16);
    await page.keyboard.press('Shift+ArrowLeft');
    await expect.poll(() => value('now')).toBe(Math.max(200, before - 48));
    await page.keyboard.press('End');
    await expect.poll(() => value('now')).toBe(await value('max'));
    await page.keyboard.press('ArrowRight');
    expect(await value('now')).toBe(await value('max'));
    await page.keyboard.press('Home');
    await expect.poll(() => value('now')).toBe(await value('min'));
    await page.keyboard.press('Enter');
    await expect.poll(() => value('now')).toBe(before);
    const found = await violations(page);
    expect(found.filter((each) => each.includes('separator'))).toEqual([]);
  });
});

test('P24: any stored value is handled', async ({ page }) => {
  await page.goto('./');
  for (const stored of ['{"response": 99999, "endpoints": "wide"}', '[1', 'null', '{"__proto__": {"x": 1}}'])
    await test.step(stored, async () => {
      await page.evaluate((text) => {
        localStorage.setItem('svc-playground:columns:1:part', text);
      }, stored);
      await page.reload();
      await expect(grip(page, 'Endpoints')).toBeVisible();
      expect(await widthOf(page, 'Endpoints')).toBeLessThan(320);
      expect(await widthOf(page, 'Response')).toBeLessThan(480);
    });
});

test('P24: at 1920 px the columns beside the work have room; P24: at 1024 × 768, and at 768, nothing of any view is cut off at its side', async ({
  page,
}) => {
  await test.step('P24: at 1920 px the columns beside the work have room', async () => {
    await page.setViewportSize({ width: 1920, height: 1080 });
    await page.goto('./');
    await expect(grip(page, 'Endpoints')).toBeVisible();
    expect(await widthOf(page, 'Endpoints')).toBeGreaterThan(340);
    expect(await widthOf(page, 'Response')).toBeGreaterThan(520);
    expect(await widthOf(page, 'Request')).toBeGreaterThan(700);
  });
  await test.step('P24: at 1024 × 768, and at 768, nothing of any view is cut off at its side', async () => {
    const views = ['requests', 'sign-in', 'limits', 'webhooks', 'catalog', 'world', 'portal', 'doctor'];
    for (const [width, height] of [
      [1024, 768],
      [768, 1024],
    ] as const) {
      await page.setViewportSize({ width, height });
      for (const view of views) {
        await page.goto(`./#/${view}`);
        await expect(page.getByRole('heading', { level: 1, name: new RegExp(view, 'i') })).toBeAttached();
        await expect(page.locator('main .pane').filter({ visible: true }).first()).toBeVisible();
        if (view === 'catalog' && width > 900)
          await expect(page.getByRole('table', { name: 'Limits of the catalog' })).toBeVisible();
        const clipped = await page.evaluate(() =>
          [...document.querySelectorAll('main .pane, main .pane *')]
            .filter((each) => each.checkVisibility() && !each.matches('.vh, .vh *, select, option, svg *'))
            .filter((each) => {
              const pane = each.closest('.pane')!.getBoundingClientRect();
              const box = each.getBoundingClientRect();
              return box.width > 0 && !each.matches('[role=separator]') && box.right > pane.right + 1;
            })
            .map((each) => `${each.tagName} ${each.className} ${each.textContent.slice(0, 40)}`),
        );
        expect(clipped, `${view} at ${width} px`).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth), view).toBe(width);
      }
    }
  });
});

import type { Locator, Page } from '@playwright/test';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const entries = (page: Page) => page.getByRole('button', { name: /^Forget the / });

async function toVault(page: Page): Promise<void> {
  await page.goto('./#/portal/vault');
  await page.getByRole('heading', { name: 'Vault' }).waitFor();
}

test.describe('craft of the Portal', () => {
  test('P25: what a key’s state says stands on the line of its title; P25: a long vault is filtered by App, kind and user', async ({
    page,
  }) => {
    await test.step('P25: what a key’s state says stands on the line of its title', async () => {
      await page.goto('./#/portal');
      await page
        .getByRole('navigation', { name: 'Portal' })
        .getByRole('link', { name: /Northwind Reader/ })
        .click();
      await page.getByRole('tab', { name: /Keys/ }).click();
      const key = page.getByRole('group', { name: 'API Key and Secret', exact: true });
      await expect(key).toContainText('in force');
      const offset = await key.evaluate((item) => {
        const bottomOf = (element: Element | null | undefined): number => {
          const text = element && document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
          const range = document.createRange();
          while (text?.nextNode()) {
            if (!text.currentNode.textContent?.trim()) continue;
            range.selectNodeContents(text.currentNode);
            return range.getBoundingClientRect().bottom;
          }
          throw new Error('There is no text');
        };
        return Math.abs(bottomOf(item.querySelector('h3')) - bottomOf(item.querySelector('.st')));
      });
      expect(offset).toBeLessThan(1);
    });
    await test.step('P25: a long vault is filtered by App, kind and user', async () => {
      await toVault(page);
      const all = await entries(page).count();
      expect(all).toBeGreaterThanOrEqual(8);
      const filter = page.getByRole('searchbox', { name: 'Filter the vault' });
      await filter.fill('bearer reader');
      await expect(entries(page)).toHaveCount(1);
      await expect(page.getByText(`1 of ${all}`)).toBeVisible();
      await filter.fill('nobody has this');
      await expect(page.getByText('Nothing in the vault matches “nobody has this”.')).toBeVisible();
      await page.getByRole('button', { name: 'Show all' }).click();
      await expect(entries(page)).toHaveCount(all);
    });
  });

  test('destructive actions are red, ask first, and do not have the focus', async ({ page }) => {
    await page.goto('./#/portal/apps/26001/keys');
    const bearer = page.getByRole('group', { name: 'Bearer token', exact: true });
    const dialog = page.getByRole('dialog');
    const isRed = (button: Locator, of: 'color' | 'backgroundColor') =>
      button.evaluate((element, property) => {
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--err)';
        const red = getComputedStyle(probe).color;
        probe.remove();
        return getComputedStyle(element)[property] === red;
      }, of);
    for (const act of ['Regenerate', 'Revoke']) {
      await bearer.getByRole('button', { name: new RegExp(`^${act}`) }).click();
      await expect(dialog.getByRole('button', { name: 'Keep it' })).toBeFocused();
      await expect(dialog).toContainText('This cannot be undone');
      expect(await isRed(dialog.getByRole('button', { name: act, exact: true }), 'backgroundColor')).toBe(
        true,
      );
      await page.keyboard.press('Enter');
      await expect(dialog).toBeHidden();
      await expect(bearer).toContainText('in force');
    }
    await bearer.getByRole('button', { name: /^Revoke/ }).click();
    await dialog.getByRole('button', { name: 'Revoke', exact: true }).click();
    await expect(bearer).not.toContainText('in force');
    await page.getByRole('tab', { name: 'Settings' }).click();
    const remove = page.getByRole('button', { name: 'Delete App' });
    expect(await isRed(remove, 'color')).toBe(true);
    await remove.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(remove).toBeFocused();
  });

  test('P25: the filtered vault has no axe violation, in both schemes', async ({ page }) => {
    await toVault(page);
    await page.getByRole('searchbox', { name: 'Filter the vault' }).fill('bearer');
    await expect(page.getByText(/^\d+ of \d+$/)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

import type { Page } from '@playwright/test';
import { parseCurl } from '../../../src/curl/parse.ts';
import { expect, test } from '../../support/page.ts';
import { violations } from '../../support/axe.ts';
import { field, now, queryLeftOut, region, shop, toDoctor, verdict } from './doctor-page.ts';

test.use({ permissions: ['clipboard-read', 'clipboard-write'] });

/** The clipboard is written in its own time. */
const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test.describe('the repaired request', () => {
  test('lift 5: header, curl for three shells and base string to copy; each repaired value is marked', async ({
    page,
  }) => {
    await toDoctor(page);
    await field(page).fill(queryLeftOut(now() - 400));
    const repaired = region(page, 'Repaired');
    await expect(repaired).toContainText('3 values changed');
    await expect(repaired.locator('ins')).not.toHaveCount(0);
    await expect(repaired).toContainText(/was (399|4\d\d) s behind; at most 300 s are taken/);
    await repaired.getByRole('button', { name: 'Copy the Authorization header' }).click();
    await expect.poll(() => copied(page)).toMatch(/^OAuth oauth_consumer_key="/);
    const header = await copied(page);
    for (const shell of ['bash', 'cmd', 'PowerShell'] as const) {
      await repaired.getByText(shell, { exact: true }).click();
      await repaired.getByRole('button', { name: 'Copy curl' }).click();
      await expect
        .poll(async () => parseCurl(await copied(page)))
        .toMatchObject({ shell, headers: [['Authorization', header]] });
    }
    await expect(repaired.getByRole('button', { name: 'Copy curl' })).toHaveText('Copy');
    expect(await violations(page)).toEqual([]);
  });

  test('lift 5: Send repaired sends it, and shows what the platform says; lift 5: for any other platform the secrets are typed, and the curl is copied', async ({
    page,
  }) => {
    await test.step('lift 5: Send repaired sends it, and shows what the platform says', async () => {
      await toDoctor(page);
      await field(page).fill(queryLeftOut(now() - 400));
      const repaired = region(page, 'Repaired');
      await repaired.getByRole('button', { name: 'Send repaired' }).click();
      await expect(repaired).toContainText('200');
      await expect(repaired).toContainText('The platform took the signature.');
      expect(await violations(page)).toEqual([]);
      await repaired.getByRole('button', { name: 'Send again' }).click();
      await expect(repaired).toContainText('200');
      await repaired.getByRole('link', { name: 'See the call in Requests' }).click();
      await expect(page).toHaveURL(/#\/requests\/.*usernames=mira_holm/);
      await expect(page.getByRole('button', { name: 'Send', exact: true })).toBeVisible();
    });
    await test.step('lift 5: for any other platform the secrets are typed, and the curl is copied', async () => {
      await toDoctor(page);
      await field(page).fill(shop.message());
      await expect(page.getByRole('radio', { name: 'Any other' })).toBeChecked();
      await expect(page.getByLabel('Host')).toHaveValue('https://api.shop.example');
      await page.getByLabel('Consumer secret').fill(shop.secret);
      await expect(verdict(page)).toHaveText('http and https confused');
      await expect(region(page, 'Finding').locator('del')).toHaveText('1 character missing');
      const repaired = region(page, 'Repaired');
      await expect(repaired).toContainText('the real clock, not the platform’s');
      await expect(repaired.getByRole('button', { name: /Send/ })).toHaveCount(0);
      await repaired.locator('.main-act').click();
      await expect
        .poll(async () => parseCurl(await copied(page)))
        .toHaveProperty('url', 'https://api.shop.example/wp-json/wc/v3/orders?per_page=20&status=processing');
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
        shop.secret,
      );
      expect(await violations(page)).toEqual([]);
    });
    await test.step('Q1: a method that another host declares is kept', async () => {
      await field(page).fill(shop.withSha256());
      await expect(verdict(page)).toHaveText('http and https confused');
      await expect(region(page, 'Finding')).not.toContainText('choice');
      const repaired = region(page, 'Repaired');
      await expect(repaired).toContainText('HMAC-SHA256 is kept, as it was declared.');
      await repaired.locator('.main-act').click();
      await expect.poll(() => copied(page)).toContain('oauth_signature_method="HMAC-SHA256"');
      expect(await copied(page)).not.toContain('HMAC-SHA1');
    });
  });
});

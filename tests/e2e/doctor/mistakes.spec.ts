import type { Page } from '@playwright/test';
import { createPlatform, encodeRfc3986, signRequest } from '../../../engine/inside.ts';
import { hmacSha1 } from '../../../engine/auth/signature.ts';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

/** The page's vault holds what the starter hands out: the same seed gives the same secrets. */
const held = createPlatform().initialCredentials.find((each) => each.kind === 'oauth1')!;
const url = 'https://api.svc.example/2/users/me?user.fields=url&expansions=pinned_post_id';
const unsigned = { method: 'GET', url, headers: [] };
const now = () => Math.floor(Date.now() / 1000);
const fresh = () => ({ nonce: `n${Math.random()}`, timestamp: now() });
const curl = (authorization: string) => `curl '${url}' \\\n  -H 'Authorization: ${authorization}'`;

const mistakes: Record<string, () => string> = {
  swapped: () => {
    const { consumer_secret, oauth_token_secret } = held;
    const swapped = { consumer_secret: oauth_token_secret, oauth_token_secret: consumer_secret };
    return signRequest(unsigned, { ...held, ...swapped }, fresh()).authorization;
  },
  /** The query as it stands, then the header. */
  unsorted: () => {
    const { authorization, steps } = signRequest(unsigned, held, fresh());
    const inHeader = steps.parameters.filter(({ from }) => from === 'header');
    const pairs = inHeader.map((each) => `${each.encodedName}=${each.encodedValue}`);
    const joined = [url.split('?')[1], ...pairs].join('&');
    const baseString = ['GET', steps.baseUri, joined].map(encodeRfc3986).join('&');
    const signature = encodeRfc3986(hmacSha1(steps.signingKey, baseString));
    return authorization.replace(/oauth_signature="[^"]*"/, `oauth_signature="${signature}"`);
  },
  milliseconds: () => signRequest(unsigned, held, { ...fresh(), timestamp: now() * 1000 }).authorization,
};
const paste = (page: Page) => page.getByRole('textbox', { name: /^Paste a request/ });
const finding = (page: Page) => page.getByRole('region', { name: 'Finding' });
const verdict = (page: Page) => finding(page).getByRole('heading', { level: 2 });

test.describe('the Signature doctor', () => {
  test('names the mistake in a pasted curl command, and never blames a correct request', async ({ page }) => {
    await page.goto('./#/doctor');
    for (const [mistake, words, repair] of [
      ['swapped', /swapped|each other/i, /swap|order|consumer secret/i],
      ['unsorted', /sort/i, /sort/i],
      ['milliseconds', /milliseconds/i, /divide by 1000/],
    ] as const)
      await test.step(mistake, async () => {
        await paste(page).fill(curl(mistakes[mistake]!()));
        await expect(page.getByText('Read as curl')).toBeVisible();
        await expect(page.getByRole('combobox', { name: 'App', exact: true }).last()).toHaveValue(
          held.consumer_key,
        );
        await expect(verdict(page)).toHaveText(words);
        await expect(finding(page).getByText('Repair:').first()).toBeVisible();
        await expect(finding(page)).toContainText(repair);
        if (mistake === 'unsorted') await expect(finding(page).locator('ins')).not.toHaveCount(0);
        expect(page.url()).not.toContain('oauth');
      });
    await test.step('never blames a correct request, and says when it cannot tell', async () => {
      await page.goto('./#/doctor');
      await paste(page).fill(curl(signRequest(unsigned, held, fresh()).authorization));
      await expect(verdict(page)).toHaveText('The signature is correct');
      const unknown = mistakes['swapped']!().replace(/oauth_signature="[^"]*"/, 'oauth_signature="QUJD"');
      await page.getByRole('button', { name: /^Read as curl/ }).click();
      await page.getByRole('textbox', { name: 'Authorization', exact: true }).fill(unknown);
      await expect(verdict(page)).toHaveText(/No known mistake explains it/);
    });
    await test.step('says what it cannot read', async () => {
      await page.goto('./#/doctor');
      await paste(page).fill(`curl ${url.replace('?', '?a=1&')} -H 'X: y'`);
      await expect(page.getByText(/There is an & outside of quotes/)).toBeVisible();
      expect(await violations(page), 'unreadable').toEqual([]);
      await page.goto('./#/doctor/nowhere');
      await expect(page.getByText(/points to something that the doctor does not have/)).toBeVisible();
      expect(await violations(page), 'a link to nothing').toEqual([]);
    });
  });

  test('Q14: an empty desk has six mistakes to try, by keyboard alone, and no axe violation', async ({
    page,
  }) => {
    await page.goto('./#/doctor');
    const tries = page.getByRole('region', { name: 'Mistakes to try' }).getByRole('button');
    await expect(tries).toHaveCount(6);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await tries.filter({ hasText: 'Secrets swapped' }).focus();
    await page.keyboard.press('Enter');
    await expect(verdict(page)).toHaveText('Secrets swapped');
    await expect(page.getByRole('button', { name: /^Read as curl/ })).toBeFocused();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  test('gives its finding in the X-ray of a refused signature', async ({ page }) => {
    await page.goto('./#/requests/getMe');
    await page.getByRole('button', { name: 'Values' }).click();
    await page.getByRole('textbox', { name: 'oauth_token_secret' }).fill('');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
    await expect(response.getByText('Token secret missing')).toBeVisible();
    await expect(response.getByText('Repair:')).toBeVisible();
    expect(await violations(page)).toEqual([]);
  });

  // In the gate: a pinned nonce in requests.spec.ts, its diagnosis in src/doctor/examine.svelte.test.ts.
  if (proving)
    test('names a nonce that was used before', async ({ page }) => {
      await page.goto('./#/requests/getMe');
      await page.getByRole('button', { name: 'Values' }).click();
      await expect(page.getByRole('checkbox', { name: 'keep' })).toHaveCount(2);
      for (const box of await page.getByRole('checkbox', { name: 'keep' }).all()) await box.check();
      const send = page.getByRole('button', { name: 'Send', exact: true });
      await send.click();
      await expect(page.getByText('200 OK', { exact: true })).toBeVisible();
      await send.click();
      await expect(page.getByText('Nonce used before')).toBeVisible();
    });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the doctor needs no sideways scrolling', async ({ page }) => {
    await page.goto('./#/doctor');
    await page.getByRole('button', { name: /^Secrets swapped/ }).tap();
    await expect(verdict(page)).toHaveText('Secrets swapped');
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
    expect(await violations(page)).toEqual([]);
  });
});

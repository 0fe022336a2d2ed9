/**
 * Refusals of the closed list that a link can lead to, one after another in one page: the act is there, is pressed, and
 * Send again gets a success. All of it is met without a browser in refusal/every-refusal.svelte.test.ts.
 */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/page.ts';

interface Scene {
  readonly link: string;
  /** Types into the request what no link says. */
  readonly edit?: (page: Page) => Promise<void>;
  readonly refused: string;
  readonly says: string;
  readonly act: string;
}

const free = (method: string, url: string, more: string) =>
  `free-form?method=${method}&url=${encodeURIComponent(url)}&${more}`;
const user = '/2/users/2244994945';
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });

/** A secret that is typed over, where credentials are shown. */
const overwrite = (name: string) => async (page: Page) => {
  await page.getByRole('button', { name: 'Values' }).click();
  await page.getByRole('textbox', { name, exact: true }).fill('nobodys');
};

const scenes: Readonly<Record<string, Scene>> = {
  sslRequired: {
    link: free('GET', `http://api.svc.example${user}`, 'auth=app'),
    refused: '403',
    says: 'Credentials travel by https alone',
    act: 'Use the address that was meant',
  },
  unsupportedMediaType: {
    link: `${free('POST', '/2/posts', 'auth=oauth1')}&body=${encodeURIComponent('{"text":"typed"}')}&header.Content-Type=text/plain`,
    refused: '415',
    says: 'The body is of a type that is not taken here',
    act: 'Use application/json',
  },
  unsupportedAuthentication: {
    link: free('GET', '/2/users/me', 'auth=app'),
    refused: '403',
    says: 'This endpoint does not take this kind of credentials',
    act: 'Act as @mira_holm',
  },
  resourceNotFound: {
    link: 'getUserByUsername?auth=app&path.username=mira_hollm',
    refused: '404',
    says: 'There is nothing with this name or id',
    act: 'Use mira_holm',
  },
  foreignResource: {
    link: 'deletePost?auth=oauth1&as=jonas_berg',
    refused: '403',
    says: 'This belongs to somebody else',
    act: 'Act as @mira_holm',
  },
  tokenInvalid: {
    link: free('GET', user, 'auth=app&as=mira_holm'),
    edit: overwrite('bearer_token'),
    refused: '401',
    says: 'The token is not valid',
    act: 'Use the bearer token',
  },
  credentialsUnverified: {
    link: 'requestBearerToken?auth=basic',
    edit: overwrite('consumer_secret'),
    refused: '403',
    says: 'The API key and secret are not right',
    act: 'Use the API key and secret',
  },
  grantTypeMissing: {
    link: 'requestBearerToken?auth=basic&-form.grant_type=client_credentials',
    refused: '403',
    says: 'The grant type is missing',
    act: 'Use client_credentials',
  },
  callbackMissing: {
    link: 'requestToken?auth=consumer&-query.oauth_callback=x',
    refused: '403',
    says: 'The callback is missing',
    act: 'Put oauth_callback right',
  },
  callbackNotApproved: {
    link: `requestToken?auth=consumer&query.oauth_callback=${encodeURIComponent('https://northwind-reader.example/calback')}`,
    refused: '403',
    says: 'The App’s settings do not have this callback',
    act: 'Put oauth_callback right',
  },
  foreignToken: {
    link: 'invalidateBearerToken?auth=oauth1&as=mira_holm&query.access_token=nobodys',
    refused: '403',
    says: 'The App has no such bearer token',
    act: 'Use the bearer token of Northwind Reader',
  },
};

test('each act that mends a refusal is pressed, and Send again gets a success', async ({ page }) => {
  await page.goto('./');
  const send = page.getByRole('button', { name: /^Send( anyway)?$/ });
  await expect(send).toBeVisible();
  for (const [problem, { link, edit, refused, says, act }] of Object.entries(scenes))
    await test.step(problem, async () => {
      await page.evaluate((hash) => (location.hash = hash), `#/requests/${link}`);
      await expect(page).toHaveURL(new RegExp(link.slice(0, 12).replace(/[?]/g, '\\?')));
      await expect(response(page).getByText(/Here the answer will stand/)).toBeVisible();
      await edit?.(page);
      await send.click();
      await expect(response(page).locator('.st').first()).toContainText(refused);
      await expect(response(page).getByRole('heading', { name: says })).toBeVisible();
      const again = response(page).getByRole('button', { name: 'Send again', exact: true });
      await expect(again).toHaveAttribute('aria-disabled', 'true');
      await response(page).getByRole('button', { name: act, exact: true }).click();
      await expect(again).not.toHaveAttribute('aria-disabled', 'true');
      await again.click();
      await expect(response(page).locator('.st').first()).toContainText(/^\s*20[01]/);
    });
});

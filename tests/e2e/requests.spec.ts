import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const answered = (page: Page, status: string) =>
  expect(response(page).getByText(status).first()).toBeVisible();
/** Of the newest answer; older ones stand below it. */
const newest = (page: Page) => response(page).locator('.st').first();

test.describe('the Requests view', () => {
  test('has a signed call ready to send, sends what it shows, by keyboard alone, and is all in the link', async ({
    page,
    context,
  }) => {
    const tabs = page.getByRole('tablist', { name: 'Request', exact: true });
    await test.step('has a signed call ready to send', async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto('./');
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'OAuth 1.0a user' })).toBeChecked();
      await expect(tabs.getByRole('tab', { name: 'Signature' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('region', { name: /Parameter string$/ })).toBeInViewport();
      await expect(send(page)).toBeEnabled();
    });
    await test.step('makes a first call by keyboard alone', async () => {
      await page.keyboard.press('/');
      await expect(page.getByRole('searchbox', { name: 'Find an endpoint' })).toBeFocused();
      await page.keyboard.type('acting user users/me');
      await page.keyboard.press('ArrowDown');
      await expect(page.getByRole('link', { name: '/2/users/me' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await expect(page.getByRole('radio', { name: 'OAuth 1.0a user' })).toBeChecked();
      await page.keyboard.press('Control+Enter');
      await answered(page, '200 OK');
      await expect(response(page).getByText('"mira_holm"')).toBeVisible();
    });
    await test.step('sends to the byte what it shows', async () => {
      const nonce = page.getByRole('textbox', { name: 'Value of oauth_nonce in the signature' });
      const before = await nonce.inputValue();
      await send(page).click();
      await expect(
        response(page).getByRole('region', { name: 'Earlier answers to this call' }),
      ).toBeVisible();
      await answered(page, '200 OK');
      await expect(response(page).getByText('by OAuth 1.0a')).toBeVisible();
      await expect(page.getByText(/the platform computed the same/)).toBeVisible();
      await expect(nonce).not.toHaveValue(before);
    });
    await test.step('walks its tabs with the arrow keys', async () => {
      await tabs.getByRole('tab', { name: 'Signature' }).focus();
      await page.keyboard.press('ArrowLeft');
      await expect(tabs.getByRole('tab', { name: 'Break it' })).toBeFocused();
      await expect(tabs.getByRole('tab', { name: 'Break it' })).toHaveAttribute('aria-selected', 'true');
      await page.keyboard.press('Home');
      await expect(tabs.getByRole('tab', { name: 'Signature' })).toBeFocused();
    });
    await test.step('has an app-only call one click away', async () => {
      await page.goto('./#/requests/getUserByUsername');
      await expect(page.getByRole('heading', { name: 'Look up a user by username' })).toBeVisible();
      await page.getByText('Bearer', { exact: true }).click();
      await send(page).click();
      await expect(response(page).getByText('"mira_holm"')).toBeVisible();
      await answered(page, '200 OK');
    });
    await test.step('is all in the link, except for secrets, and Back goes back', async () => {
      await page.goto('./#/requests/getPostsOfUser');
      await expect(page.getByRole('heading', { name: 'List the posts of a user' })).toBeVisible();
      await page.getByRole('textbox', { name: 'id, in the path' }).fill('2244994946');
      const query = page.getByRole('table', { name: 'Query parameters' });
      await query
        .getByRole('combobox', { name: 'max_results' })
        .or(query.getByRole('textbox', { name: 'max_results' }))
        .fill('7');
      await page.getByRole('button', { name: 'Add a parameter' }).click();
      await query.getByRole('textbox', { name: 'Name of the parameter' }).fill('access_token');
      await query.getByRole('textbox', { name: 'access_token', exact: true }).fill('hush');
      await query.getByRole('checkbox', { name: 'Send access_token' }).uncheck();
      await page.getByText('OAuth 1.0a user', { exact: true }).click();
      await page.getByRole('combobox', { name: 'Acting user' }).selectOption({ label: '@jonas_berg' });
      await page.getByRole('tab', { name: 'Raw' }).click();
      await expect(page).toHaveURL(/tab=raw/);
      await expect(page).toHaveURL(/max_results=7/);
      const link = page.url();
      expect(link).not.toContain('hush');
      expect(link).not.toContain('nonce');

      const other = await context.newPage();
      await other.goto(link);
      await expect(other.getByRole('textbox', { name: 'id, in the path' })).toHaveValue('2244994946');
      await expect(other.getByRole('combobox', { name: 'Acting user' })).toHaveValue('2244994946');
      await expect(other.getByRole('radio', { name: 'OAuth 1.0a user' })).toBeChecked();
      await expect(other.getByRole('tab', { name: 'Raw' })).toHaveAttribute('aria-selected', 'true');
      await expect(other.getByRole('checkbox', { name: 'Send access_token' })).not.toBeChecked();
      await expect(other.getByText(/max_results=7/).first()).toBeVisible();
      await expect(other).toHaveURL(link);
      await expect(response(other).getByText('200 OK')).toBeHidden();
      await other.close();

      await page.goBack();
      await expect(page.getByRole('tab', { name: 'Signature' })).toHaveAttribute('aria-selected', 'true');
      await expect(page.getByRole('textbox', { name: 'id, in the path' })).toHaveValue('2244994946');
    });
  });

  test('P3: invalid fields are marked, and sent anyway if possible; no axe violation in any state, in both schemes', async ({
    page,
  }) => {
    const isClean = async (state: string) => expect(await violationsInBothSchemes(page), state).toEqual([]);
    await test.step('says what a link got wrong, and starts all the same', async () => {
      await page.goto('./#/requests/noSuchThing');
      await expect(page.getByText('There is no endpoint called noSuchThing.')).toBeVisible();
      await expect(send(page)).toBeEnabled();
      await page.goto('./#/requests/getMe?nonce=1');
      await expect(page.getByText(/an unknown part: "nonce"/)).toBeVisible();
    });
    await test.step('marks an address that cannot be read, and Send says why it cannot', async () => {
      await page.goto('./#/requests/free-form');
      const url = page.getByRole('textbox', { name: 'URL' });
      await url.fill('htp:/nowhere');
      await expect(url).toHaveAttribute('aria-invalid', 'true');
      await isClean('free-form, wrong');
      await expect(url).toHaveAccessibleDescription(/Not an address: write https:\/\/host\/path/);
      await expect(send(page)).toHaveAttribute('aria-disabled', 'true');
      await expect(send(page)).toHaveAccessibleDescription(/Not an address/);
      await send(page).click({ force: true });
      await expect(response(page).getByText('The answer appears here', { exact: false })).toBeVisible();
      await expect(url).toHaveValue('htp:/nowhere');
    });
    await test.step('P3: marks JSON that cannot be read, sends it all the same, and the platform says what it says', async () => {
      const body = encodeURIComponent('{"text": ');
      await page.goto(`./#/requests/createPost?body=${body}&tab=body`);
      await expect(page.getByText(/The body is not JSON/)).toHaveCount(1);
      await expect(send(page)).not.toHaveAttribute('aria-disabled');
      await expect(send(page)).toHaveAccessibleName('Send anyway');
      await expect(send(page)).toHaveAccessibleDescription(
        'Sent as it is, although something in it is marked',
      );
      await send(page).click();
      await answered(page, '400');
    });
    await test.step('marks a value out of range and sends it all the same, to see the refusal', async () => {
      await page.goto('./#/requests/getPostsOfUser?query.max_results=3');
      const value = page
        .getByRole('table', { name: 'Query parameters' })
        .getByLabel('max_results', { exact: true });
      await expect(value).toHaveAccessibleDescription('max_results must be an integer, 5 to 100');
      await send(page).click();
      await answered(page, '400');
    });
    await test.step('marks an empty path parameter, and sends it all the same', async () => {
      await page.goto('./#/requests/getUser');
      const id = page.getByRole('textbox', { name: 'id, in the path' });
      await id.fill('');
      await expect(id).toHaveAccessibleDescription('id needs a value');
      await send(page).click();
      await answered(page, '400');
    });
    await test.step('no axe violation in any state of a call, in both schemes', async () => {
      await page.goto('./#/requests/getMe');
      const tabs = page.getByRole('tablist', { name: 'Request', exact: true });
      for (const name of ['Headers', 'Body', 'Raw', 'Signature']) {
        await tabs.getByRole('tab', { name }).click();
        await expect(tabs.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true');
        await isClean(name);
      }
      await send(page).click();
      await answered(page, '200 OK');
      await isClean('answered');
      await response(page).getByText('Tree', { exact: true }).click();
      await expect(response(page).getByText('5 members')).toBeVisible();
      await isClean('as a tree');
      await page.getByRole('button', { name: 'Values' }).click();
      await page.getByRole('textbox', { name: 'oauth_token_secret' }).fill('');
      await send(page).click();
      await expect(response(page).getByText('Token secret missing')).toBeVisible();
      await isClean('refused');
      await page.getByRole('combobox', { name: 'Plan of Northwind' }).selectOption('Free');
      await page.goto('./#/requests/getPost');
      // Until the view has followed the address, Send is the one of the call before.
      await expect(page.getByRole('heading', { name: 'Look up a post by its id' })).toBeVisible();
      await send(page).click();
      // Of the newest: a 200 OK of earlier stands below it, and a press while a call is under way sends nothing.
      await expect(newest(page)).toContainText('200');
      await send(page).click();
      await expect(newest(page)).toContainText('429');
      await isClean('limited');
      await page.getByRole('searchbox', { name: 'Find an endpoint' }).fill('zzz');
      await expect(page.getByRole('button', { name: 'Show all' })).toBeVisible();
      await isClean('nothing found');
      await page.goto('./#/requests/noSuchThing');
      await expect(page.getByText('There is no endpoint called noSuchThing.')).toBeVisible();
      await isClean('a notice');
    });
  });

  test('lets a call be broken on purpose: a made-up token, a nonce sent twice, a wrong secret, a refused authorization', async ({
    page,
  }) => {
    await test.step('offers an OAuth 2.0 user, and says where a token is missing', async () => {
      await page.goto('./#/requests/getMe');
      await page.getByText('OAuth 2.0 user', { exact: true }).click();
      await expect(page.getByText(/No OAuth 2.0 token of @mira_holm/).first()).toBeVisible();
      await expect(send(page)).toHaveAccessibleName('Send anyway');
      await expect(send(page)).toHaveAccessibleDescription('Sent without credentials');
      await page.getByRole('button', { name: 'Values' }).click();
      await page.getByRole('textbox', { name: 'access_token' }).fill('made-up');
      await send(page).click();
      await answered(page, '401');
      expect(page.url()).not.toContain('made-up');
    });
    const kept = page.getByRole('checkbox', { name: 'keep' });
    await test.step('replays a pinned nonce and is refused', async () => {
      await page.getByText('OAuth 1.0a user', { exact: true }).click();
      await expect(kept).toHaveCount(2);
      for (const box of await kept.all()) await box.check();
      await send(page).click();
      await expect(newest(page)).toContainText('200 OK');
      await send(page).click();
      await expect(newest(page)).toContainText('401');
    });
    await test.step('is refused with a wrong secret, and with an authorization that is not taken', async () => {
      for (const box of await kept.all()) await box.uncheck();
      await page.getByRole('textbox', { name: 'oauth_token_secret' }).fill('wrong');
      await send(page).click();
      await expect(response(page).getByRole('heading', { name: 'The signature is not right' })).toBeVisible();
      await expect(newest(page)).toContainText('401');
      expect(page.url()).not.toContain('wrong');

      await page.getByRole('link', { name: 'Edit freely' }).click();
      await expect(page.getByRole('textbox', { name: 'URL' })).toHaveValue(
        'https://api.svc.example/2/users/me?user.fields=created_at%2Cpinned_post_id',
      );
      await page.getByRole('combobox', { name: 'Authorization' }).selectOption('Bearer');
      await send(page).click();
      await answered(page, '403');
    });
  });

  test('obtains tokens: keeps the bearer token; walks OAuth 1.0a by header, page, the browser that shows it, and back', async ({
    page,
  }) => {
    await test.step('keeps the bearer token that it obtains', async () => {
      await page.goto('./#/requests/invalidateBearerToken');
      await send(page).click();
      await answered(page, '200 OK');
      await page.getByRole('link', { name: / \/oauth2\/token called/ }).click();
      await expect(page.getByRole('radio', { name: 'API key' })).toBeChecked();
      await send(page).click();
      await expect(page.getByText(/The bearer token of Northwind Reader is kept/)).toBeVisible();
      await page.getByRole('button', { name: /^Users/ }).click();
      await page.getByRole('link', { name: '/2/users/by/username/:username' }).click();
      await send(page).click();
      await expect(response(page).getByText('"mira_holm"')).toBeVisible();
    });
    const query = page.getByRole('table', { name: 'Query parameters' });
    let oauth_token = '';
    await test.step('walks the first steps of OAuth 1.0a: header, page, request token', async () => {
      await page.goto('./#/requests/requestToken');
      await expect(page.getByRole('radio', { name: 'OAuth 1.0a App' })).toBeChecked();
      await expect(page.getByText('sent in the Authorization header')).toBeVisible();
      await send(page).click();
      await answered(page, '200 OK');
      await expect(response(page).getByText('oauth_callback_confirmed')).toBeVisible();
      await expect(page.getByText(/The request token is kept until the page is closed/)).toBeVisible();
      const token = response(page)
        .getByRole('row', { name: /^oauth_token / })
        .getByRole('cell');
      oauth_token = (await token.textContent())!;
      await page.getByRole('link', { name: /^GET .* \/oauth\/authorize called/ }).click();
      await expect(page.getByText('Sent as a browser does')).toBeVisible();
      await expect(query.getByLabel('oauth_token', { exact: true })).toHaveValue(oauth_token);
      await send(page).click();
      await expect(response(page).getByText('A page for a browser: this is its source.')).toBeVisible();
    });
    await test.step('leads from a page to the browser that shows it, and back to the call', async () => {
      await response(page).getByRole('link', { name: 'Open this page in Sign-in' }).click();
      await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(
        `https://api.svc.example/oauth/authorize?oauth_token=${oauth_token}`,
      );
      await expect(page.locator('iframe[title="Page: Sign in"]')).toBeFocused();
      await expect(page).toHaveURL(/#\/sign-in\/oauth1-callback$/);
      await page.getByRole('link', { name: 'Requests' }).click();
      await expect(
        page.getByRole('heading', { name: 'Step 2: the page that asks the user, always' }),
      ).toBeVisible();
      await expect(query.getByLabel('oauth_token', { exact: true })).toHaveValue(oauth_token);
    });
    await test.step('has the request token ready where it is exchanged', async () => {
      await page.getByRole('link', { name: / \/oauth\/access_token called/ }).click();
      await expect(page.getByRole('radio', { name: 'OAuth 1.0a request token' })).toBeChecked();
      await page.getByRole('button', { name: 'Values' }).click();
      const values = page.getByRole('group', { name: 'Values that this request is authenticated with' });
      await expect(values.getByRole('textbox', { name: 'oauth_token', exact: true })).toHaveValue(
        oauth_token,
      );
      expect(page.url()).not.toContain('oauth_token');
    });
  });
});

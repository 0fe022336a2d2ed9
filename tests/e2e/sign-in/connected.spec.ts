import { bothAreClean, choose, click, isClean, press, shows } from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { button, openFlow, outcome, question } from '../../support/sign-in.ts';

test('an App’s access is taken back among the connected apps, and its token is refused in Requests', async ({
  page,
}) => {
  await openFlow(page, 'oauth1-callback');
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
  await press(page, button(page, 'Connected apps').last());
  await bothAreClean(page, /Apps that can use your account/);
  await shows(page, /Northwind Reader/);
  await click(page, 'Take access back');
  await expect(outcome(page)).toContainText(
    /@mira_holm took the access of Northwind Reader back at \d\d:\d\d:\d\d UTC\. The token is refused/,
  );
  await expect(outcome(page)).not.toContainText('Your app holds');
  await isClean(page);
  await press(page, page.getByRole('link', { name: 'See it refused in Requests' }));
  await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('401 Unauthorized').first()).toBeVisible();
  await expect(response).toContainText('89');
  await page.getByRole('link', { name: 'Sign-in', exact: true }).first().click();
  await expect(outcome(page)).toContainText('@mira_holm took the access of Northwind Reader back');
  await press(page, button(page, 'Sign in again'));
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
});

// In the gate: src/views/sign-in/flow-run.svelte.test.ts.
if (proving)
  test('a token that was ended in the portal is no longer held by the app, there or in another tab', async ({
    page,
    context,
  }) => {
    await openFlow(page, 'app-only');
    await press(page, button(page, 'Run all'));
    await expect(outcome(page)).toContainText('Your app holds the bearer token');
    const other = await context.newPage();
    await other.goto(`${page.url().split('#')[0]}#/portal/apps/26001/keys`);
    await other
      .getByRole('group', { name: 'Bearer token', exact: true })
      .getByRole('button', { name: /^Regenerate/ })
      .click();
    const red = other.getByRole('dialog').getByRole('button', { name: 'Regenerate', exact: true });
    await red.click();
    await expect(outcome(page)).toContainText('The token was ended in the Portal.');
    await expect(outcome(page)).not.toContainText('Your app holds');
    // Who comes back finds it so too.
    await page.getByRole('link', { name: 'Portal', exact: true }).first().click();
    await page.getByRole('link', { name: 'Sign-in', exact: true }).first().click();
    await expect(outcome(page)).toContainText('The token was ended in the Portal.');
    await isClean(page);
  });

test('the token of an OAuth 2.0 flow is the one that Requests calls with, no matter who signed in', async ({
  page,
}) => {
  await openFlow(page, 'pkce');
  await press(page, question(page));
  await choose(page, 'jonas_berg');
  await shows(page, /use your account\?/);
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('an OAuth 2.0 user token of @jonas_berg');
  await press(page, page.getByRole('link', { name: 'Use it in Requests' }));
  await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  await expect(page.getByRole('radio', { name: 'OAuth 2.0 user' })).toBeChecked();
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText('200 OK').first()).toBeVisible();
  await expect(response).toContainText('jonas_berg');
});

test('the address bar leads to the connected apps too, while a flow waits, and back to its question', async ({
  page,
}) => {
  await openFlow(page, 'oauth1-callback');
  await press(page, question(page));
  await expect(page.getByText('Step 6 is yours').first()).toBeVisible();
  const address = page.getByRole('textbox', { name: 'Address' });
  await address.fill('api.svc.example/settings/connected_apps');
  await address.press('Enter');
  await expect(page.getByText('on another page than this')).toBeVisible();
  await expect(page.getByText('Step 6 is yours').first()).toBeVisible();
  await button(page, 'Back to it').click();
  await shows(page, /Northwind Reader will ask/);
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
});

test('a link asks for scopes, keeps the token, and leads back to the call that wanted it; a link that is not understood says so', async ({
  page,
}) => {
  await test.step('a link asks for scopes, keeps the token, and leads back to the call that wanted it', async () => {
    const back = encodeURIComponent('#/requests/getMe?auth=oauth2');
    await openFlow(page, 'pkce', `?as=jonas_berg&scopes=users.read%20dm.read&back=${back}`);
    await expect(page.getByRole('region', { name: 'Asks for' })).toContainText('dm.read');
    await press(page, button(page, 'Run all'));
    await expect(outcome(page)).toContainText('an OAuth 2.0 user token of @jonas_berg');
    await expect(outcome(page)).toContainText('In the vault');
    await press(page, button(page, 'Back to the call'));
    await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  });
  await test.step('a link that is not understood says so', async () => {
    await openFlow(page, 'pkce', '?scopes=%3Cscript%3E');
    await expect(page.getByText('The scopes of this link are not names of scopes.')).toBeVisible();
    await expect(page.getByRole('region', { name: 'Asks for' })).toContainText('post.read');
  });
});

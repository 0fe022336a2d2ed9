import type { Page } from '@playwright/test';
import {
  bothAreClean,
  choose,
  click,
  fill,
  frame,
  frameIsClean,
  isClean,
  press,
  pressByTab,
  shows,
  tabInside,
  tabTo,
  textInside,
  typeInstead,
} from '../support/mini-browser.ts';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';
import { proving } from '../support/prove.ts';

const head = (page: Page) => page.getByRole('region', { name: 'Sequence' }).getByRole('status').first();
const bar = (page: Page) => page.getByRole('group', { name: 'How the flow goes on' });
const runAll = (page: Page, by = press) => by(page, page.getByRole('button', { name: 'Run all' }));
const outcome = (page: Page) => page.getByRole('region', { name: 'Outcome' });
const messages = (page: Page) => page.getByRole('list', { name: /^Messages of/ });

/** Opens a flow in an empty profile and runs it to where the person is asked. */
async function begin(page: Page, flow: string, broken: readonly string[] = [], by = press): Promise<void> {
  await page.goto(`./#/sign-in/${flow}`);
  await expect(page.getByRole('heading', { name: 'Sign-in', exact: true })).toBeAttached();
  for (const name of broken) await by(page, page.getByRole('switch', { name }), 'Space');
  await by(
    page,
    page.getByRole('button', { name: flow === 'app-only' ? 'Run all' : 'Run to the next question' }),
  );
}

/** From the arrow that waits into the page, to an account. */
async function logIn(page: Page, by = press): Promise<void> {
  await by(page, page.getByRole('button', { name: /Which account\?/ }));
  if (by === pressByTab) {
    await tabInside(page, 'button.account');
    await page.keyboard.press('Enter');
  } else await choose(page, 'mira_holm');
  await shows(page, /use your account\?/);
}

async function decide(page: Page, what: 'allow' | 'deny', by = press): Promise<void> {
  if (by !== pressByTab) return click(page, what === 'allow' ? 'Allow' : 'Deny');
  await tabInside(page, `button[value=${what}]`);
  await page.keyboard.press('Enter');
}

async function worksToTheEnd(page: Page): Promise<void> {
  await expect(outcome(page)).toContainText('Your app holds');
  await expect(head(page)).toContainText(/(\d+) of \1, done/);
  await expect(messages(page).getByRole('button').last()).toContainText('200 @mira_holm');
  await expect(page.getByText('frozen')).toBeHidden();
}

/** In the gate two flows are walked by Tab; the keys of the others are pressed where they stand. */
const byKey = proving ? pressByTab : press;

test.describe('each flow, from an empty profile, by keyboard alone', () => {
  test('OAuth 1.0a, callback', async ({ page }) => {
    await begin(page, 'oauth1-callback', [], pressByTab);
    await expect(head(page)).toContainText('Step 6 is yours');
    await expect(bar(page)).toContainText('5 of 14, the clock stands still');
    await expect(page.getByText('frozen')).toBeVisible();
    await logIn(page, pressByTab);
    await expect(head(page)).toContainText('Step 8 is yours');
    await decide(page, 'allow', pressByTab);
    await runAll(page, pressByTab);
    await worksToTheEnd(page);
    await expect(page.getByRole('heading', { name: 'This is what your app would receive' })).toBeVisible();
    await isClean(page);
  });

  test('OAuth 1.0a, PIN', async ({ page }) => {
    await begin(page, 'oauth1-pin', [], byKey);
    await logIn(page, byKey);
    await decide(page, 'allow', byKey);
    await bothAreClean(page, /\b\d{7}\b/);
    const [pin = ''] = /\b\d{7}\b/.exec(await textInside(page)) ?? [];
    await tabTo(page, page.getByLabel('PIN', { exact: true }));
    await page.keyboard.type(pin);
    await page.keyboard.press('Enter');
    await runAll(page, byKey);
    await worksToTheEnd(page);
  });

  test('Sign in with the service, which does not ask twice', async ({ page }) => {
    await begin(page, 'sign-in-with', [], byKey);
    await logIn(page, byKey);
    await decide(page, 'allow', byKey);
    await runAll(page, byKey);
    await worksToTheEnd(page);
    await runAll(page, byKey);
    await expect(head(page)).toContainText('10 of 10, done');
    await expect(page.getByText('Came here by 1 redirect')).toBeVisible();
  });

  test('OAuth 2.0 with PKCE, and the token goes to the vault', async ({ page }) => {
    await begin(page, 'pkce', [], pressByTab);
    await logIn(page, pressByTab);
    await decide(page, 'allow', pressByTab);
    await runAll(page, pressByTab);
    await worksToTheEnd(page);
    await test.step('the whole flow is a program in the language that is chosen', async () => {
      const opener = page.getByRole('button', { name: 'Code', exact: true });
      await press(page, opener);
      const dialog = page.getByRole('dialog', { name: 'OAuth 2.0 with PKCE as a program' });
      await dialog.getByText('Go', { exact: true }).click();
      const program = dialog.getByRole('group', { name: 'OAuth 2.0 with PKCE as a program' });
      await expect(program).toContainText('package main');
      await expect(program).toContainText('post.read users.read offline.access');
      await expect(dialog.getByRole('row', { name: /SVC_CLIENT_SECRET/ })).toBeVisible();
      await isClean(page);
      await page.keyboard.press('Escape');
      await expect(opener).toBeFocused();
    });
    await pressByTab(page, page.getByRole('button', { name: 'Keep it in the vault' }));
    await pressByTab(page, page.getByRole('link', { name: 'Use it in Requests' }));
    await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  });

  test('App-only', async ({ page }) => {
    await begin(page, 'app-only', [], byKey);
    await expect(page.getByText('Browser', { exact: true }).and(page.locator('.lanes b'))).toHaveCount(0);
    await worksToTheEnd(page);
    await isClean(page);
    await test.step('its exchange is replayed with a new nonce', async () => {
      await page.getByRole('button', { name: /POST \/oauth2\/token/ }).click();
      await page.getByRole('button', { name: 'Replay' }).click();
      await expect(page.getByText('sent 2 times')).toBeVisible();
      await isClean(page);
    });
  });
});

test.describe('each way to break a flow', () => {
  type Broken = readonly [flow: string, name: string, code: string];
  /** Of breaks that end alike the gate tries the first; all are tried in src/views/sign-in/flow-run.svelte.test.ts. */
  const ofEachKind = (first: readonly Broken[], alike: readonly Broken[]) =>
    proving ? [...first, ...alike] : first;

  const early = ofEachKind(
    [
      ['oauth1-callback', 'Replayed nonce', '401 code 32'],
      ['pkce', 'App without OAuth 2.0', 'GET with error'],
    ],
    [
      ['oauth1-callback', 'App without OAuth 1.0a', '403 code 220'],
      ['app-only', 'Wrong secret', '403 code 99'],
      ['oauth1-callback', 'Wrong signature', '401 code 32'],
      ['oauth1-callback', 'Callback not in the allowlist', '403 code 415'],
      ['oauth1-callback', 'Clock skew', '401 code 135'],
      ['pkce', 'Callback not in the allowlist', '400 error page'],
      ['app-only', 'Another grant_type', '403 code 170'],
    ],
  );
  test('before the person is asked', async ({ page }) => {
    for (const [flow, name, code] of early)
      await test.step(`${flow}: ${name} is ${code}`, async () => {
        await begin(page, flow, [name]);
        await refusedWith(page, code);
        await press(page, page.getByRole('switch', { name }), 'Space');
      });
  });

  const late = ofEachKind(
    [
      ['pkce', 'Use the code twice', '400 code 214'],
      ['pkce', 'Wrong state', 'GET with code'],
    ],
    [
      ['oauth1-callback', 'Expired request token', '401 code 89'],
      ['oauth1-callback', 'Wrong verifier', '401 code 32'],
      ['oauth1-callback', 'Use the request token twice', '401 code 89'],
      ['pkce', 'Expired code', '400 code 214'],
      ['pkce', 'Wrong code_verifier', '400 code 214'],
    ],
  );
  for (const [flow, name, code] of late)
    test(`${flow}: ${name} is ${code}`, async ({ page }) => {
      await begin(page, flow, [name]);
      await logIn(page);
      await decide(page, 'allow');
      // A state that came back wrong ends it by itself.
      if (name !== 'Wrong state') await runAll(page);
      await refusedWith(page, code);
    });

  const denials = ofEachKind(
    [['oauth1-pin', 'The user says no', '200 denial page']],
    [
      ['pkce', 'The user says no', 'GET with error'],
      ['oauth1-callback', 'The user says no', 'GET with denied'],
    ],
  );
  for (const [flow, name, last] of denials)
    test(`${flow}: the user says no`, async ({ page }) => {
      await begin(page, flow, [name]);
      await logIn(page);
      await expect(page.getByText(/is yours: press Deny/)).toBeVisible();
      await decide(page, 'deny');
      await expect(messages(page).getByRole('button').last()).toContainText(last);
      await expect(outcome(page)).toContainText('The person said no');
      if (flow === 'oauth1-pin') await frameIsClean(page, /You did not let it use your account/);
      await isClean(page);
    });

  test('pkce: the error page is clean, and the exchange says where to read why', async ({ page }) => {
    await begin(page, 'pkce', ['Callback not in the allowlist']);
    await refusedWith(page, '400 error page');
    await expect(page.getByText('the X-ray below says exactly why')).toBeVisible();
    await frameIsClean(page, /not known/);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  async function refusedWith(page: Page, code: string): Promise<void> {
    await expect(head(page)).toContainText(/ended at \d/);
    await expect(messages(page).getByRole('button').last()).toContainText(code);
    await expect(outcome(page)).toContainText('It ended here, as it should');
    await expect(page.getByText('frozen')).toBeHidden();
  }
});

test.describe('the opened exchange', () => {
  test('is sent again with other parameters, signed again, and the flow goes on', async ({ page }) => {
    await begin(page, 'oauth1-callback', ['Callback not in the allowlist']);
    const side = page.getByRole('region', { name: /Ask for a request token/ });
    await expect(side).toContainText('Callback URL not approved');
    await press(page, side.getByRole('button', { name: 'Edit' }));
    await isClean(page);
    await side.getByLabel('Value of oauth_callback').fill('http://127.0.0.1:8080/callback');
    await side.getByRole('button', { name: 'Sign and send' }).click();
    await expect(bar(page)).toContainText('2 of 14');
    await press(page, page.getByRole('button', { name: 'Run to the next question' }));
    await expect(head(page)).toContainText('is yours');
    await logIn(page);
    await decide(page, 'allow');
    await runAll(page);
    await worksToTheEnd(page);
    await expect(page.getByText('http://127.0.0.1:8080/callback').first()).toBeVisible();
  });
});

test.describe('the mini browser', () => {
  test('keeps cookies by host and clears them; goes to hosts of the playground alone', async ({ page }) => {
    await begin(page, 'oauth1-callback');
    await page.getByRole('button', { name: 'Cookies 1' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cookies of this browser' });
    await expect(dialog).toContainText('api.svc.example');
    await expect(dialog).toContainText('Secure, HttpOnly, SameSite Lax');
    await isClean(page);
    await dialog.getByRole('button', { name: 'Clear all cookies' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Cookies 0' })).toBeVisible();

    const address = page.getByRole('textbox', { name: 'Address' });
    await address.fill('https://evil.example/x');
    await address.press('Enter');
    await expect(page.getByText('There is no such host')).toBeVisible();
    await isClean(page);
    await address.fill('javascript:alert(1)');
    await address.press('Enter');
    await expect(page.getByText(/no such host|not an address/)).toBeVisible();
    await address.fill('https://api.svc.example/oauth/authorize?oauth_token=nothing');
    await address.press('Enter');
    await bothAreClean(page, /request token is missing/);
    await page.getByRole('button', { name: 'Back', exact: true }).click();
    await expect(page.getByText(/no such host|not an address/)).toBeVisible();
  });

  test('asks again after a wrong password, and lets another person in', async ({ page }) => {
    await begin(page, 'oauth1-callback');
    await shows(page, /Choose an account/);
    await typeInstead(page);
    await fill(page, { username: 'mira_holm', password: 'wrong' });
    await click(page, 'Sign in');
    await bothAreClean(page, /do not belong together/);
    await fill(page, { password: 'mira-harbour-7' });
    await click(page, 'Sign in');
    await shows(page, /use your account/);
    await click(page, 'Not you?');
    await shows(page, /Choose an account/);
    await typeInstead(page);
    await fill(page, { username: 'aiko_tan', password: 'aiko-harbour-9' });
    await click(page, 'Sign in');
    await shows(page, /@aiko_tan/);
    await click(page, 'Allow');
    await runAll(page);
    await expect(outcome(page)).toContainText('of @aiko_tan');
  });
});

test('an App name made to harm is text on every page', async ({ page }) => {
  const hostile = '<script>alert(1)</script><img src=x onerror=alert(2)>\u200fred';
  await page.goto('./#/portal');
  const name = page.getByRole('textbox', { name: 'Name', exact: true });
  await name.fill(hostile);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('combobox', { name: 'App', exact: true })).toContainText('onerror');
  await begin(page, 'oauth1-callback');
  await shows(page, /<script>alert\(1\)/);
  await logIn(page);
  const stray = await frame(page).evaluate((element) => {
    const shown = (element as HTMLIFrameElement).contentDocument!;
    const names = new Set([...shown.querySelectorAll('*')].map(({ localName }) => localName));
    return ['script', 'img', 'iframe', 'link'].filter((each) => names.has(each));
  });
  expect(stray).toEqual([]);
  await decide(page, 'allow');
  await runAll(page);
  await worksToTheEnd(page);
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the three columns are tabs', async ({ page }) => {
    await page.goto('./#/sign-in/oauth1-pin');
    await page.getByRole('tab', { name: 'Flow' }).tap();
    await page.getByRole('link', { name: /OAuth 1.0a, callback/ }).tap();
    await page.getByRole('tab', { name: 'Sequence' }).tap();
    await page.getByRole('button', { name: 'To the question' }).tap();
    await page.getByRole('button', { name: /Which account\?/ }).tap();
    await typeInstead(page);
    await fill(page, { username: 'mira_holm', password: 'mira-harbour-7' });
    await click(page, 'Sign in');
    await shows(page, /use your account/);
    await click(page, 'Allow');
    await expect(page.getByRole('heading', { name: 'This is what your app would receive' })).toBeVisible();
    await page.getByRole('tab', { name: 'Sequence' }).tap();
    await page.getByRole('button', { name: 'Run all' }).tap();
    await expect(outcome(page)).toContainText('Your app holds');
    if (proving) await isClean(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  });
});

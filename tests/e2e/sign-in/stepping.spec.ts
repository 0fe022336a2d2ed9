import { createHash, createHmac } from 'node:crypto';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import {
  bothAreClean,
  click,
  fill,
  frame,
  frameIsClean,
  has,
  isClean,
  press,
  shows,
  tabInside,
  typeInstead,
} from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import {
  bar,
  button,
  clockRuns,
  messages,
  openFlow,
  outcome,
  passed,
  question,
} from '../../support/sign-in.ts';

/** A row of a derivation, as its cells: name, value, remark. */
const row = (page: Page, name: string) =>
  page.getByRole('table', { name: /came about$/ }).getByRole('row', { name: new RegExp(`^(↓ ?)?${name} `) });
const value = (page: Page, name: string) => row(page, name).getByRole('cell').first().innerText();

test.describe('P17: step by step', () => {
  test('P17: Start sends the first message and no more; S takes the next, and arrows appear as they happen', async ({
    page,
  }) => {
    await openFlow(page, 'oauth1-callback');
    await expect(bar(page)).toContainText('Start sends POST /oauth/request_token');
    await press(page, button(page, 'Start'));
    await expect(passed(page)).toHaveCount(2);
    await expect(bar(page)).toContainText('2 of 14, the clock stands still');
    await expect(bar(page)).toContainText('Step sends 302 to the browser');
    await expect(button(page, 'Step')).toBeFocused();
    const step = async () => {
      await expect(button(page, 'Step')).toBeEnabled(); // its last message has passed before the step is over
      await page.keyboard.press('s');
    };
    await step();
    await expect(passed(page)).toHaveCount(3);
    await step();
    await expect(passed(page)).toHaveCount(5);
    await expect(bar(page)).toContainText('Step would answer as @mira_holm');
    await step();
    await expect(bar(page)).toContainText('Step would press Allow as the person');
    await shows(page, /use your account\?/);
    await step();
    await expect(passed(page)).toHaveCount(10);
    await step();
    await expect(passed(page)).toHaveCount(12);
    await step();
    await expect(outcome(page)).toContainText('Your app holds');
    await clockRuns(page);
  });

  test('P17: S is a key of the sequence’s pane alone, and of no field in it; P17: Run to the next question stops there, and Run all answers as the acting user', async ({
    page,
  }) => {
    await test.step('P17: S is a key of the sequence’s pane alone, and of no field in it', async () => {
      await openFlow(page, 'app-only');
      await press(page, page.getByRole('link', { name: /App-only/ }), 's');
      await expect(passed(page)).toHaveCount(0);
      await press(page, button(page, 'Start'));
      await expect(passed(page)).toHaveCount(2);
      await press(page, button(page, 'Edit'));
      await page.getByLabel('Value of grant_type').press('s');
      await expect(passed(page)).toHaveCount(2);
    });
    await test.step('P17: Run to the next question stops there, and Run all answers as the acting user', async () => {
      await openFlow(page, 'pkce');
      await press(page, question(page));
      await expect(bar(page)).toContainText('3 of 12');
      await expect(page.getByText('Step 4 is yours').first()).toBeVisible();
      await press(page, question(page));
      await expect(page.getByText('Step 6 is yours').first()).toBeVisible();
      await press(page, button(page, 'Run all'));
      await expect(outcome(page)).toContainText('an OAuth 2.0 user token of @mira_holm');
    });
  });

  test('P17: Run all runs every flow to its end', async ({ page }) => {
    for (const flow of ['oauth1-callback', 'oauth1-pin', 'sign-in-with', 'pkce', 'app-only'])
      await test.step(flow, async () => {
        await openFlow(page, flow);
        await expect(passed(page)).toHaveCount(0);
        await press(page, button(page, 'Run all'));
        await expect(outcome(page)).toContainText('Your app holds');
        await expect(messages(page).getByRole('button').last()).toContainText('200 @mira_holm');
      });
  });
});

test('P18: how the sent values were made', async ({ page }) => {
  await test.step('code_verifier, SHA-256, base64url, code_challenge; and the label keeps access_token', async () => {
    await openFlow(page, 'pkce');
    await press(page, button(page, 'Start'));
    const verifier = await value(page, 'code_verifier');
    const digest = createHash('sha256').update(verifier).digest();
    expect(await value(page, 'SHA-256')).toBe(digest.toString('hex'));
    expect(await value(page, 'code_challenge')).toBe(digest.toString('base64url'));
    await press(page, button(page, 'Run all'));
    await expect(messages(page)).toContainText('200 access_token, refresh_token');
    await messages(page)
      .getByRole('button', { name: /POST \/2\/oauth2\/token/ })
      .click();
    expect(await value(page, 'code_verifier')).toBe(verifier);
    await expect(row(page, 'code_challenge')).toContainText('the same as computed');
    await messages(page)
      .getByRole('button', { name: /GET with code/ })
      .click();
    await expect(row(page, 'state')).toContainText('the same as what was sent');
  });
  await test.step('base string and signing key, masked until it is revealed, make the signature that was sent', async () => {
    await openFlow(page, 'oauth1-callback');
    await press(page, button(page, 'Start'));
    const base = await value(page, 'base string');
    await expect(row(page, 'signing key')).toContainText('······');
    await press(page, page.getByRole('button', { name: 'Reveal the secrets of oauth_signature' }));
    await expect(row(page, 'signing key')).not.toContainText('······');
    const key = await value(page, 'signing key');
    const signature = createHmac('sha1', key).update(base).digest('base64');
    expect(await value(page, 'Base64')).toBe(signature);
    const sent = page.getByRole('table', { name: 'What was sent' });
    await expect(sent).toContainText(encodeURIComponent(signature));
    await isClean(page);
  });
  await test.step('Basic of the bearer’s exchange is key and secret, joined and encoded', async () => {
    await openFlow(page, 'app-only');
    await press(page, button(page, 'Start'));
    await expect(row(page, 'Authorization')).toContainText('Basic ');
    await press(page, page.getByRole('button', { name: 'Reveal the secrets of Authorization' }));
    const joined = await value(page, 'join by :');
    expect(await value(page, 'Authorization')).toBe(`Basic ${Buffer.from(joined).toString('base64')}`);
  });
});

test.describe('accounts to click', () => {
  test('an account signs that person in, by a form that the platform takes', async ({ page }) => {
    await openFlow(page, 'oauth1-callback');
    await press(page, question(page));
    await press(page, page.getByRole('button', { name: /Which account\?/ }));
    await shows(page, /Choose an account/);
    await tabInside(page, 'form:nth-of-type(3) button.account');
    await page.keyboard.press('Enter');
    await shows(page, /You are signed in as @aiko_tan/);
    const login = page.getByRole('table', { name: 'What was sent' });
    await expect(login).toContainText('aiko_tan');
    await expect(login).toContainText('password');
    await press(page, button(page, 'Run all'));
    await expect(outcome(page)).toContainText('of @aiko_tan');
  });

  // In the gate: “asks again after a wrong password” in sign-in.spec.ts.
  if (proving)
    test('another person types username and password, which are folded below', async ({ page }) => {
      await openFlow(page, 'oauth1-callback');
      await press(page, question(page));
      await typeInstead(page);
      await bothAreClean(page, /The accounts of this playground/);
      await fill(page, { username: 'sam_ode', password: 'wrong' });
      await click(page, 'Sign in');
      await shows(page, /do not belong together/);
      await has(page, 'details[open]');
    });

  test('P25: the consent page marks what the App may and may not do, and has the mark of the App', async ({
    page,
  }) => {
    await openFlow(page, 'pkce');
    await press(page, question(page));
    await press(page, button(page, 'Step'));
    await shows(page, /use your account\?/);
    const marks = await frame(page).evaluate((element) => {
      const shown = (element as HTMLIFrameElement).contentDocument!;
      const style = (selector: string) => {
        const list = shown.querySelector(selector);
        return list ? shown.defaultView!.getComputedStyle(list).listStyleType : 'none';
      };
      return {
        can: style('ul.can'),
        cannot: style('ul.cannot'),
        mark: shown.querySelector('.mark')?.textContent,
      };
    });
    expect(marks.can).toContain('✓');
    expect(marks.cannot).toContain('✕');
    expect(marks.mark).toBe('N');
  });
});

test.describe('P25: calm where nothing is wrong', () => {
  test('P25: a deliberate break ends with a check, in ink; P25: an unintended one is an error; P25: Edit has fields, and Cancel leaves everything as it was', async ({
    page,
  }) => {
    await test.step('P25: what was broken on purpose ends with a check, in ink', async () => {
      await openFlow(page, 'pkce');
      await press(page, page.getByRole('switch', { name: 'Wrong code_verifier' }), 'Space');
      await press(page, button(page, 'Run all'));
      await expect(outcome(page)).toContainText('It ended here, as it should');
      const title = outcome(page).getByText('It ended here, as it should');
      const ink = await page.evaluate(() => getComputedStyle(document.body).color);
      await expect(title).toHaveCSS('color', ink);
      await expect(page.getByRole('region', { name: 'Sequence' }).locator('.st.err')).toHaveCount(0);
      await expect(row(page, 'code_challenge')).toContainText('not the same as computed');
      await isClean(page);
    });
    await test.step('P25: what nobody wanted is an error', async () => {
      await openFlow(page, 'pkce', '?scopes=nothing.known');
      await press(page, button(page, 'Run all'));
      await expect(outcome(page).getByText('It ended here', { exact: true })).toBeVisible();
      await expect(outcome(page).locator('.st.err')).toHaveCount(1);
      await isClean(page);
    });
    await test.step('P25: Edit has fields, and Cancel leaves everything as it was', async () => {
      await openFlow(page, 'oauth1-callback');
      await press(page, button(page, 'Start'));
      await press(page, button(page, 'Edit'));
      await expect(page.getByLabel('Name of the parameter').first()).toBeFocused();
      await page.getByLabel('Value of oauth_callback').fill('https://evil.example/cb');
      await isClean(page);
      await press(page, button(page, 'Cancel'));
      await expect(button(page, 'Edit')).toBeFocused();
      await expect(page.getByLabel('Value of oauth_callback')).toBeHidden();
      await expect(page.getByText('sent 2 times')).toBeHidden();
      await press(page, button(page, 'Edit'));
      await expect(page.getByLabel('Value of oauth_callback')).toHaveValue(/northwind/);
      await press(page, button(page, 'Add a parameter'));
      await expect(page.getByLabel('Name of the parameter').last()).toBeFocused();
      await page.keyboard.type('x_auth_access_type');
      await page.getByLabel('Value of x_auth_access_type').fill('read');
      await page.keyboard.press('Enter');
      await expect(page.getByText('sent 2 times')).toBeVisible();
      await expect(page.getByRole('table', { name: 'What was sent' })).toContainText('x_auth_access_type');
      await press(page, button(page, 'Edit'));
      await page.keyboard.press('Escape');
      await expect(button(page, 'Edit')).toBeFocused();
    });
  });
});

test('every state is clean in both schemes', async ({ page }) => {
  const isClean = async (state: string) => expect(await violationsInBothSchemes(page), state).toEqual([]);
  await openFlow(page, 'pkce');
  await isClean('before');
  await press(page, button(page, 'Start'));
  await isClean('begun');
  await press(page, question(page));
  await frameIsClean(page, /Choose an account/);
  await isClean('asked who it is');
  await press(page, button(page, 'Step'));
  await frameIsClean(page, /use your account\?/);
  await isClean('asked for consent');
  await press(page, button(page, 'Run all'));
  await expect(outcome(page)).toContainText('Your app holds');
  await isClean('done');
  await page.getByRole('button', { name: 'Connected apps' }).last().click();
  await frameIsClean(page, /Apps that can use your account/);
  await isClean('connected apps');
});

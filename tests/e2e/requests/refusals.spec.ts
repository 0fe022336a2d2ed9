/**
 * How a refusal is mended, beside that it is (every-refusal.spec.ts): what is marked, undone, done by keyboard or by hand,
 * or goes on elsewhere (P12, P10).
 */
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const button = (page: Page, name: string | RegExp) =>
  response(page).getByRole('button', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const again = (page: Page) => button(page, 'Send again');

const isClean = async (page: Page) => expect(await violationsInBothSchemes(page)).toEqual([]);

async function open(page: Page, link: string, heading: string | RegExp): Promise<void> {
  await page.goto(`./#/requests/${link}`);
  await expect(page.getByRole('heading', { name: heading })).toBeVisible();
}

async function sendTo(page: Page, status: string): Promise<void> {
  await send(page).click();
  await expect(response(page).getByText(status).first()).toBeVisible();
}

async function sendAgainTo(page: Page, status: string): Promise<void> {
  await expect(again(page)).not.toHaveAttribute('aria-disabled', 'true');
  await again(page).click();
  await expect(response(page).getByText(status).first()).toBeVisible();
}

const says = (page: Page, text: string | RegExp) =>
  expect(response(page).getByRole('heading', { name: text }).first()).toBeVisible();

test('P12: a plan without the endpoint is switched, by hand too, a used-up window jumped over; P10: an old timestamp is mended', async ({
  page,
}) => {
  await test.step('P12: a plan without the endpoint is switched, and that undone', async () => {
    await open(page, 'getDmEvents?app=26006', /List all message events/);
    await sendTo(page, '403 Forbidden');
    await says(page, 'The Free plan does not have this endpoint');
    await expect(response(page).getByText('Basic gives 1 call per user in 24 hours')).toBeVisible();
    await expect(again(page)).toHaveAttribute('aria-disabled', 'true');
    await isClean(page);

    await button(page, 'Switch to Basic').click();
    await says(page, 'Lantern is on Basic now');
    await expect(page.getByRole('combobox', { name: /Plan of Lantern/ })).toHaveValue('basic');
    await isClean(page);
    await button(page, 'Undo').click();
    await says(page, 'The Free plan does not have this endpoint');
    await expect(page.getByRole('combobox', { name: /Plan of Lantern/ })).toHaveValue('free');
  });
  await test.step('P12: what is done by hand is seen: the bar’s plan makes Send again ready', async () => {
    const plan = page.getByRole('combobox', { name: /Plan of Lantern/ });
    await plan.selectOption('basic');
    await expect(again(page)).not.toHaveAttribute('aria-disabled', 'true');
    await plan.selectOption('free');
    await expect(again(page)).toHaveAttribute('aria-disabled', 'true');
  });
  await test.step('P12: it is switched again; the next answer is honest', async () => {
    await button(page, 'Switch to Basic').click();
    await sendAgainTo(page, 'The token may not see Direct Messages');
    const changed = response(page).getByRole('table', { name: /What changed/ });
    await expect(changed.getByRole('row', { name: /plan/ })).toContainText('was Free');

    await button(page, 'Raise the permission').click();
    await says(page, 'Lantern Bot may read, write and see Direct Messages now');
    await sendAgainTo(page, '200 OK');
    await expect(response(page).getByRole('heading', { name: /does not|may not/ })).toBeHidden();
  });
  await test.step('P12: a window that is used up is jumped over, and the jump undone', async () => {
    const strip = response(page).getByRole('region', { name: 'Limits this call counts against' });
    await expect(strip).toContainText(' 0 of 1 left');
    await sendTo(page, '429 Too Many Requests');
    await says(page, 'The user token has used its one call in 24 hours');
    await expect(response(page)).toContainText('Basic gives 1 call per user in 24 hours');
    await expect(response(page)).toContainText(/It resets at .+, in \d+:\d\d(:\d\d)?\.\s+You can wait/);
    await expect(strip).toContainText(' 0 of 1 left');
    await expect(strip).toContainText(/resets in \d\d:\d\d/);
    await expect(button(page, 'Jump to the reset')).toBeInViewport();
    await isClean(page);
    const time = page.getByRole('group', { name: 'Platform clock' }).getByRole('time');
    const before = await time.getAttribute('datetime');
    await button(page, 'Jump to the reset').click();
    await says(page, 'The window is over');
    expect(await time.getAttribute('datetime')).not.toBe(before);
    await isClean(page);
    await button(page, 'Undo').click();
    await expect(button(page, 'Jump to the reset')).toBeVisible();
    await expect(response(page).getByText('0 of 1 left')).toBeVisible();
    await button(page, 'Jump to the reset').click();
    await sendAgainTo(page, '200 OK');
  });
  await test.step('Q21: a plan that gives more calls in the window says how many, and is another way', async () => {
    await sendTo(page, '429 Too Many Requests');
    await expect(button(page, 'Jump to the reset')).toHaveClass(/main-act/);
    await button(page, 'Switch to Pro: 15 in 15 min').click();
    await says(page, 'Lantern is on Pro now');
    await expect(button(page, 'Jump to the reset')).toHaveCount(0);
    await isClean(page);
    await sendAgainTo(page, '200 OK');
  });
  await test.step('P10: a timestamp that a jump of the clock made old is mended by undoing the jump', async () => {
    await open(page, 'getMe?auth=oauth1&tab=signature', 'Show the acting user');
    await page.getByRole('button', { name: 'Values' }).click();
    const timestamp = page.getByRole('textbox', { name: 'oauth_timestamp', exact: true });
    await timestamp.fill(await timestamp.inputValue());
    const clock = page.getByRole('group', { name: 'Platform clock' }).getByRole('time');
    const shown = async () => Date.parse((await clock.getAttribute('datetime'))!);
    const before = await shown();
    await page.getByRole('button', { name: '+24 h' }).click();
    // The jump is over: what it made due has run.
    await expect.poll(shown).toBeGreaterThanOrEqual(before + 86_400_000);
    await sendTo(page, '401 Unauthorized');
    await says(page, 'The timestamp is too far from the platform’s clock');
    await button(page, 'Undo the clock’s jump').click();
    await says(page, 'The clock’s jump is undone');
    await sendAgainTo(page, '200 OK');
  });
});

test('P12: a token that may only read is raised by keyboard alone; Undo takes the level back', async ({
  page,
}) => {
  await open(page, 'createPost?app=26002&auth=oauth1&tab=headers', 'Create a post');
  await page.keyboard.press('Control+Enter');
  await says(page, 'The token may only read');
  await button(page, 'Raise the permission').focus();
  await page.keyboard.press('Enter');
  await says(page, 'Northwind Viewer may read and write now');
  await button(page, 'Undo').focus();
  await page.keyboard.press('Enter');
  await says(page, 'The token may only read');
  await button(page, 'Raise the permission').click();
  await sendAgainTo(page, '201 Created');
});

test('P12: another user’s consent leads to Sign-in, with flow, App, user and the way back', async ({
  page,
}) => {
  await open(page, 'createPost?app=26002&as=jonas_berg&auth=oauth1&tab=headers', 'Create a post');
  await sendTo(page, '403 Forbidden');
  await says(page, 'The token may only read');
  await expect(response(page).getByText(/Goes on in Sign-in/)).toBeVisible();
  await button(page, 'Raise the permission').click();
  await expect(page.getByRole('heading', { name: 'Sign-in', level: 1 })).toBeAttached();
  await expect(page).toHaveURL(/#\/sign-in\/oauth1-callback/);
  await expect(page.getByRole('combobox', { name: 'App' })).toHaveValue('26002');
  await expect(page.getByRole('combobox', { name: 'Acting user' })).toHaveValue('2244994946');
  await expect(page.getByText('Northwind Viewer may read and write now.')).toBeVisible();
});

test('P12: an editor that loads after the act has led to the text keeps the focus there', async ({
  page,
}) => {
  let arrive = (): void => undefined;
  const asked = new Promise<void>((resolve) => (arrive = resolve));
  await page.route('**/monaco-*.js', async (route) => {
    await asked;
    await route.continue();
  });
  const body = encodeURIComponent('{"text":""}');
  await open(page, `createPost?auth=oauth1&tab=headers&body=${body}`, /Create a post/);
  await sendTo(page, '400 Bad Request');
  await button(page, /^Change (the text|text)$/).click();
  const text = page.getByRole('textbox', { name: 'Body' });
  await expect(text).toBeFocused();
  await expect(page.getByText('Tab goes on to the next control')).toBeHidden();
  arrive();
  await expect(page.getByText('Tab goes on to the next control')).toBeVisible();
  await expect(text).toBeFocused();
});

test('Q15: the act for a text that was posted before selects it, and typing replaces it', async ({
  page,
}) => {
  await open(page, 'createPost?auth=oauth1&tab=headers', 'Create a post');
  await sendTo(page, '201 Created');
  await sendTo(page, '403 Forbidden');
  await says(page, 'This user already made this post in the last 24 hours');
  await button(page, 'Change the text').click();
  await expect(page.getByText('Tab goes on to the next control')).toBeVisible();
  await expect(page.getByRole('textbox', { name: 'Body' })).toBeFocused();
  await page.keyboard.type('Another text');
  await expect(page.getByText('The body is not JSON')).toBeHidden();
  await sendAgainTo(page, '201 Created');
  await expect(response(page)).toContainText('"Another text"');
});

test('Q23: two mistakes have two acts, and Send again waits for both', async ({ page }) => {
  await open(
    page,
    'getPostsOfUser?auth=app&query.max_results=500&query.start_time=yesterday',
    'List the posts of a user',
  );
  await sendTo(page, '400 Bad Request');
  await says(page, 'Two parameters have invalid values');
  await isClean(page);
  await button(page, 'Set max_results to 100').click();
  await expect(page.getByRole('textbox', { name: 'max_results', exact: true })).toHaveValue('100');
  await expect(again(page)).toHaveAttribute('aria-disabled', 'true');
  await button(page, 'Change start_time').click();
  await expect(page.getByRole('textbox', { name: 'start_time', exact: true })).toBeFocused();
  await page.keyboard.type('2026-03-01T00:00:00Z');
  await sendAgainTo(page, '200 OK');
});

test('Q19: without a token Ctrl+Enter sends anyway, and the refusal leads to a token', async ({ page }) => {
  await open(page, 'createPost?app=26002&as=sam_ode&auth=oauth1&tab=headers', 'Create a post');
  await expect(page.getByText(/No access token of @sam_ode for Northwind Viewer/)).toBeVisible();
  await expect(send(page)).toHaveAccessibleName('Send anyway');
  await isClean(page);
  await page.keyboard.press('Control+Enter');
  await says(page, 'The call does not say who makes it');
  await expect(response(page).getByText('400 Bad Request').first()).toBeVisible();
  await button(page, 'Sign @sam_ode in').click();
  await expect(page).toHaveURL(/#\/sign-in\/oauth1-callback/);
});

import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Signature' });
const marks = (page: Page) => panel(page).locator('mark');
const line = (page: Page) => panel(page).getByText(/^Changed: /);

async function open(page: Page): Promise<void> {
  await page.goto('./#/requests/searchRecentPosts?query.query=harbour%20cafe');
  await expect(panel(page).getByRole('table', { name: 'Signed parameters' })).toContainText('harbour%20cafe');
}

const query = (page: Page) => page.getByRole('textbox', { name: 'query', exact: true });
const inPanel = (page: Page, name: string) =>
  panel(page).getByRole('textbox', { name: `Value of ${name} in the signature` });
const said = (page: Page) => panel(page).getByRole('status').first();
const folded = (page: Page) => page.getByRole('button', { name: /^Parameters and authorization/ });
const fold = (page: Page) => panel(page).getByRole('button', { name: 'Fold parameters and authorization' });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const send = (page: Page) => page.getByRole('button', { name: 'Send', exact: true });
const string = (page: Page, name: string) =>
  panel(page).getByRole('listbox', { name: `${name}, in its parts` });

test('Lift 4: an edit is marked by its bytes from the value to the signature, undone, and explained', async ({
  page,
}) => {
  await open(page);
  await expect(line(page)).toHaveCount(0);
  await query(page).focus();
  await query(page).press('End');
  await query(page).press('Backspace');
  await page.keyboard.insertText('é');
  await expect(marks(page)).toHaveText(['%C3%A9', '%C3%A9', '%25C3%25A9', /./]);
  const signature =
    /1 character in query, 6 in the parameter string, 10 in the base string, \d\d of 28 in the signature\.$/;
  await expect(said(page)).toHaveText(signature);
  await expect(panel(page).getByRole('paragraph').filter({ hasText: 'query: 1 character' })).toHaveText(
    /^Changed:\s+query: 1 character → parameter string: 6 → base string: 10 → signature: \d\d of 28$/,
  );
  await expect(panel(page).getByText('was harbour cafe', { exact: true })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await test.step('it flashes once, and not where motion is to be reduced', async () => {
    const animation = () =>
      marks(page)
        .first()
        .evaluate((mark) => getComputedStyle(mark).animationName);
    // A mark that was just replaced has no style.
    await expect.poll(animation).toMatch(/flash$/);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await expect.poll(animation).toBe('none');
  });

  await test.step('Undo has the old value back, and says so', async () => {
    await panel(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(query(page)).toHaveValue('harbour cafe');
    await expect(marks(page)).toHaveCount(0);
    await expect(said(page)).toHaveText('Undone: query has its old value again.');
    await expect(inPanel(page, 'query')).toBeFocused();
  });

  await test.step('the value is edited where it is shown, and the draft and its address follow', async () => {
    await inPanel(page, 'query').press('End');
    await page.keyboard.press('Backspace');
    await page.keyboard.insertText('é');
    await expect(page).toHaveURL(/query\.query=harbour(%20|\+)caf%C3%A9/);
    await expect(marks(page).nth(2)).toHaveText('%25C3%25A9');
    await expect(inPanel(page, 'query')).toBeFocused();
  });

  await test.step('what is above the tabs makes room for the steps, says so, and is opened again', async () => {
    await expect(folded(page)).toHaveText(/1 parameter: query · OAuth 1\.0a user, @mira_holm$/);
    await expect(query(page)).toBeHidden();
    await expect(said(page)).toHaveText(/^Changed: .* folded into one line above the tabs\.$/);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await folded(page).press('Enter');
    await expect(page.getByRole('checkbox', { name: 'Send query' })).toBeFocused();
    await expect(query(page)).toHaveValue('harbour café');
    await inPanel(page, 'query').focus();
  });

  await test.step('Escape takes the marks away and leaves the caret where it is', async () => {
    await inPanel(page, 'query').press('Escape');
    await expect(marks(page)).toHaveCount(0);
    await expect(inPanel(page, 'query')).toBeFocused();
    await expect(query(page)).toHaveValue('harbour café');
  });

  await test.step('a focused row is highlighted in every step, with its place', async () => {
    const { length } = 'query=harbour%20caf%C3%A9';
    const parameters = await string(page, 'Parameter string').innerText();
    const last = parameters.replace(/^… /, '').length;
    await expect(
      panel(page).getByText(`characters ${last - length + 1} to ${last}`, { exact: true }),
    ).toBeVisible();
    await expect(
      string(page, 'Base string').getByRole('option', { selected: true, name: /^query: query%3D/ }),
    ).toHaveCount(1);
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('a part of a string opens the encoding of its value; its arrow keys choose a character', async () => {
    const part = string(page, 'Base string').getByRole('option', { name: /^query: query%3D/ });
    await part.press('Enter');
    const why = panel(page).getByRole('region', { name: 'Why %25C3%25A9?' });
    await expect(why.getByRole('button', { name: 'é', exact: true })).toBeFocused();
    await expect(why.getByRole('listitem')).toHaveText([
      'é is 2 bytes in UTF-8: C3 A9',
      'each becomes % and two hex digits: %C3%A9',
      'in the base string % is encoded too and becomes %25: %25C3%25A9',
    ]);
    await expect(panel(page).getByText(/^1 of \d+ shown$/)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('Home');
    await expect(panel(page).getByRole('button', { name: 'h', exact: true })).toBeFocused();
    await expect(panel(page).getByText('h stays as it is in both steps.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(part).toBeFocused();
    await expect(panel(page).getByRole('row', { name: 'oauth_version' })).toBeVisible();
  });

  await test.step('the next edit is compared to what stood there before it; a sent call has no marks', async () => {
    await query(page).press('End');
    await page.keyboard.insertText('s');
    await expect(marks(page).first()).toHaveText('s');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(marks(page)).toHaveCount(0);
  });

  await test.step('on a phone only what changed is shown, and the rest on request', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Request', exact: true }).click();
    await inPanel(page, 'query').fill('harbour');
    await expect(panel(page).getByRole('row', { name: 'oauth_version' })).toBeHidden();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await panel(page)
      .getByRole('button', { name: /^Show the \d others$/ })
      .click();
    await expect(panel(page).getByRole('row', { name: 'oauth_version' })).toBeVisible();
  });

  await test.step('the button clears them too, and the focus stays in the panel’s tab', async () => {
    await panel(page).getByRole('button', { name: 'Clear the marks' }).press('Enter');
    await expect(marks(page)).toHaveCount(0);
    await expect(page.getByRole('tab', { name: 'Signature' })).toBeFocused();
  });
});

test('Lift 4: a secret that is edited marks the key, and no character of it is said', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Values', exact: true }).click();
  const secret = page.getByLabel('oauth_token_secret', { exact: true });
  await secret.fill('a-secret-of-another');
  await expect(line(page).first()).toHaveText(/^Changed: the signing key, \d\d of 28 in the signature\.$/);
  await expect(marks(page)).toHaveCount(1);
  await expect(panel(page)).not.toContainText('a-secret-of-another');

  await test.step('Undo has the real one back', async () => {
    await panel(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(secret).not.toHaveValue('a-secret-of-another');
    await expect(page.getByRole('button', { name: 'Values', exact: true })).toBeVisible();
    await expect(marks(page)).toHaveCount(0);
    await expect(said(page)).toHaveText('Undone: the signing key is as before.');
    await expect(page.getByRole('tab', { name: 'Signature' })).toBeFocused();
  });

  await test.step('and removes an added parameter, or has a removed one back', async () => {
    const rows = panel(page).getByRole('table', { name: 'Signed parameters' }).getByRole('row');
    await page.getByRole('button', { name: 'Add a parameter' }).click();
    await page.keyboard.type('tag');
    await expect(rows.filter({ hasText: 'tag' })).toContainText('was not there');
    await panel(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(said(page)).toHaveText('Undone: tag is removed again.');
    await expect(rows.filter({ hasText: 'tag' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Name of the parameter' })).toHaveCount(0);

    await page.getByRole('checkbox', { name: 'Send query' }).uncheck();
    await expect(line(page).first()).toHaveText(/^Changed: query removed, /);
    await panel(page).getByRole('button', { name: 'Undo' }).press('Enter');
    await expect(said(page)).toHaveText('Undone: query is back.');
    await expect(page.getByRole('checkbox', { name: 'Send query' })).toBeChecked();
    await expect(marks(page)).toHaveCount(0);
  });
});

test('Lift 4: at 1440 by 900 all five steps are seen while a value is edited; the fold is the person’s choice', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page);
  await page.getByRole('button', { name: 'Close: it stays under the mark' }).click();
  await expect(
    string(page, 'Base string')
      .or(panel(page).getByText(/^GET&https/))
      .first(),
  ).toBeInViewport();
  await panel(page).getByRole('row', { name: 'query' }).hover();
  await inPanel(page, 'query').press('End');
  await page.keyboard.type('s');
  await expect(folded(page)).toBeVisible();
  await expect(marks(page)).toHaveCount(4);
  const steps = panel(page).getByRole('region', { name: /^Step \d: / });
  await expect(steps).toHaveCount(5);
  for (const step of await steps.all()) await expect(step).toBeInViewport({ ratio: 1 });
  await expect(send(page)).toBeInViewport();

  await test.step('a fold that was not chosen is open after a reload', async () => {
    await page.reload();
    await expect(query(page)).toBeVisible();
    await expect(folded(page)).toHaveCount(0);
  });

  await test.step('one that was chosen stays, with every call, and says what is in it', async () => {
    await panel(page).getByRole('row', { name: 'query' }).hover();
    await fold(page).press('Enter');
    await expect(said(page)).toHaveText(
      'The parameters and the authorization are folded into one line above the tabs.',
    );
    await expect(page.getByRole('tab', { name: 'Signature' })).toBeFocused();
    await page.reload();
    await expect(folded(page)).toHaveText(/1 parameter: query · OAuth 1\.0a user, @mira_holm$/);
    await page.goto('./#/requests/getUser?auth=app&path.id=x');
    await expect(folded(page)).toHaveText(/1 parameter: id · Bearer$/);
    await expect(page.getByText(/^id must match /).filter({ visible: true })).toBeVisible();
    await page.goto('./#/requests/getMe?auth=none&tab=raw');
    await expect(folded(page)).toHaveText(/1 parameter: user\.fields · no authorization$/);
    await page.goto('./#/requests/free-form?auth=none&tab=raw');
    await expect(page.getByRole('button', { name: 'Authorization no authorization' })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });

  await test.step('and so does one that was opened: an edit leaves it open', async () => {
    await open(page);
    await folded(page).click();
    await panel(page).getByRole('row', { name: 'query' }).hover();
    await inPanel(page, 'query').fill('sea');
    await expect(marks(page).first()).toBeVisible();
    await expect(query(page)).toHaveValue('sea');
    await expect(page).toHaveURL(/query\.query=sea/);
    await page.reload();
    await expect(query(page)).toHaveValue('sea');
  });
});

test('Lift 4: a field of a form body is edited in the steps, and the platform accepts the signature', async ({
  page,
}) => {
  const call = new URLSearchParams({
    method: 'POST',
    url: 'https://api.svc.example/oauth/request_token',
    body: 'oauth_callback=oob&note=harbour%20cafe',
    auth: 'consumer',
    tab: 'signature',
  });
  await page.goto(`./#/requests/free-form?${call}`);
  const row = panel(page).getByRole('row', { name: 'note' });
  await expect(row).toContainText('body');
  await row.hover();
  await inPanel(page, 'note').press('End');
  await page.keyboard.press('Backspace');
  await page.keyboard.insertText('é');
  await expect(marks(page)).toHaveText(['%C3%A9', '%C3%A9', '%25C3%25A9', /./]);
  await expect(said(page)).toHaveText(/^Changed: 1 character in note, 6 in the parameter string, 10 in /);
  await send(page).click();
  await expect(response(page).getByText('200 OK').first()).toBeVisible();
  await expect(response(page)).toContainText('oauth_callback_confirmed');
  await expect(marks(page)).toHaveCount(0);
  await expect(panel(page).getByText('last call: the platform computed the same')).toBeVisible();

  await test.step('the answer is that of the call before the next edit, until it is edited back', async () => {
    const beforeEdit = response(page).getByText(
      'The answer to the call before your edit. Send to get a new one.',
    );
    await expect(beforeEdit).toHaveCount(0);
    await inPanel(page, 'note').press('End');
    await page.keyboard.type('s');
    await expect(beforeEdit).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await panel(page).getByRole('button', { name: 'Undo' }).click();
    await expect(beforeEdit).toHaveCount(0);
    await page.getByRole('tab', { name: 'Body' }).click();
    await expect(page.getByRole('tabpanel', { name: 'Body' })).toContainText('note=harbour%20caf%C3%A9');
  });
});

test('Code: the call as a program, whose letters lead to the steps of its signature', async ({ page }) => {
  await page.goto('./#/requests/searchRecentPosts?query.query=it%27s&tab=code');
  const code = page.getByRole('tabpanel', { name: 'Code' });
  await code.getByRole('radio', { name: 'Ruby' }).check();
  const program = code.getByRole('group', { name: 'The call in Ruby' });
  await expect(program).toContainText(`query = [['query', 'it\\'s']]`);
  await expect(program).not.toContainText('oauth_signature="');
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await test.step('what is edited is in the program at once', async () => {
    await query(page).fill('#{high} water');
    await expect(program).toContainText(`query = [['query', '#{high} water']]`);
  });

  await test.step('the finished header says until when it works', async () => {
    await code.getByRole('radio', { name: 'Finished header' }).check();
    await expect(program).toContainText('oauth_signature="');
    await expect(code).toContainText(/Works once, for 5 minutes: until \d\d:\d\d:\d\d\./);
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await code.getByRole('button', { name: 'With signing' }).click();
    await expect(code.getByRole('radio', { name: 'With signing' })).toBeFocused();
  });

  await test.step('Run: the program for JavaScript calls the platform of this tab', async () => {
    await query(page).fill("it's");
    await code.getByRole('radio', { name: 'JavaScript' }).check();
    await expect(page.getByRole('button', { name: 'Send', exact: true })).not.toHaveClass(/main-act/);
    await page.keyboard.press('Control+Enter');
    const console = code.getByRole('region', { name: 'Console' });
    await expect(console).toContainText('GET /2/posts/search/recent?query=it%27s 200');
    await expect(console).toContainText('200 {"meta":{"result_count":0}}');
    await expect(console).toContainText('The program has ended.');
    await expect(page.getByRole('region', { name: 'Response', exact: true })).toContainText('200 OK');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await code.getByRole('radio', { name: 'Ruby' }).check();
  });

  await test.step('a letter leads to its step, by keyboard too', async () => {
    await code.getByRole('button', { name: /^The signing key/ }).press('Enter');
    await expect(panel(page).getByRole('heading', { name: /Signing key/ })).toBeFocused();
  });

  await test.step('the language outlives a reload', async () => {
    await page.reload();
    await page.getByRole('tab', { name: 'Code' }).click();
    await expect(code.getByRole('radio', { name: 'Ruby' })).toBeChecked();
  });
});

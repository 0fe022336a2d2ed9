import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';

const panel = (page: Page) => page.getByRole('tabpanel', { name: 'Signature' });
const marks = (page: Page) => panel(page).locator('mark');
const line = (page: Page) => panel(page).getByText(/^Changed: /);

async function open(page: Page): Promise<void> {
  await page.goto('./#/requests/searchRecentPosts?query.query=harbour%20cafe');
  await expect(panel(page).getByRole('table', { name: 'Normalised parameters' })).toContainText(
    'harbour%20cafe',
  );
}

const query = (page: Page) => page.getByRole('textbox', { name: 'query', exact: true });

test('Lift 4: an edit is marked by its bytes in the parameters, the base string and the signature', async ({
  page,
}) => {
  await open(page);
  await expect(line(page)).toHaveCount(0);
  await query(page).focus();
  await query(page).press('End');
  await query(page).press('Backspace');
  await page.keyboard.insertText('é');
  await expect(marks(page).first()).toHaveText('%C3%A9');
  await expect(marks(page).nth(1)).toHaveText('%25C3%25A9');
  const signature = /6 characters in query, 10 in the base string, \d\d of 28 in the signature\.$/;
  await expect(line(page).first()).toHaveText(signature);
  await expect(panel(page).getByRole('status').first()).toHaveText(signature);
  await expect(panel(page).getByText('was e', { exact: true })).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);

  await test.step('it flashes once, and not where motion is to be reduced', async () => {
    const animation = () =>
      marks(page)
        .first()
        .evaluate((mark) => getComputedStyle(mark).animationName);
    expect(await animation()).not.toBe('none');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    expect(await animation()).toBe('none');
  });

  await test.step('Escape takes the marks away and leaves the caret where it is', async () => {
    await query(page).press('Escape');
    await expect(marks(page)).toHaveCount(0);
    await expect(query(page)).toBeFocused();
    await expect(query(page)).toHaveValue('harbour café');
  });

  await test.step('the next edit is compared to what stood there before it; a sent call has no marks', async () => {
    await query(page).press('End');
    await page.keyboard.insertText('s');
    await expect(marks(page).first()).toHaveText('s');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(marks(page)).toHaveCount(0);
  });

  await test.step('the button clears them too, and the focus stays in the panel’s tab', async () => {
    await query(page).fill('harbour');
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

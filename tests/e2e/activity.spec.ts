/** Activity, opened once and walked through as a person would who wants to know why a call was refused. */
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';

const rows = (page: Page) => page.getByRole('listbox', { name: 'Exchanges, newest first' });
const row = (page: Page, text: string) => rows(page).getByRole('option').filter({ hasText: text });
const field = (page: Page) => page.getByRole('combobox', { name: 'Filter the exchanges' });
const opened = (page: Page) => page.getByRole('region', { name: 'Exchange', exact: true });

async function call(page: Page, hash: string, answer: string): Promise<void> {
  await page.goto(`./#/requests/${hash}`);
  await page.getByRole('button', { name: 'Send', exact: true }).click();
  const response = page.getByRole('region', { name: 'Response', exact: true });
  await expect(response.getByText(answer).first()).toBeVisible();
}

test('issue 21: exchanges are filtered, opened and pinned by the keyboard, and the address and the browser keep it', async ({
  page,
}) => {
  await call(page, 'getUser?auth=oauth1', '200 OK');
  await call(page, 'getUser?auth=oauth1&path.id=1', '404 Not Found');
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activity' }).click();

  await test.step('both calls stand there, and what refuses most is a filter', async () => {
    await expect(rows(page).getByRole('option')).toHaveCount(2);
    await expect(row(page, '200')).toContainText('Look up a user by id');
    await page.getByRole('link', { name: /^Nothing found with that id code 144 1/ }).click();
    await expect(rows(page).getByRole('option')).toHaveCount(1);
    await expect(field(page)).toHaveValue('cause:resourceNotFound/');
    await page.goBack();
    await expect(rows(page).getByRole('option')).toHaveCount(2);
  });

  await test.step('/ leads to the filter, which suggests, corrects, and is cleared by Escape', async () => {
    await page.keyboard.press('/');
    await expect(field(page)).toBeFocused();
    await page.keyboard.type('status:4');
    await expect(page.getByRole('option', { name: 'status:404' })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(field(page)).toHaveValue('status:4xx ');
    await expect(page).toHaveURL(/q=status%3A4xx/);
    await expect(rows(page).getByRole('option')).toHaveCount(1);
    await field(page).fill('stauts:4xx');
    await expect(page.getByRole('alert').filter({ hasText: 'did you mean status:?' })).toBeVisible();
    await field(page).fill('status:4xx op:getUsers');
    await expect(page.getByText('No exchange passes this filter.')).toBeVisible();
    await page.getByRole('button', { name: 'remove it' }).click();
    await expect(rows(page).getByRole('option')).toHaveCount(1);
    await field(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await expect(field(page)).toHaveValue('');
    await expect(rows(page).getByRole('option')).toHaveCount(2);
  });

  await test.step('Down goes to the list, Enter opens; a pin and its note survive a reload', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(rows(page)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(opened(page).getByRole('heading', { name: '404 Not Found' })).toBeVisible();
    await expect(opened(page)).toContainText('Could not find user with id: [1].');
    await opened(page).getByRole('button', { name: 'Pin' }).click();
    await opened(page).getByRole('textbox', { name: /^Note/ }).fill('a made-up id');
    await opened(page)
      .getByRole('tab', { name: /^X-ray/ })
      .click();
    await expect(opened(page).getByText('Authenticated')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.reload();
    await expect(opened(page).getByRole('textbox', { name: /^Note/ })).toHaveValue('a made-up id');
    await expect(row(page, 'pinned')).toHaveCount(1);
  });

  await test.step('it is compared with the last good call: one sentence says where they part', async () => {
    await opened(page).getByRole('button', { name: 'Compare with the last good call' }).click();
    const compared = page.getByRole('region', { name: 'Compare', exact: true });
    await expect(
      compared.getByText(/^They first differ in the method and address, at path: A has \/2\/users\/1, B has/),
    ).toBeVisible();
    await expect(compared.getByRole('row', { name: /^character \d+/ })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await compared.getByRole('button', { name: 'Close the comparison' }).click();
  });

  await test.step('the same bytes are refused for their nonce, newly signed they are not; each names its origin', async () => {
    await row(page, '200').click();
    await expect(opened(page).getByRole('heading', { name: '200 OK' })).toBeVisible();
    await expect(opened(page).getByText('Will be refused:')).toBeVisible();
    await opened(page).getByRole('tab', { name: 'Request' }).click();
    await page.keyboard.press('r');
    await expect(opened(page).getByRole('heading', { name: '401 Unauthorized' })).toBeVisible();
    await expect(opened(page).getByRole('link', { name: /^The exchange that it repeats/ })).toBeVisible();
    await page.keyboard.press('s');
    await expect(opened(page).getByRole('heading', { name: '200 OK' })).toBeVisible();
    await expect(row(page, 'sent again, newly signed')).toHaveCount(1);
    await expect(row(page, 'sent again, the same bytes')).toHaveCount(1);
  });

  await test.step('any two are marked by the keyboard and compared', async () => {
    await rows(page).focus();
    await page.keyboard.press('Home');
    await page.keyboard.press('Space');
    const foot = page.getByRole('group', { name: 'Compare two exchanges' });
    await expect(foot.getByText('Mark a second one')).toBeVisible();
    await page.keyboard.press('End');
    await page.keyboard.press('Space');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await foot.getByRole('button', { name: 'Compare A and B' }).click();
    const compared = page.getByRole('region', { name: 'Compare', exact: true });
    await expect(compared.getByText(/^They (first )?differ/)).toBeVisible();
    await compared.getByRole('button', { name: 'Close the comparison' }).click();
    await foot.getByRole('button', { name: 'Clear' }).click();
    await expect(foot).toBeHidden();
  });

  await test.step('an edited copy opens in Requests, and what is sent from it names its origin', async () => {
    await row(page, 'sent again, newly signed').click();
    await opened(page).getByRole('link', { name: 'Edited' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await expect(
      page.getByRole('region', { name: 'Response', exact: true }).getByText('200 OK').first(),
    ).toBeVisible();
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Activity' }).click();
    await row(page, 'sent again, edited').click();
    await expect(opened(page).getByRole('link', { name: 'The exchange that it repeats (4)' })).toBeVisible();
  });

  await test.step('what is shown is saved as a HAR file without a secret, and with them when that is asked for', async () => {
    const saved = async () => {
      const [file] = await Promise.all([
        page.waitForEvent('download'),
        dialog.getByRole('button', { name: /^Save svc-activity-.*-5\.har$/ }).click(),
      ]);
      return await readFile(await file.path(), 'utf8');
    };
    const dialog = page.getByRole('dialog', { name: 'Export as HAR 1.2' });
    await page.getByRole('button', { name: 'Export HAR' }).click();
    await expect(dialog.getByRole('row', { name: /^Access token «access token 1» \d/ })).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    const masked = await saved();
    expect(masked).toContain('oauth_token=\\"«access token 1»\\"');
    await expect(page.getByRole('button', { name: 'Export HAR' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('radio', { name: 'As they are' }).check();
    await expect(dialog.getByText(/^The file holds tokens/)).toBeVisible();
    expect(await saved()).not.toContain('«access token');
  });

  await test.step('a HAR file is listed beside the log; an entry is diagnosed, compared, and fills Requests', async () => {
    const [view, file] = [page.getByRole('main'), page.getByLabel('Open HAR')];
    await file.setInputFiles({
      name: 'cut.har',
      mimeType: 'application/json',
      buffer: Buffer.from('{"log":{"entries":{}}}'),
    });
    await expect(view.getByText('cut.har was not opened. This is JSON but not a HAR file')).toBeVisible();
    await file.setInputFiles('tests/support/har/chromium.har');
    const entries = page.getByRole('listbox', { name: 'Entries of the file, last first' });
    await expect(entries.getByRole('option')).toHaveCount(6);
    await expect(view.getByText('6 of 6 entries.')).toBeVisible();
    await field(page).fill('op:getMe');
    await expect(entries.getByRole('option')).toHaveCount(1);
    await entries.getByRole('option').click();
    await expect(opened(page).getByText('Entry 2 of chromium.har: Show the acting user')).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await opened(page).getByRole('button', { name: 'Compare', exact: true }).click();
    await expect(opened(page).getByText(/^No call of this endpoint in the log has succeeded/)).toBeVisible();
    await opened(page).getByRole('button', { name: 'Mark to compare' }).click();
    await view.getByRole('link', { name: /^Live log/ }).click();
    await rows(page).focus();
    await page.keyboard.press('Space');
    await page.getByRole('button', { name: 'Compare A and B' }).click();
    await expect(
      page
        .getByRole('region', { name: 'Compare', exact: true })
        .getByText(/^They first differ in the method and address, at host: A has http:/),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Close the comparison' }).click();
    await opened(page).getByRole('button', { name: 'Diagnose' }).click();
    await expect(page.getByText('Read as an entry of HAR')).toBeVisible();
    await page.goBack();
    await opened(page).getByRole('link', { name: 'Send again' }).click();
    await expect(page).toHaveURL(/requests\/getMe/);
    await page.goBack();
    await view.getByRole('button', { name: 'Close file' }).click();
    await expect(rows(page).getByRole('option')).toHaveCount(5);
    await expect(view.getByRole('link', { name: /^Live log/ })).toBeHidden();
  });

  await test.step('a HAR file that is dropped is opened too, and an entry of which it says no time is listed without one', async () => {
    const request = { method: 'GET', url: 'https://api.example/2/users/me', headers: [] };
    const har = JSON.stringify({ log: { entries: [{ request, response: { status: 200, headers: [] } }] } });
    await page.evaluate((text) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([text], 'dropped.har', { type: 'application/json' }));
      for (const type of ['dragover', 'drop'])
        document
          .querySelector('main')!
          .dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
    }, har);
    const entries = page.getByRole('listbox', { name: 'Entries of the file, last first' });
    await expect(entries.getByRole('option')).toHaveText(/no time\s.*\/2\/users\/me .*200/);
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await entries.getByRole('option').click();
    await expect(opened(page).getByText('no time')).toBeVisible();
    await expect(opened(page).getByText('Its time cannot be read.')).toBeVisible();
    await opened(page).getByRole('button', { name: 'Mark to compare' }).click();
    await expect(page.getByRole('group', { name: 'Compare two exchanges' })).toContainText(
      'no time, GET, 200',
    );
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('main').getByRole('button', { name: 'Close file' }).click();
    await expect(rows(page).getByRole('option')).toHaveCount(5);
  });

  await test.step('on a phone the three columns are tabs', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('tab', { name: 'Exchanges' }).click();
    await row(page, '201').or(row(page, '200')).last().click();
    await expect(opened(page).getByRole('heading', { name: '200 OK' })).toBeVisible();
    await page.getByRole('tab', { name: 'Filters' }).click();
    await expect(page.getByText(/of at most 10,000 exchanges, and about .* of 33\.6 MB/)).toBeVisible();
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

import { expect, test } from '../../support/page.ts';
import { violations } from '../../support/axe.ts';
import {
  by,
  curl,
  field,
  now,
  origin,
  queryLeftOut,
  region,
  rows,
  signed,
  toDoctor,
  verdict,
} from './doctor-page.ts';

const me = `${origin}/2/users/me`;

test('the finding says what is wrong, and by which base strings', async ({ page }) => {
  await toDoctor(page);
  await test.step('P10: a request that a jump of the platform’s clock made stale is right, and the jump can be undone', async () => {
    await field(page).fill(curl(by, signed(by)));
    await expect(verdict(page)).toHaveText('The signature is correct');
    await page.getByRole('button', { name: '+24 h' }).click();
    await expect(verdict(page)).toHaveText('The signature is right; the platform’s clock was moved by 24 h');
    await expect(rows(page)).toContainText('Right, the clock moved');
    await expect(region(page, 'Finding')).not.toContainText('sender’s clock');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Undo the jump' }).click();
    await expect(verdict(page)).toHaveText('The signature is correct');
  });

  await test.step('P10: a sender’s clock that is wrong is still told so', async () => {
    await field(page).fill(curl(by, signed(by, {}, now() - 7200)));
    await expect(verdict(page)).toHaveText('Timestamp out of bounds');
    await expect(region(page, 'Finding')).toContainText('Set the sender’s clock');
  });

  await test.step('P11: both base strings are shown, with the whole difference marked', async () => {
    await field(page).fill(queryLeftOut());
    const finding = region(page, 'Finding');
    await expect(finding.locator('del')).toHaveText('66 characters missing');
    await expect(finding.locator('ins')).toHaveText(
      '%26user.fields%3Dcreated_at%26usernames%3Dmira_holm%252Cjonas_berg',
    );
    await expect(finding).toContainText('the first string gives it');
    await expect(finding).toContainText('the second string gives it');
    await expect(finding).toContainText('both secrets fit');
    const table = finding.getByRole('table');
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table).toContainText('before usernames, sorted by name');
    await expect(table).toContainText('last; , is %2C, then %252C');
  });

  await test.step('P11: none of the known mistakes has its base string too', async () => {
    await field(page).fill(curl(me, signed(me, { consumer_secret: 'quite another' })));
    await expect(verdict(page)).toHaveText(/No known mistake explains it/);
    await expect(region(page, 'Finding')).toContainText(
      'GET&https%3A%2F%2Fapi.svc.example%2F2%2Fusers%2Fme&',
    );
    await expect(region(page, 'Finding')).toContainText('whether it fits is not known');
    expect(await violations(page)).toEqual([]);
  });

  await test.step('lift 3: the base string that a program prints shows that the key is wrong', async () => {
    const finding = region(page, 'Finding');
    const beside = region(page, 'Repaired');
    const right = await finding.locator('.codebox').innerText();
    await finding.getByRole('button', { name: 'Compare with your program' }).click();
    await expect(finding.getByRole('tab', { name: 'Compare with your program' })).toBeFocused();
    await finding.getByRole('textbox', { name: 'Base string that your program prints' }).fill(right);
    await expect(verdict(page)).toHaveText('Your base string is right');
    await finding.getByLabel('Signing key that it uses').fill('quite%20another&');
    await expect(verdict(page)).toHaveText('Your key is wrong. Your base string is right.');
    expect(await violations(page)).toEqual([]);
    await finding
      .getByRole('textbox', { name: 'Base string that your program prints' })
      .fill(right.replace('%26oauth_nonce', '%26OAUTH_nonce'));
    await expect(finding.getByRole('row', { name: /^Base string/ })).toContainText('differs at');
    const rows = finding.getByRole('region', { name: /^Yours and ours/ });
    await expect(rows).toContainText('one difference');
    await expect(rows.locator('del')).toHaveText('OAUTH');
    await expect(rows.locator('ins')).toHaveText('oauth');
    await finding
      .getByRole('textbox', { name: 'Base string that your program prints' })
      .fill(right.replace('GET', 'get'));
    await expect(beside.getByRole('heading', { name: /^First difference/ })).toContainText('character 1');
    const change = beside.getByRole('region', { name: /^The line to change/ });
    await expect(change).toContainText('Method in lower case');
    await expect(change.locator('ins').first()).toContainText(
      "[method, encode(uri), encode(parameters)].join('&')",
    );
    await expect(change.locator('dt')).toHaveText(['JavaScript', 'Python', 'PHP', 'Go', 'Ruby']);
    // Of several differences each is shown in full: by the buttons, and by N and Shift+N on them.
    await finding
      .getByRole('textbox', { name: 'Base string that your program prints' })
      .fill(right.replace('GET', 'get').replace('%26oauth_nonce', '%26OAUTH_nonce'));
    await expect(rows).toContainText('2 differences');
    await beside.getByRole('button', { name: 'Next', exact: true }).press('Enter');
    await expect(beside.getByRole('heading', { name: 'Difference 2 of 2' })).toBeVisible();
    await page.keyboard.press('Shift+N');
    await expect(beside.getByRole('heading', { name: /^First difference/ })).toContainText('character 1');
    await page.keyboard.press('n');
    await expect(beside.getByRole('heading', { name: 'Difference 2 of 2' })).toBeVisible();
    expect(await violations(page), 'both base strings').toEqual([]);
    await finding.getByRole('tab', { name: 'Diagnosis' }).click();
  });

  await test.step('P11: a secret that was edited in Requests is named', async () => {
    await page.goto('./#/requests/getMe?auth=oauth1&tab=signature');
    await page.getByRole('button', { name: 'Values' }).click();
    await page.getByRole('textbox', { name: 'consumer_secret' }).fill('edited by hand');
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response.getByText('Another consumer secret', { exact: true })).toBeVisible();
  });
});

import { readFile } from 'node:fs/promises';
import { expect, test } from '../../support/page.ts';
import { violations, violationsInBothSchemes } from '../../support/axe.ts';
import {
  by,
  curl,
  field,
  held,
  origin,
  queryLeftOut,
  region,
  rows,
  shop,
  signed,
  toDoctor,
  verdict,
} from './doctor-page.ts';

const me = `${origin}/2/users/me`;
const four = () =>
  [
    queryLeftOut(),
    curl(me, signed(me, { oauth_token_secret: '' })),
    shop.message(),
    curl(me, signed(me)),
  ].join('\n\n');

test.describe('several pasted requests', () => {
  test('lift 5: are read one by one, each with its verdict; a reload keeps their fields, and asks for what is secret in them', async ({
    page,
  }) => {
    await toDoctor(page);
    await field(page).fill(four());
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).nth(0)).toContainText('Query left out');
    await expect(rows(page).nth(1)).toContainText('Token secret missing');
    await expect(rows(page).nth(2)).toContainText('Its consumer secret is needed');
    await expect(rows(page).nth(3)).toContainText('The signature is correct');
    await expect(page.getByText('bash quoting, 1 header, no body')).toBeVisible();
    await expect(field(page)).toHaveValue('');
    await page.getByRole('button', { name: 'Next' }).click();
    await expect(verdict(page)).toHaveText('Token secret missing');
    await page.getByRole('button', { name: 'Previous' }).click();
    await expect(verdict(page)).toHaveText('Query left out');
    await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Portal' }).click();
    await page.getByRole('navigation', { name: 'Portal' }).waitFor();
    await page.goBack();
    await expect(rows(page)).toHaveCount(4);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/oauth_signature\W/);
    expect(stored).not.toContain(held.oauth_token);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Signature doctor' })).toBeVisible();
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).nth(3)).toContainText('Its header was not kept');
    await page.getByRole('button', { name: 'Paste it' }).click();
    await expect(field(page)).toBeFocused();
    await field(page).fill(signed(me));
    await expect(rows(page)).toHaveCount(4);
    await expect(rows(page).nth(3)).toContainText('The signature is correct');
  });

  test('lift 2: a host gets rules of its own, which a reload keeps; its secrets are asked for again', async ({
    page,
  }) => {
    await toDoctor(page);
    await field(page).fill(shop.inQuery());
    await expect(verdict(page)).toHaveText('Its consumer secret is needed');
    await page.getByLabel('Consumer secret').fill(shop.secret);
    await expect(verdict(page)).toHaveText('The signature is correct');
    await expect(region(page, 'Pasted')).toContainText(
      'Plain RFC 5849: the method that is declared, in the query.',
    );
    await page.getByRole('button', { name: 'Its rules' }).click();
    const rules = page.getByRole('region', { name: 'Rules of api.shop.example' });
    await expect(rules).toContainText('WooCommerce is suggested: the path begins with /wp-json/wc/.');
    await rules.getByRole('button', { name: 'Take WooCommerce' }).click();
    await expect(region(page, 'Pasted')).toContainText(
      'WooCommerce: the method that is declared, no token, in the query.',
    );
    await rules.getByRole('radio', { name: 'HMAC-SHA512' }).check();
    await expect(rules.getByLabel('Preset')).toHaveValue('own');
    await rules.getByLabel('Clock').fill('soon');
    await expect(rules).toContainText('A whole number of seconds');
    await expect(region(page, 'Repaired')).toContainText('was HMAC-SHA256; it is HMAC-SHA512.');
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await page.getByRole('tab', { name: 'Diagnosis' }).click();
    await expect(verdict(page)).toHaveText('SHA-256 in place of SHA-512');
    await page.reload();
    await expect(rows(page)).toContainText('Its secrets were not kept');
    await field(page).fill(shop.inQuery());
    await expect(rows(page)).toHaveCount(1);
    await expect(verdict(page)).toHaveText('Its consumer secret is needed');
    await expect(region(page, 'Pasted')).toContainText('Rules of its own: HMAC-SHA512');
    await page.getByRole('button', { name: 'Its rules' }).click();
    await rules.getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByRole('table', { name: 'Hosts and their rules' }).getByRole('row')).toHaveCount(2);
    await page.getByRole('button', { name: 'Add a host' }).click();
    await page.getByLabel('Address of the host').fill('lms example');
    await page.keyboard.press('Enter');
    await expect(page.getByText('An http or https address, such as')).toBeVisible();
    await page.getByLabel('Address of the host').fill('https://lms.example/launch');
    await page.keyboard.press('Enter');
    const lms = page.getByRole('region', { name: 'Rules of lms.example' });
    await expect(lms.getByRole('heading')).toBeFocused();
    await lms.getByLabel('Address').fill('lms.example');
    await expect(lms.getByText('Scheme and host, such as https://lms.example')).toBeVisible();
    await lms.getByLabel('Address').fill('https://lms.example:8443');
    await expect(lms.getByLabel('Address')).not.toHaveAttribute('aria-invalid');
  });

  test('lift 2: the signed requests of a HAR file are read, and what the wrong ones have in common is said', async ({
    page,
  }) => {
    const unsigned = { request: { method: 'GET', url: `${origin}/2/posts`, headers: [] } };
    const entry = (authorization: string) => ({
      request: { method: 'GET', url: by, headers: [{ name: 'authorization', value: authorization }] },
    });
    const wrong = Array.from({ length: 3 }, () => entry(signed(by.split('?')[0]!)));
    const right = Array.from({ length: 5 }, () => entry(signed(by)));
    const entries = [...wrong, ...Array.from({ length: 1000 }, () => unsigned), null, ...right];
    await toDoctor(page);
    const choose = (name: string, text: string) =>
      page
        .getByLabel('Choose a file')
        .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
    await choose('torn.har', JSON.stringify({ log: { entries } }).slice(0, 14));
    await expect(page.getByText('This is not a complete HAR file')).toBeVisible();
    await choose('calls.har', JSON.stringify({ log: { entries } }));
    await expect(
      page.getByText('8 signed requests of 1,008 entries read. 1 entry could not be read.'),
    ).toBeAttached();
    await expect(rows(page)).toHaveCount(8);
    await expect(page.getByText('5 of 8 are right; all the others: Query left out.')).toBeVisible();
    await expect(region(page, 'Finding')).toContainText('Read as an entry of HAR');
    await expect(region(page, 'Finding')).toContainText('entry 1 of calls.har');
    await page.getByText('3 wrong', { exact: true }).click();
    await expect(rows(page)).toHaveCount(3);
    await expect(region(page, 'Finding')).toContainText('It explains all 3 signatures.');
    await page.getByRole('button', { name: 'Next wrong' }).click();
    await expect(region(page, 'Finding')).toContainText('request 2 of 8');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Send the 3 repaired' }).click();
    await expect(region(page, 'Repaired')).toContainText('3 of 3 accepted.');
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download a repaired HAR' }).click();
    await choose('repaired.har', await readFile(await (await saved).path(), 'utf8'));
    await expect(page.getByText('8 of 11 are right; all the others: Query left out.')).toBeVisible();
    await page.reload();
    await expect(rows(page)).toHaveCount(1);
  });

  test('lift 5: a paste anywhere in the view is read, and what cannot be read says where', async ({
    page,
  }) => {
    await toDoctor(page);
    await page.getByRole('heading', { name: 'Signature doctor' }).click();
    await page.evaluate((text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }));
    }, queryLeftOut());
    await expect(rows(page)).toHaveCount(1);
    await field(page).fill(`${queryLeftOut()}\ncurl '${by}' -F picture=@x.png`);
    await expect(rows(page)).toHaveCount(2);
    await expect(page.getByText(/multipart form/)).toBeVisible();
    await expect(region(page, 'Pasted').getByText('-F picture=@x.png', { exact: true })).toBeVisible();
    await expect(field(page)).toHaveValue(/-F picture/);

    // What is pasted over a longer text that could not be read is read at once.
    await field(page).fill(`curl '${by}' -F 'picture=@${'x'.repeat(600)}.png'`);
    await expect(page.getByText(/multipart form/)).toBeVisible();
    await field(page).fill(queryLeftOut());
    await expect(rows(page)).toHaveCount(3);
    await expect(verdict(page)).toHaveText('Query left out');
  });

  test('lift 5: cmd and PowerShell are read too, and by keyboard alone', async ({ page }) => {
    await toDoctor(page);
    const authorization = signed(by.split('?')[0]!);
    const cmd = `curl ^"${by.replace(/[&%]/g, '^$&')}^" ^\n  -H ^"Authorization: ${authorization.replaceAll('"', '\\^"').replaceAll('%', '^%^')}^"`;
    await field(page).focus();
    await page.keyboard.insertText(cmd);
    await expect(page.getByText(/cmd quoting/)).toBeVisible();
    await expect(verdict(page)).toHaveText('Query left out');
    await expect(page.getByRole('radio', { name: 'cmd' })).toBeChecked();
    await field(page).focus();
    await page.keyboard.insertText(`curl.exe '${by}' \`\n  -H 'Authorization: ${authorization}'`);
    await expect(page.getByText(/PowerShell quoting/)).toBeVisible();
    await expect(verdict(page)).toHaveText('Query left out');
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Choose a file')).toBeFocused();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/cmd quoting/)).toBeVisible();
  });

  test('Q14: Invoke-RestMethod, fetch, axios and Python requests are read too', async ({ page }) => {
    await toDoctor(page);
    const authorization = signed(by.split('?')[0]!);
    for (const [kind, text] of [
      [
        'Invoke-RestMethod',
        `$h = @{\n  Authorization = '${authorization}'\n}\nInvoke-RestMethod -Method Get -Headers $h \`\n  -Uri '${by}'`,
      ],
      ['fetch', `await fetch("${by}", { headers: { authorization: \`${authorization}\` } });`],
      ['axios', `axios.get('${by}', { headers: { Authorization: '${authorization}' } })`],
      [
        'Python requests',
        `import requests\nrequests.get("${by}", headers={"Authorization": '${authorization}'})`,
      ],
    ] as const) {
      await field(page).fill(text);
      await expect(page.getByText(`Read as ${kind}`)).toBeVisible();
      await expect(verdict(page)).toHaveText('Query left out');
    }
    await expect(rows(page)).toHaveCount(4);
    await field(page).fill(`fetch('${by}', { headers: sign(request) })`);
    await expect(page.getByText('sign(…) is worked out when the program runs.')).toBeVisible();
    await expect(field(page)).toHaveValue(/sign\(request\)/);
    expect(await violations(page)).toEqual([]);
  });

  test('has no axe violation in any state, in both schemes', async ({ page }) => {
    await toDoctor(page);
    await field(page).fill(`${four()}\ncurl x -F a=1`);
    await expect(rows(page)).toHaveCount(4);
    for (const title of [
      'Query left out',
      'Token secret missing',
      'Its consumer secret is needed',
      'The signature is correct',
    ]) {
      await rows(page).filter({ hasText: title }).click();
      await expect(verdict(page)).toHaveText(title);
      expect(await violationsInBothSchemes(page)).toEqual([]);
    }
    await page.getByRole('button', { name: /^Read as/ }).click();
    expect(await violationsInBothSchemes(page)).toEqual([]);
    await field(page).fill(shop.withKeyPair());
    await expect(verdict(page)).toHaveText('RSA-SHA1 is not computed here');
    expect(await violationsInBothSchemes(page)).toEqual([]);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('lift 5: pasted, finding and repaired are tabs, and nothing scrolls sideways', async ({ page }) => {
    await toDoctor(page);
    await field(page).fill(four());
    await expect(page.getByRole('tab', { name: 'Finding' })).toHaveAttribute('aria-selected', 'true');
    await expect(verdict(page)).toHaveText('Query left out');
    for (const name of ['Repaired', 'Pasted', 'Finding']) {
      await page.getByRole('tab', { name }).tap();
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
        .toBeLessThanOrEqual(0);
      expect(await violations(page)).toEqual([]);
    }
    await page.getByRole('tab', { name: 'Pasted' }).tap();
    await rows(page).nth(3).tap();
    await expect(verdict(page)).toHaveText('The signature is correct');
    await page.getByRole('tab', { name: 'Pasted' }).tap();
    await rows(page).nth(2).tap();
    await page.getByRole('button', { name: 'Type it' }).tap();
    await expect(page.getByLabel('Consumer secret')).toBeFocused();
    await page.keyboard.type(shop.secret);
    await page.getByRole('tab', { name: 'Finding' }).tap();
    await expect(verdict(page)).not.toContainText('needed');
  });
});

import type { Page } from '@playwright/test';
import { violations, violationsInBothSchemes } from '../support/axe.ts';
import { expect, test } from '../support/page.ts';
import { proving } from '../support/prove.ts';

const list = (page: Page) => page.getByRole('navigation', { name: 'Portal' });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const dialogAct = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });
const credential = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
/** Nothing makes the page scroll sideways. */
const staysWithin = (page: Page) =>
  expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
const said = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text).first();

async function toRequests(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Requests' }).click();
  await expect(page.getByRole('button', { name: /^Send( anyway)?$/ })).toBeVisible();
}

/** The same App's call by its bearer token. */
async function toBearerCall(page: Page): Promise<void> {
  await toRequests(page);
  await page.getByRole('link', { name: '/2/users/by/username/:username' }).click();
  await expect(page.getByRole('heading', { name: 'Look up a user by username' })).toBeVisible();
  await page.getByText('Bearer', { exact: true }).click();
}

async function toPortal(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Views' }).getByRole('link', { name: 'Portal' }).click();
  await expect(list(page)).toBeVisible();
}

async function newApp(page: Page, name: string, where?: string): Promise<void> {
  await button(page, 'App').click();
  const dialog = page.getByRole('dialog', { name: 'New App' });
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
  if (where) await dialog.getByRole('combobox', { name: 'Project' }).selectOption({ label: where });
  await dialogAct(page, 'Create App').click();
}

test.describe('the Portal view', () => {
  test('makes an App whose keys, saved to the vault, work in Requests; shows a key once: after it is put away, it is nowhere in the page', async ({
    page,
  }) => {
    await test.step('makes an App whose keys, saved to the vault, work in Requests', async () => {
      await page.goto('./#/portal');
      await newApp(page, 'Tide Table');
      await expect(page).toHaveURL(/#\/portal\/apps\/\d+\/keys$/);
      await expect(page.getByRole('heading', { name: 'Tide Table' })).toBeVisible();
      await expect(list(page).getByRole('link', { name: /^Atlas Enterprise/ })).toContainText('2 of 3 Apps');
      const bearer = credential(page, 'New Bearer token shown this once: store it now');
      await bearer.getByRole('button', { name: 'Save to the vault' }).click();
      await expect(bearer).toContainText('saved in the vault');
      await bearer.getByRole('button', { name: 'I have stored it' }).click();
      await expect(bearer).toBeHidden();
      await button(page, 'Use this App').click();
      await toBearerCall(page);
      await expect(page.getByRole('combobox', { name: 'App', exact: true })).toHaveValue(/\d+/);
      await button(page, 'Send').click();
      await expect(response(page).getByText('200 OK', { exact: true })).toBeVisible();
      await expect(response(page)).toContainText('App Tide Table');
    });
    await test.step('shows a key once: after it is put away, it is nowhere in the page', async () => {
      await page.goto('./#/portal');
      await newApp(page, 'Tide Table');
      const keys = credential(page, 'New API Key and Secret shown this once: store it now');
      await expect(keys.locator('.value')).toHaveCount(2);
      const values = await keys.locator('.value').allInnerTexts();
      await expect(keys.getByRole('button', { name: 'Save to the vault' })).toHaveClass(/main-act/);
      await keys.getByRole('button', { name: 'I have stored it' }).press('Enter');
      await test.step('Q24: Undo brings back what was not copied', async () => {
        await expect(keys).toBeHidden();
        const undo = page.getByRole('button', { name: 'Undo', exact: true });
        await expect(undo).toBeFocused();
        await expect(undo).toHaveAccessibleDescription(/API Key and Secret is hidden and not in the vault/);
        expect(await violationsInBothSchemes(page)).toEqual([]);
        await undo.press('Enter');
        await expect(keys.locator('.value')).toHaveText(values);
        await expect(keys.getByRole('button', { name: 'I have stored it' })).toBeFocused();
      });
      await keys.getByRole('button', { name: 'I have stored it' }).click();
      const row = credential(page, 'API Key and Secret');
      await row.getByRole('button', { name: 'API Key hint' }).click();
      await expect(row).toContainText(`${values[0]!.slice(0, 4)}…${values[0]!.slice(-4)}`);
      const html = await page.content();
      for (const value of values) expect(html).not.toContain(value);
      await page.reload();
      await expect(row).toContainText('in force');
      for (const value of values) expect(await page.content()).not.toContain(value);
    });
  });

  test('regenerating ends the old one: the vault’s is refused with 89, then with 32, until the new one is saved', async ({
    page,
  }) => {
    await page.goto('./#/portal/apps/26001/keys');
    await credential(page, 'Bearer token').getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByRole('dialog')).toContainText('ends at once');
    await dialogAct(page, 'Keep it').click();
    await expect(credential(page, 'Bearer token').getByRole('button', { name: 'Regenerate' })).toBeFocused();
    await page.keyboard.press('Enter');
    await dialogAct(page, 'Regenerate').click();
    await expect(credential(page, 'Bearer token')).toContainText('an older one in the vault');
    await toBearerCall(page);
    await button(page, 'Send').click();
    await expect(response(page).getByText('401').first()).toBeVisible();
    await expect(response(page)).toContainText('89');

    await toPortal(page);
    const fresh = credential(page, 'New Bearer token shown this once: store it now');
    await fresh.getByRole('button', { name: 'Save to the vault' }).click();
    await expect(fresh).toContainText('saved in the vault');
    await toRequests(page);
    await button(page, 'Send').click();
    await expect(response(page).getByText('200 OK', { exact: true })).toBeVisible();

    await toPortal(page);
    await credential(page, 'API Key and Secret').getByRole('button', { name: 'Regenerate' }).click();
    await expect(page.getByRole('dialog')).toContainText('Access Tokens of all users');
    await dialogAct(page, 'Regenerate').click();
    await expect(credential(page, 'Bearer token')).toContainText('none');
    await toRequests(page);
    await page.getByText('OAuth 1.0a user', { exact: true }).click();
    await button(page, 'Send').click();
    await expect(response(page).getByText('401').first()).toBeVisible();
    await expect(response(page)).toContainText('32');

    await toPortal(page);
    await credential(page, 'New API Key and Secret shown this once: store it now')
      .getByRole('button', { name: 'Save to the vault' })
      .click();
    await credential(page, 'Access Token and Secret').getByRole('button', { name: 'Generate' }).click();
    await credential(page, 'New Access Token and Secret shown this once: store it now')
      .getByRole('button', { name: 'Save to the vault' })
      .click();
    await expect(said(page, 'The vault keeps the Access Token and Secret')).toBeVisible();
    await toRequests(page);
    await button(page, 'Send').click();
    await expect(response(page).getByText('200 OK', { exact: true })).toBeVisible();
  });

  test('says what is wrong with a callback URL in its place, keeps it, and saves what is right', async ({
    page,
  }) => {
    await page.goto('./#/portal/apps/26001');
    const callback = (at: number) => page.getByRole('textbox', { name: `Callback URL ${at}`, exact: true });
    await callback(1).fill('http://localhost:3000/back');
    await button(page, 'Add a callback URL').click();
    await expect(callback(3)).toBeFocused();
    await page.keyboard.type('JavaScript://host/path');
    await button(page, 'Add a callback URL').click();
    await page.keyboard.type('myapp://signed-in/back');
    await button(page, 'Save').click();
    await expect(callback(1)).toHaveAccessibleDescription(/localhost must not be used/);
    await expect(callback(1)).toHaveValue('http://localhost:3000/back');
    await expect(callback(2)).not.toHaveAttribute('aria-invalid');
    await expect(callback(3)).toHaveAccessibleDescription(/The protocol javascript is not allowed/);
    await callback(1).fill('http://127.0.0.1:3000/back');
    await expect(callback(1)).not.toHaveAttribute('aria-invalid');
    await button(page, 'Remove callback URL 3').click();
    await button(page, 'Save').click();
    await expect(said(page, 'are saved')).toBeVisible();
    await page.reload();
    await expect(callback(1)).toHaveValue('http://127.0.0.1:3000/back');
    await expect(callback(3)).toHaveValue('myapp://signed-in/back');
  });

  // In the gate: src/views/portal/portal-state.svelte.test.ts.
  if (proving)
    test('the e-mail toggle needs two addresses, and the error stands where it is', async ({ page }) => {
      await page.goto('./#/portal/apps/26002/authentication');
      const toggle = page.getByRole('checkbox', { name: /Request e-mail addresses/ });
      await toggle.check();
      await page.getByRole('textbox', { name: 'Terms of service URL' }).fill('');
      await button(page, 'Save').click();
      await expect(page.getByText('Requesting e-mail addresses needs a terms')).toBeVisible();
      await expect(toggle).toBeChecked();
      await page.getByRole('textbox', { name: 'Terms of service URL' }).fill('https://viewer.example/terms');
      await button(page, 'Save').click();
      await expect(said(page, 'are saved')).toBeVisible();
      await page.reload();
      await expect(toggle).toBeChecked();
    });

  test('unsaved changes stay, are named, and can be discarded and restored', async ({ page }) => {
    await page.goto('./#/portal/apps/26001');
    const name = page.getByRole('textbox', { name: 'Name', exact: true });
    await name.fill('Northwind Listener');
    await expect(page.getByRole('group', { name: 'Changes not saved' })).toContainText('Name');
    await list(page).getByRole('link', { name: 'Northwind Viewer' }).click();
    await expect(said(page, 'The changes of Northwind Reader are kept here, but not saved.')).toBeVisible();
    await toRequests(page);
    await toPortal(page);
    await list(page)
      .getByRole('link', { name: /Northwind Reader.*not saved/ })
      .click();
    await expect(name).toHaveValue('Northwind Listener');
    await button(page, 'Discard').click();
    await expect(name).toHaveValue('Northwind Reader');
    await button(page, 'Undo').click();
    await expect(name).toHaveValue('Northwind Listener');
    await button(page, 'Save').click();
    await expect(list(page).getByRole('link', { name: 'Northwind Listener' })).toBeVisible();
    await expect(page.getByRole('group', { name: 'Changes not saved' })).toBeHidden();
  });

  test('a Project takes no more Apps than its plan holds; a Standalone App can be attached; a suspension marks the App, and its notice is in the mailbox of the owner', async ({
    page,
  }) => {
    await test.step('a Project takes no more Apps than its plan holds; a Standalone App can be attached', async () => {
      await page.goto('./#/portal');
      await button(page, 'Project').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Driftwood');
      expect(await violations(page), 'New Project').toEqual([]);
      await dialogAct(page, 'Create Project').click();
      await expect(page.getByRole('heading', { name: 'Driftwood' })).toBeVisible();
      await list(page).getByRole('link', { name: 'Pocket Sketch' }).click();
      await button(page, 'Attach to a Project').click();
      await page
        .getByRole('dialog')
        .getByRole('combobox', { name: 'Project' })
        .selectOption({ label: 'Driftwood (0 of 1 Apps)' });
      expect(await violations(page), 'Attach to a Project').toEqual([]);
      await dialogAct(page, 'Attach').click();
      const driftwood = list(page).getByRole('link', { name: /^Driftwood/ });
      await expect(driftwood).toContainText('1 of 1 Apps');
      await button(page, 'Undo').click();
      await expect(driftwood).toContainText('0 of 1 Apps');
      await button(page, 'Attach to a Project').click();
      await dialogAct(page, 'Attach').click();
      await expect(driftwood).toContainText('1 of 1 Apps');
      await driftwood.click();
      await expect(button(page, 'New App')).toHaveAccessibleDescription(
        'No App can be added: Free holds 1 App.',
      );
      await page.getByText('Basic', { exact: true }).last().click();
      await expect(driftwood).toContainText('1 of 2 Apps');
      await button(page, 'New App').click();
      await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Second');
      await dialogAct(page, 'Create App').click();
      await expect(driftwood).toContainText('2 of 2 Apps');
    });
    await test.step('a suspension marks the App, and its notice is in the mailbox of the owner', async () => {
      await page.goto('./#/portal/apps/26001');
      await button(page, 'Suspend, as the staff').click();
      await expect(list(page).getByRole('link', { name: /Northwind Reader.*suspended/ })).toBeVisible();
      await list(page)
        .getByRole('link', { name: /^Mailbox/ })
        .click();
      const letter = page.getByRole('article').first();
      await expect(letter).toContainText('Northwind Reader is suspended');
      await expect(letter).toContainText(/To mira_holm@|To mira/);
    });
  });

  test('Undo takes back what was done, whatever the view shows by then; an App goes after a question, and its vault entries say that it is gone; the vault masks, reveals and forgets, and has it back', async ({
    page,
  }) => {
    await test.step('Undo takes back what was done, whatever the view shows by then', async () => {
      await page.goto('./#/portal/apps/26001');
      await button(page, 'Suspend, as the staff').click();
      const suspended = list(page).getByRole('link', { name: /suspended/ });
      await expect(list(page).getByRole('link', { name: /Northwind Reader.*suspended/ })).toBeVisible();
      const before = await suspended.count();
      await list(page).getByRole('link', { name: 'Northwind Courier' }).click();
      await expect(page.getByRole('heading', { name: 'Northwind Courier' })).toBeVisible();
      await button(page, 'Undo').click();
      await expect(suspended).toHaveCount(before - 1);
      await expect(list(page).getByRole('link', { name: /Northwind Reader.*suspended/ })).toHaveCount(0);
    });
    await test.step('an App goes after a question, and its vault entries say that it is gone', async () => {
      await page.goto('./#/portal/apps/26003');
      await button(page, 'Delete App').click();
      await expect(page.getByRole('dialog')).toContainText('cannot be undone');
      await dialogAct(page, 'Delete App').click();
      await expect(page.getByRole('heading', { name: 'Northwind', exact: true })).toBeVisible();
      await expect(list(page).getByRole('link', { name: 'Northwind Courier' })).toBeHidden();
      await list(page)
        .getByRole('link', { name: /^Vault/ })
        .click();
      await expect(page.getByRole('region', { name: 'Northwind Courier' })).toContainText(
        'This App is deleted.',
      );
    });
    await test.step('the vault masks, reveals and forgets, and has it back', async () => {
      await page.goto('./#/portal/vault');
      const app = page.getByRole('region', { name: 'Lantern Bot' });
      const entry = app.getByRole('listitem').filter({ hasText: 'consumer_secret' });
      await expect(entry.locator('.value').last()).toContainText('······');
      await entry.getByRole('button', { name: /^Reveal/ }).click();
      await expect(entry.locator('.value').last()).toHaveText(/^\w{50}$/);
      await entry.getByRole('button', { name: /^Forget/ }).click();
      await expect(entry).toBeHidden();
      await button(page, 'Undo').click();
      await expect(entry).toBeVisible();
    });
  });

  test('an icon is shown and kept; what is too large or no picture is refused; hostile names and addresses are inert or refused; says what a link got wrong', async ({
    page,
  }) => {
    await test.step('an icon is shown and kept; what is too large or no picture is refused', async () => {
      await page.goto('./#/portal/apps/26001');
      const file = page.getByLabel('Icon', { exact: true });
      const png =
        'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
      await file.setInputFiles({ name: 'big.png', mimeType: 'image/png', buffer: Buffer.alloc(80_000) });
      await expect(file).toHaveAccessibleDescription(/80 KB; at most 75/);
      await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: Buffer.from('<svg/>') });
      await expect(file).toHaveAccessibleDescription(/is not a PNG/);
      await file.setInputFiles({ name: 'not.png', mimeType: 'image/png', buffer: Buffer.from('hello') });
      await expect(file).toHaveAccessibleDescription(/cannot be read as a picture/);
      await file.setInputFiles({
        name: 'dot.png',
        mimeType: 'image/png',
        buffer: Buffer.from(png, 'base64'),
      });
      await button(page, 'Save').click();
      await expect(said(page, 'are saved')).toBeVisible();
      await page.reload();
      await expect(page.getByRole('img', { name: 'Icon of this App' })).toBeVisible();
    });
    await test.step('hostile names and addresses are inert or refused', async () => {
      await page.goto('./#/portal');
      const hostile = '<img src=x onerror=alert(1)><script>alert(1)</script>';
      await newApp(page, hostile);
      await expect(page.getByRole('heading', { name: hostile })).toBeVisible();
      await expect(list(page).getByRole('link', { name: new RegExp('onerror') })).toBeVisible();
      await expect(page.locator('img[src=x]')).toHaveCount(0);
      for (const name of ['safe\u202egnp.exe', 'x'.repeat(10_000), ' \u200b ']) {
        await newApp(page, name);
        const field = page.getByRole('dialog').getByRole('textbox', { name: 'Name' });
        await expect(field).toHaveAccessibleDescription(
          /At most 64 characters\.|The App needs a name\.|One line/,
        );
        await expect(field).toHaveValue(name);
        await page.keyboard.press('Escape');
        await expect(page.getByRole('dialog')).toBeHidden();
      }
      await page.getByRole('tab', { name: 'Settings' }).click();
      const website = page.getByRole('textbox', { name: 'Website URL' });
      await website.fill('javascript:alert(1)');
      await button(page, 'Save').click();
      await expect(website).toHaveAccessibleDescription(/An http or https address/);
      await expect(website).toHaveValue('javascript:alert(1)');
      await staysWithin(page);
    });
    await test.step('says what a link got wrong', async () => {
      await page.goto('./#/portal/apps/1');
      await expect(page.getByRole('heading', { name: 'No such App' })).toBeVisible();
      await page.goto('./#/portal/nothing');
      await expect(said(page, 'This link leads to no part of the portal.')).toBeVisible();
    });
  });

  test('makes an App and saves its key by keyboard alone', async ({ page }) => {
    await page.goto('./#/portal');
    await button(page, 'App').focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByRole('textbox', { name: 'Name' })).toBeFocused();
    await page.keyboard.type('By hand');
    await page.keyboard.press('Enter');
    const keys = credential(page, 'New API Key and Secret shown this once: store it now');
    await expect(keys).toBeVisible();
    await page.getByRole('tab', { name: 'Keys and tokens' }).focus();
    const save = keys.getByRole('button', { name: 'Save to the vault' });
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(save).toBeFocused({ timeout: 200 });
    }).toPass({ intervals: [0] });
    await page.keyboard.press('Enter');
    await expect(keys).toContainText('saved in the vault');
    await page.getByRole('tab', { name: 'Keys and tokens' }).focus();
    await page.keyboard.press('ArrowLeft');
    await expect(page.getByRole('tab', { name: 'User authentication' })).toBeFocused();
    await expect(page).toHaveURL(/authentication$/);
  });

  test('has no axe violation, in both schemes', async ({ page }) => {
    for (const [place, heading] of [
      ['apps/26005', 'Gale Feed'],
      ['apps/26008/authentication', 'Pocket Sketch'],
      ['apps/26001/keys', 'Northwind Reader'],
      ['projects/1701', 'Harbour'],
      ['mailbox', 'Mailbox'],
      ['vault', 'Vault'],
    ] as const) {
      await page.goto(`./#/portal/${place}`);
      await expect(page.getByRole('heading', { name: heading, exact: true, level: 2 })).toBeVisible();
      if (place.endsWith('keys')) {
        await credential(page, 'Bearer token').getByRole('button', { name: 'Regenerate' }).click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await violationsInBothSchemes(page), `${place}, the question`).toEqual([]);
        await dialogAct(page, 'Regenerate').click();
        await expect(page.getByText('shown this once: store it now')).toBeVisible();
      }
      expect(await violationsInBothSchemes(page), place).toEqual([]);
    }
    await button(page, 'App').click();
    await expect(page.getByRole('dialog', { name: 'New App' })).toBeVisible();
    expect(await violationsInBothSchemes(page), 'New App').toEqual([]);
  });
});

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the list and what it leads to are tabs, and nothing scrolls sideways', async ({ page }) => {
    await page.goto('./#/portal');
    const parts = page.getByRole('tablist', { name: 'Parts of this view' });
    await list(page)
      .getByRole('link', { name: /Gale Feed/ })
      .tap();
    await expect(parts.getByRole('tab', { name: 'App', exact: true })).toHaveAttribute(
      'aria-selected',
      'true',
    );
    await staysWithin(page);
    await page.getByRole('tab', { name: 'Keys and tokens' }).tap();
    await credential(page, 'Bearer token').getByRole('button', { name: 'Regenerate' }).tap();
    await dialogAct(page, 'Regenerate').tap();
    await expect(page.getByText('shown this once: store it now')).toBeVisible();
    await staysWithin(page);
    for (const [name, heading] of [
      ['Mailbox', 'Mailbox'],
      ['Vault', 'Vault'],
      ['Harbour', 'Harbour'],
    ] as const) {
      await parts.getByRole('tab', { name: 'Projects and Apps' }).tap();
      await list(page)
        .getByRole('link', { name: new RegExp(`^${name}`) })
        .first()
        .tap();
      await expect(page.getByRole('heading', { name: heading, level: 2 })).toBeVisible();
      await staysWithin(page);
    }
    await parts.getByRole('tab', { name: 'Projects and Apps' }).tap();
    await page.goto('./#/portal/apps/26001/keys');
    await expect(credential(page, 'Bearer token')).toBeVisible();
  });
});

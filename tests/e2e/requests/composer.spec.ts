import type { Page } from '@playwright/test';
import { violations } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const answered = (page: Page, status: string) =>
  expect(response(page).getByText(status).first()).toBeVisible();
const table = (page: Page) => page.getByRole('table', { name: 'Path and query parameters' });
const tab = (page: Page, name: string) =>
  page.getByRole('tablist', { name: 'Request', exact: true }).getByRole('tab', { name });
const isAt = (page: Page, name: string) =>
  expect(page.getByRole('heading', { name, exact: true })).toBeVisible();

async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
    (document.activeElement ?? document.body).dispatchEvent(event);
  }, text);
}

test.describe('one table of parameters', () => {
  test('P14: path and query stand in it once, lists as chips, ids and times are chosen; P25: an added parameter has the focus in its name', async ({
    page,
  }) => {
    await test.step('P14: path and query stand in it once, the rest behind a word, and no list is printed twice', async () => {
      await page.goto('./#/requests/getPostsOfUser?query.post.fields=shoe_size,created_at');
      await isAt(page, 'List the posts of a user');
      await expect(table(page).getByRole('row', { name: /^id/ })).toContainText('Mira Holm, @mira_holm');
      await expect(page.getByRole('textbox', { name: /^id\b/ })).toHaveCount(1);
      const fields = page.getByRole('group', { name: 'post.fields' });
      await expect(fields).toHaveAccessibleDescription('post.fields has shoe_size, which is none of them');
      await expect(page.getByText(/shoe_size, which is none/)).toHaveCount(1);
      await expect(page.getByText('possibly_sensitive')).toHaveCount(1);
      await expect(tab(page, 'Params')).toHaveCount(0);
      await page.getByRole('button', { name: /\d more parameters/ }).click();
      await expect(table(page).getByRole('checkbox', { name: 'Send max_results' })).toBeFocused();
      expect(await violations(page)).toEqual([]);
    });
    await test.step('a time is picked by the platform’s clock, and sent in UTC', async () => {
      const clock = page.getByRole('group', { name: 'Platform clock' }).getByRole('time');
      const platformNow = async () => Date.parse((await clock.getAttribute('datetime'))!);
      await page.getByRole('button', { name: '+24 h' }).click();
      await expect.poll(platformNow).toBeGreaterThan(Date.now() + 23 * 3_600_000);
      await page.getByRole('button', { name: 'Choose start_time' }).click();
      const panel = page.getByRole('dialog', { name: 'Choose start_time' });
      await panel.getByLabel('Time, UTC').fill('09:41:12');
      await panel
        .getByRole('button', { name: /\b1\b.*\d{4}/ })
        .first()
        .click();
      const field = page.getByRole('textbox', { name: 'start_time', exact: true });
      await expect(field).toHaveValue(/^\d{4}-\d\d-01T09:41:12Z$/);
      await expect(panel.locator('code')).toHaveText(await field.inputValue());
      await panel.getByRole('button', { name: 'Now, by the platform’s clock' }).click();
      const shown = Date.parse(await field.inputValue());
      expect(shown - Date.now()).toBeGreaterThan(23 * 3_600_000);
      expect(await violations(page)).toEqual([]);
      // Its foot is seen whole, with what it sends, and closes it.
      await expect(panel.getByText(/^Sent as/)).toBeInViewport({ ratio: 1 });
      const done = panel.getByRole('button', { name: 'Done' });
      await expect(done).toBeInViewport({ ratio: 1 });
      await done.click();
      await expect(panel).toBeHidden();
      await expect(page.getByRole('button', { name: 'Choose start_time' })).toBeFocused();
      // On a phone it stands at the foot of the page.
      await page.setViewportSize({ width: 390, height: 844 });
      await page.getByRole('button', { name: 'Choose start_time' }).press('Enter');
      await expect(panel.getByLabel('Time, UTC')).toBeFocused();
      const box = await panel.boundingBox();
      expect([box!.x, box!.width, Math.round(box!.y + box!.height)]).toEqual([0, 390, 844]);
      await expect(done).toBeInViewport({ ratio: 1 });
      await page.keyboard.press('Escape');
      await expect(panel).toBeHidden();
      await expect(page.getByRole('button', { name: 'Choose start_time' })).toBeFocused();
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('an id is chosen by name, of people, of what answers have shown and of what there is', async () => {
      await page.goto('./#/requests/getMe');
      await isAt(page, 'Show the acting user');
      await send(page).click();
      await answered(page, '200 OK');
      await page.goto('./#/requests/getUser');
      await isAt(page, 'Look up a user by id');
      await page.getByRole('button', { name: 'Choose id' }).click();
      await expect(
        page.getByRole('dialog', { name: 'Choose id' }).getByPlaceholder(/Find among/),
      ).toBeFocused();
      await page.keyboard.type('jonas');
      await expect(page.getByRole('option', { name: /@jonas_berg Jonas Berg 2244994946/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.keyboard.press('Enter');
      await expect(page.getByRole('textbox', { name: 'id, in the path' })).toHaveValue('2244994946');
      await page.goto('./#/requests/getPost');
      await isAt(page, 'Look up a post by its id');
      await page.getByRole('button', { name: 'Choose id' }).click();
      await expect(page.getByRole('option', { name: /pinned by @mira_holm/ })).toBeVisible();
      await page.goto('./#/requests/getListMembers');
      await isAt(page, 'List the members of a list');
      await page.getByRole('button', { name: 'Choose id' }).click();
      await page.getByPlaceholder(/^Find among \d+ lists$/).fill('harbour');
      await expect(page.getByRole('option', { name: /Harbour people by @\w+ \d+/ })).toBeVisible();
      expect(await violations(page)).toEqual([]);
    });
    await test.step('P25: a parameter that is added has the focus in its name', async () => {
      await page.goto('./#/requests/getUser');
      await isAt(page, 'Look up a user by id');
      await page.getByRole('button', { name: 'Add a parameter' }).click();
      await expect(page.getByRole('textbox', { name: 'Name of the parameter' })).toBeFocused();
      await page.keyboard.type('shoe_size');
      await expect(page.getByText('Not declared by this endpoint: it will be refused')).toBeVisible();
      await send(page).click();
      await answered(page, '400');
    });
    await test.step('several of a list are chips, and anything can be typed', async () => {
      await page.goto('./#/requests/getMe');
      await isAt(page, 'Show the acting user');
      const chip = (name: string) => page.getByRole('button', { name, exact: true });
      await expect(chip('created_at')).toHaveAttribute('aria-pressed', 'true');
      await chip('description').click();
      await chip('created_at').press('Space');
      await expect(page.getByRole('region', { name: /Base string$/ })).toContainText(
        'description%252Cpinned_post_id',
      );
      await page.getByRole('button', { name: 'Type user.fields' }).click();
      const field = page.getByRole('textbox', { name: 'user.fields', exact: true });
      await expect(field).toHaveValue('description,pinned_post_id');
      await field.fill('shoe_size');
      await send(page).click();
      await answered(page, '400');
    });
  });
});

test('P5: without a token there are ways to one; P23: a free-form call works; P25: secrets are masked in Raw, until revealed', async ({
  page,
}) => {
  await test.step('P25: what is masked in Values is masked in Raw, until it is revealed', async () => {
    await page.goto('./#/requests/getUserByUsername?auth=app&tab=raw');
    const raw = page.getByRole('listbox', { name: /The raw message/ });
    await expect(raw).toContainText('Bearer');
    await expect(raw).toContainText('······');
    const before = await raw.innerText();
    await page.getByRole('button', { name: 'Reveal the secrets in it' }).click();
    await expect(raw).not.toContainText('······');
    expect((await raw.innerText()).length).toBeGreaterThan(before.length);
  });
  await test.step('P23: a free-form call starts as one that works, its authorization a menu', async () => {
    await page.goto('./#/requests/free-form');
    await isAt(page, 'Free-form call');
    const menu = page.getByRole('combobox', { name: 'Authorization' });
    await expect(menu).toHaveValue('oauth1');
    await expect(menu.getByRole('option')).toHaveCount(8);
    await expect(page.getByText('reaches: Show the acting user')).toBeVisible();
    await send(page).click();
    await answered(page, '200 OK');
  });
  await test.step('P5: without a token there are ways to one, and nothing says that the request is ready', async () => {
    await page.goto('./#/requests/getMe');
    await page.getByText('OAuth 2.0 user', { exact: true }).click();
    await expect(page.getByText(/No OAuth 2.0 token of @mira_holm/)).toHaveCount(1);
    await expect(response(page).getByText(/The request is ready/)).toHaveCount(0);
    await expect(
      page.getByRole('group', { name: 'Ways to one' }).getByRole('link', { name: 'Sign a user in' }),
    ).toHaveAttribute('href', /sign-in\/pkce/);
    expect(await violations(page)).toEqual([]);
    await page
      .getByRole('group', { name: 'Ways to one' })
      .getByRole('link', { name: 'Sign a user in' })
      .click();
    await expect(page).toHaveURL(/sign-in\/pkce/);
    await page.goto('./#/requests/getUser?auth=oauth2');
    await page
      .getByRole('group', { name: 'Ways to one' })
      .getByRole('button', { name: 'Use the Bearer token' })
      .click();
    await expect(page.getByRole('radio', { name: 'Bearer' })).toBeChecked();
    await expect(send(page)).not.toHaveAttribute('aria-disabled');
  });
  await test.step('P5: a token that the vault forgot is generated where it is missing', async () => {
    await page.goto('./#/portal/vault');
    const forget = page.getByRole('button', { name: /^Forget the Access Token.* for Northwind Reader$/ });
    await expect(forget).not.toHaveCount(0);
    for (let left = await forget.count(); left > 0; left--) {
      await forget.first().click();
      await expect(forget).toHaveCount(left - 1);
    }
    await page.goto('./#/requests/getMe?auth=oauth1');
    const missing = page.getByText(/No access token of @\w+ for Northwind Reader is kept here/);
    await expect(missing).toHaveCount(1);
    await page.getByRole('button', { name: 'Generate a token' }).click();
    await expect(missing).toHaveCount(0);
    await send(page).click();
    await answered(page, '200 OK');
  });
});

test.describe('the body’s editor', () => {
  const editing = (page: Page) => page.locator('.monaco-editor.focused');
  const suggestions = (page: Page) => page.locator('.suggest-widget.visible');
  const enter = async (page: Page) => {
    await page.locator('.monaco-editor').first().click();
    await expect(editing(page)).toHaveCount(1);
  };
  /** An object with one name begun, so that there is something to suggest, and the list of it open. */
  const suggest = async (page: Page) => {
    await page.keyboard.press('Control+a');
    await page.keyboard.type('{"re');
    await expect(async () => {
      await page.keyboard.press('Control+Space');
      await expect(suggestions(page).locator('.monaco-list-row.focused')).toBeVisible({ timeout: 1500 });
    }).toPass();
  };

  test('P8: Tab goes on from it, suggestions open too; P9: it is opened again; P25: matched letters are seen; it knows the schema', async ({
    page,
  }) => {
    const lines = page.locator('.monaco-editor .view-lines');
    await page.goto('./#/requests/createPost?tab=body');
    await test.step('P8: Tab goes on from it, and says so; P9: nothing throws when it is opened again', async () => {
      for (let opened = 0; opened < 2; opened++) {
        await enter(page);
        await page.keyboard.press('End');
        await page.keyboard.type(' ');
        await expect(page.getByText(/Tab goes on to the next control/)).toBeVisible();
        await page.keyboard.press('Escape');
        await page.keyboard.press('Tab');
        await expect(editing(page)).toHaveCount(0);
        await tab(page, 'Raw').click();
        await expect(page.getByRole('listbox', { name: /The raw message/ })).toBeVisible();
        await tab(page, 'Body').click();
      }
    });
    for (const key of proving ? ['Tab', 'Shift+Tab'] : ['Tab'])
      await test.step(`P8: ${key} leaves it with suggestions open too, and takes none of them; Enter does`, async () => {
        await enter(page);
        await suggest(page);
        await page.keyboard.press(key);
        await expect(editing(page)).toHaveCount(0);
        await expect(suggestions(page)).toHaveCount(0);
        await expect(lines).not.toContainText('reply');

        await enter(page);
        await suggest(page);
        await page.keyboard.press('Enter');
        await expect(lines).toContainText('reply');
        // What was taken has places to fill in; Tab is not theirs either.
        await page.keyboard.press(key);
        await expect(editing(page)).toHaveCount(0);
      });
    await test.step('P25: matched letters of its suggestions are seen in both schemes', async () => {
      await enter(page);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await suggest(page);
        const [own, around] = await page
          .locator('.suggest-widget .highlight')
          .first()
          .evaluate((element) => [
            getComputedStyle(element).color,
            getComputedStyle(element.parentElement!).color,
          ]);
        expect(own, colorScheme).not.toBe(around);
        await page.keyboard.press('Escape');
      }
    });
    await test.step('knows the schema, and what it has is sent', async () => {
      await enter(page);
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete'); // else the brace surrounds what is selected
      await page.keyboard.type('{"text": 5');
      await expect(page.locator('.squiggly-error, .squiggly-warning').first()).toBeVisible();
      await page.keyboard.press('Control+a');
      await page.keyboard.press('Delete');
      await page.keyboard.type('{"text": "From the editor"');
      await page.keyboard.press('Control+Enter');
      await answered(page, '201');
      await expect(response(page).getByText('"From the editor"').first()).toBeVisible();
    });
  });
});

test.describe('curl', () => {
  const url = 'https://api.svc.example/2/users/2244994946?user.fields=created_at';

  test('pasted from a shell or by its button it fills the call, signed again with the vault’s own keys; what cannot be read stays', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('./#/requests/getMe');
    await test.step('pasted from a shell, it fills the call, and Undo has the one before back', async () => {
      for (const [shell, command] of [
        ['bash', `curl '${url}' \\\n  -H 'X-Note: a "b"'`],
        ['cmd', `curl ^"${url}^" ^\n  -H ^"X-Note: a \\^"b\\^"^"`],
        ['PowerShell', `curl.exe '${url}' \`\n  -H 'X-Note: a \\"b\\"'`],
      ] as const)
        await test.step(shell, async () => {
          await isAt(page, 'Show the acting user');
          await paste(page, command);
          await isAt(page, 'Look up a user by id');
          await expect(page.getByRole('textbox', { name: 'id, in the path' })).toHaveValue('2244994946');
          await tab(page, 'Headers').click();
          await expect(page.getByRole('textbox', { name: 'Value of X-Note' })).toHaveValue('a "b"');
          await page.getByRole('button', { name: 'Undo' }).click();
          await isAt(page, 'Show the acting user');
        });
      await send(page).click();
      await answered(page, '200 OK');
    });
    await test.step('of the vault’s own keys it is signed again; of others its header stays as it is', async () => {
      const own = (name: string) =>
        page
          .getByRole('table', { name: 'Signed parameters' })
          .getByRole('row', { name })
          .locator('td')
          .nth(1);
      const key = await own('oauth_consumer_key').innerText();
      const token = await own('oauth_token').innerText();
      const header = (k: string) =>
        `OAuth oauth_consumer_key="${k}", oauth_nonce="stale", oauth_signature="x", oauth_signature_method="HMAC-SHA1", oauth_timestamp="1", oauth_token="${token}", oauth_version="1.0"`;
      await paste(page, `curl '${url}' -H 'Authorization: ${header(key)}'`);
      await expect(
        page.getByText(/authorized again with what is kept of Northwind Reader for @mira_holm/),
      ).toBeVisible();
      await send(page).click();
      // The answer before says 200, too.
      await expect(response(page).getByText('"jonas_berg"')).toBeVisible();
      await answered(page, '200 OK');
      await paste(page, `curl '${url}' -H 'Authorization: ${header('foreign')}'`);
      await expect(page.getByText(/its keys are not kept here/)).toBeVisible();
      await isAt(page, 'Free-form call');
      await tab(page, 'Headers').click();
      await expect(page.getByRole('textbox', { name: 'Value of Authorization' })).toHaveValue(
        header('foreign'),
      );
      await send(page).click();
      await answered(page, '401');
    });
    await test.step('Q12: each was opened beside the others, and the header that is sent is not called “None”', async () => {
      const calls = page.getByRole('tablist', { name: 'Calls', exact: true }).getByRole('tab');
      await expect(calls).toHaveCount(3);
      const way = page.getByRole('combobox', { name: 'Authorization' });
      await expect(way).toHaveValue('hand');
      await expect(way.locator('option:checked')).toHaveText('Header by hand');
      await expect(page.getByText('Sent without credentials')).toBeHidden();
      await way.selectOption('OAuth 1.0a user');
      await expect(way.locator('option', { hasText: 'Header by hand' })).toHaveCount(0);
      await expect(page.getByRole('checkbox', { name: 'Send Authorization' })).not.toBeChecked();
      await send(page).click();
      await answered(page, '200 OK');
      await calls.first().click();
      await isAt(page, 'Show the acting user');
      await answered(page, '200 OK');
    });
    await test.step('by its button; what cannot be read stays there with the reason', async () => {
      await page.getByRole('button', { name: 'Paste curl' }).click();
      const field = page.getByRole('dialog').getByRole('textbox');
      await expect(field).toBeFocused();
      await field.fill(`curl ${url} -F a=b`);
      await page.getByRole('button', { name: 'Open the call' }).click();
      await expect(field).toHaveAccessibleDescription(/multipart/);
      expect(await violations(page)).toEqual([]);
      await field.fill(`curl '${url}'`);
      await page.keyboard.press('Control+Enter');
      await isAt(page, 'Look up a user by id');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await tab(page, 'Raw').click();
      await page
        .getByRole('group', { name: 'As a curl command' })
        .getByRole('button', { name: 'Copy as curl' })
        .click();
      await expect(page.getByText('Copied for bash')).toBeVisible();
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(`curl '${url}'`);
    });
  });
});

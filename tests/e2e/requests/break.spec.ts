import type { Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';

const panel = (page: Page) => page.getByRole('tabpanel', { name: /^Break it/ });
const theSwitch = (page: Page, name: string) => panel(page).getByRole('switch', { name, exact: true });
const send = (page: Page) => page.getByRole('button', { name: /^Send( anyway)?$/ });
const response = (page: Page) => page.getByRole('region', { name: 'Response', exact: true });
const verdict = (page: Page, title = 'Refused, as it should be') =>
  response(page).getByRole('region', { name: title });

async function open(page: Page, to = './#/requests/getMe?tab=break', heading = 'Show the acting user') {
  await page.goto(to);
  await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
  await expect(panel(page).getByRole('switch').first()).toBeVisible();
}

test.describe('Break it', () => {
  test('Lift 3: breaks a signed call, says why it was refused, and puts it right; by keyboard, a request again, a token revoked; axe', async ({
    page,
  }) => {
    await test.step('is led to by the welcome, with one to begin with', async () => {
      await page.goto('./');
      await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
      await page
        .getByRole('region', { name: 'What this is' })
        .getByRole('link', { name: 'Break it and fix it' })
        .click();
      await expect(theSwitch(page, 'Stale timestamp')).toHaveAccessibleDescription(/begin here/);
    });
    await test.step('Lift 3: breaks a signed call, says why it was refused, and puts it right', async () => {
      await expect(panel(page).getByRole('switch').first()).toBeVisible();
      await expect(panel(page).getByText(/^0 of 2\d tried/)).toBeVisible();
      await expect(panel(page).getByText('begin here')).toBeVisible();
      await expect(theSwitch(page, 'Replayed nonce')).toBeDisabled();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await theSwitch(page, 'Stale timestamp').click();
      await expect(page.getByRole('tab', { name: 'Break it 1 on' })).toBeVisible();
      const instead = panel(page).getByRole('region', { name: 'Sent instead' });
      await expect(instead.getByText('2 values differ from your draft')).toBeVisible();
      await expect(
        instead.getByRole('row', { name: /^oauth_timestamp \d{10} was \d{10}, 10 min earlier/ }),
      ).toBeVisible();
      await expect(
        instead.getByRole('row', { name: /^oauth_signature .* correct for that timestamp/ }),
      ).toBeVisible();

      await send(page).click();
      await expect(response(page).getByText('broken on purpose').first()).toBeVisible();
      await expect(verdict(page)).toContainText('s behind the platform');
      await expect(verdict(page)).toContainText('A machine whose clock is wrong'.slice(2));
      await expect(response(page).getByText('"code": 135')).toBeVisible();
      await expect(theSwitch(page, 'Stale timestamp')).toHaveAccessibleDescription(
        /the platform said 401 · 135/,
      );
      await expect(panel(page).getByText(/^1 of 2\d tried/)).toBeVisible();

      await verdict(page).getByRole('button', { name: 'Try the next: Timestamp from the future' }).click();
      await expect(verdict(page)).toContainText('s ahead of the platform');
      await expect(theSwitch(page, 'Stale timestamp')).not.toBeChecked();
      await expect(theSwitch(page, 'Timestamp from the future')).toBeChecked();

      await verdict(page).getByRole('button', { name: 'Put it right and send' }).click();
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
      await expect(verdict(page)).toHaveCount(0);
      await expect(panel(page).getByText(/^2 of 2\d tried/)).toBeVisible();
      await expect(panel(page).getByRole('switch', { checked: true })).toHaveCount(0);
    });
    await test.step('sends the last request again, once there is one', async () => {
      await theSwitch(page, 'Replayed nonce').click();
      await send(page).click();
      await expect(verdict(page)).toContainText('was used before with this timestamp');
    });
    await test.step('leaves the switches alone while another call is under way', async () => {
      const right = verdict(page).getByRole('button', { name: 'Put it right and send' });
      await right.evaluate((button) => {
        button.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', ctrlKey: true, bubbles: true, cancelable: true }),
        );
        button.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      });
      await expect(response(page).getByRole('status').filter({ hasText: '401 Unauthorized' })).toBeAttached();
      await expect(theSwitch(page, 'Replayed nonce')).toBeChecked();
      await panel(page).getByRole('button', { name: 'All off' }).click();
    });
    await test.step('goes by keyboard alone', async () => {
      await page.getByRole('tab', { name: 'Break it' }).focus();
      await page.keyboard.press('Tab');
      await expect(theSwitch(page, 'Wrong token secret')).toBeFocused();
      await page.keyboard.press('Space');
      await expect(theSwitch(page, 'Wrong token secret')).toBeChecked();
      await page.keyboard.press('Control+Enter');
      await expect(verdict(page)).toContainText('the signatures differ');
      const right = verdict(page).getByRole('button', { name: 'Put it right and send' });
      await right.focus();
      await page.keyboard.press('Enter');
      await expect(response(page).getByText('200 OK').first()).toBeVisible();
      await expect(verdict(page)).toHaveCount(0);
      // The focus is not lost with the button.
      await expect(response(page).locator(':focus')).toHaveCount(1);
    });
    await test.step('passes axe, and needs no sideways scrolling on a phone', async () => {
      const phone = { width: 390, height: 844 };
      await theSwitch(page, 'Stale timestamp').click();
      await theSwitch(page, 'No Authorization at all').click();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.keyboard.press('Control+Enter');
      await expect(verdict(page)).toBeVisible();
      expect(await violationsInBothSchemes(page)).toEqual([]);
      await page.setViewportSize(phone);
      if (proving) expect(await violationsInBothSchemes(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await page.setViewportSize({ width: 1280, height: 720 });
      await panel(page).getByRole('button', { name: 'All off' }).click();
    });
    await test.step('has a token really revoked, of an App that is there for one call', async () => {
      await theSwitch(page, 'Revoked token').click();
      const instead = panel(page).getByRole('region', { name: 'Sent instead' });
      await expect(instead.getByRole('row', { name: /^oauth_token made when you send/ })).toBeVisible();
      await send(page).click();
      await expect(verdict(page)).toContainText('revoked in the portal before it was sent');
      await expect(response(page).getByText(/Made to be broken has no access token/)).toBeVisible();
      await theSwitch(page, 'Revoked token').click();
      await theSwitch(page, 'App outside any Project').click();
      await send(page).click();
      await expect(verdict(page)).toContainText('in no Project');
      await expect(response(page).getByText('client-not-enrolled').first()).toBeVisible();
      await page.goto('./#/portal');
      await expect(page.getByRole('link', { name: /Pocket Sketch/ })).toBeVisible();
      await expect(page.getByText('Made to be broken')).toHaveCount(0);
    });
  });

  // In the gate: breaks.svelte.test.ts, as for the next two.
  if (proving)
    test('with several on, tells which the platform met', async ({ page }) => {
      await open(page);
      await theSwitch(page, 'Wrong token secret').click();
      await theSwitch(page, 'A field that does not exist').click();
      await expect(panel(page).getByText(/2 switches are on: the platform answers/)).toBeVisible();
      await send(page).click();
      await expect(verdict(page)).toContainText('the first mistake that it finds: “Wrong token secret”');
      await panel(page).getByRole('button', { name: 'All off' }).click();
      await expect(panel(page).getByRole('switch', { checked: true })).toHaveCount(0);
    });

  if (proving)
    test('says so if the platform accepts the broken call', async ({ page }) => {
      await open(page, './#/requests/getUser?auth=app&tab=break', 'Look up a user by id');
      await theSwitch(page, 'Another App’s bearer').click();
      await send(page).click();
      await expect(verdict(page, 'Not refused, as it should be')).toContainText(
        'stands for anyone who holds it',
      );
      await expect(theSwitch(page, 'Another App’s bearer')).toHaveAccessibleDescription(
        /the platform said 200/,
      );
    });

  if (proving)
    test('fits a body, a key pair, and a call that was typed', async ({ page }) => {
      await open(page, './#/requests/createPost?tab=break', 'Create a post');
      await theSwitch(page, 'Invalid JSON').click();
      await send(page).click();
      await expect(verdict(page)).toContainText('ends before it is complete');
      await open(page, './#/requests/requestBearerToken?tab=break', "Request the App's bearer token");
      await theSwitch(page, 'Wrong API secret').click();
      await send(page).click();
      await expect(response(page).getByText('"code": 99')).toBeVisible();
      await expect(verdict(page)).toBeVisible();
      await open(
        page,
        './#/requests/free-form?method=GET&url=%2F2%2Fusers%2Fme&auth=oauth1&tab=break',
        'Free-form call',
      );
      await theSwitch(page, 'Wrong method').click();
      await send(page).click();
      await expect(response(page).getByText('405 Method Not Allowed').first()).toBeVisible();
      await expect(verdict(page)).toBeVisible();
    });
});

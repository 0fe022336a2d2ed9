/** Every view by the keyboard alone: reached, its main act found by Tab and done, and left again. */
import type { Locator, Page } from '@playwright/test';
import { violationsInBothSchemes } from '../../support/axe.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { outcome } from '../../support/sign-in.ts';

/** Presses Tab until the focus is there. The focus is seen at every stop, and is nowhere caught. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  for (let pressed = 0; pressed < 250; pressed++) {
    const { isThere, hidden } = await target.evaluateAll((all) => {
      const at = document.activeElement;
      const isSeen =
        !at ||
        at === document.body ||
        at.localName === 'iframe' ||
        at.checkVisibility({ visibilityProperty: true });
      return { isThere: all.some((each) => each === at), hidden: isSeen ? null : at.outerHTML.slice(0, 200) };
    });
    expect(hidden, 'a tab stop that nobody sees').toBeNull();
    if (isThere) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not come to ${String(target)}`);
}

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target);
  await page.keyboard.press('Enter');
}

/** By the id of the view: what somebody comes to it for. */
const mainActs: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  requests: async (page) => {
    await press(page, page.getByRole('button', { name: 'Send', exact: true }));
    // Of a row of tabs the selected one is a stop, and arrows lead to the others.
    await tabTo(page, page.getByRole('tab', { name: 'Signature', selected: true }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: /^Headers/, selected: true })).toBeFocused();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('tab', { selected: false }).and(page.locator(':focus'))).toHaveCount(0);
    const response = page.getByRole('region', { name: 'Response', exact: true });
    await expect(response.getByText('200 OK').first()).toBeVisible();
    // A value of the answer leads on.
    await press(page, response.locator('.link[tabindex="0"]'));
    await expect(page.getByRole('menuitem', { name: /^GET/ }).first()).toBeVisible();
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();
  },
  reference: async (page) => {
    await tabTo(page, page.getByRole('searchbox', { name: 'Find a call, field or code' }));
    await page.keyboard.type('187');
    await expect(page.getByRole('heading', { name: /hits? for “187”/ })).toBeVisible();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('[data-anchor]:focus')).toBeInViewport();
  },
  'sign-in': async (page) => {
    await press(page, button(page, /^Run all/));
    await expect(outcome(page)).toContainText('Your app holds');
  },
  limits: async (page) => {
    await tabTo(page, page.getByRole('textbox', { name: 'Requests', exact: true }));
    await page.keyboard.press('Control+a');
    await page.keyboard.type('3');
    await press(page, button(page, /^Send 3 request/));
    await expect(page.getByRole('list', { name: 'Loads that were sent' })).toBeVisible();
  },
  webhooks: async (page) => {
    await press(page, page.getByRole('button', { name: 'Register', exact: true }));
    await expect(button(page, 'Make it and register')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Registered, and valid' })).toBeVisible();
  },
  world: async (page) => {
    await expect(page.getByRole('article').first()).toBeVisible();
    await press(page, button(page, /^Like/).first());
    await expect(page.getByText(/^@\w+ (liked|took back a like of) a post/)).toBeVisible();
  },
  portal: async (page) => {
    await tabTo(page, page.getByRole('textbox', { name: 'Description' }));
    await page.keyboard.press('End');
    await page.keyboard.type(', and more');
    await press(page, button(page, 'Save'));
    await expect(page.getByRole('group', { name: 'Changes not saved' })).toHaveCount(0);
    await expect(page.getByRole('textbox', { name: 'Description' })).toHaveValue(/, and more$/);
  },
  doctor: async (page) => {
    await press(page, button(page, /example/i));
    await expect(page.locator('[data-verdict]')).toBeVisible();
    await press(page, button(page, 'Send repaired'));
    await expect(page.getByText('The platform took the signature.')).toBeVisible();
  },
};

test(`${proving ? 'every view' : 'a view'} is reached, its main act done, and left by the keyboard alone`, async ({
  page,
}) => {
  await page.goto('./');
  const rail = page.getByRole('navigation', { name: 'Views' });
  await expect(rail.getByRole('link')).not.toHaveCount(0);
  const ids = await rail
    .getByRole('link')
    .evaluateAll((links) =>
      links.map((link) => /^#\/([\w-]+)/.exec(link.getAttribute('href') ?? '')?.[1] ?? ''),
    );
  expect(ids).toEqual(expect.arrayContaining(Object.keys(mainActs)));
  // The others have tests of their own by the keyboard alone: sign-in.spec, limits.spec, portal.spec, doctor/mistakes.spec.
  const alone = ['sign-in', 'limits', 'portal', 'doctor'];
  for (const [at, id] of ids.entries()) {
    if (!proving && alone.includes(id)) continue;
    await test.step(id, async () => {
      const link = rail.getByRole('link').nth(at);
      await press(page, link);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page.locator('main h1')).toBeAttached();
      const act = mainActs[id];
      if (act) await act(page);
      // The way out of it: on through the view, and around to the rail again; of a long document, back from its search.
      if (id === 'reference') {
        await page.keyboard.press('/');
        await tabTo(page, link, 'Shift+Tab');
      } else await tabTo(page, rail.getByRole('link').first());
    });
  }
});

test('a link from one view to another leads the focus into that view', async ({ page }) => {
  await page.goto('./#/requests/getMe');
  const main = page.getByRole('main');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeVisible();
  await expect(main).not.toBeFocused();
  await page.getByRole('tab', { name: 'Reference', exact: true }).click();
  await press(page, page.getByRole('link', { name: 'Open in Reference' }));
  await expect(page).toHaveURL(/#\/reference/);
  await expect(main).toBeFocused();
  await tabTo(page, page.getByRole('searchbox', { name: 'Find a call, field or code' }));
});

test('the palette and the dialogs return the focus; issue 18: ? shows all keys, and single keys can be turned off', async ({
  page,
}) => {
  await page.goto('./');
  const send = page.getByRole('button', { name: 'Send', exact: true });
  await expect(send).toBeVisible();
  await tabTo(page, send);
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('dialog').getByRole('combobox')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(send).toBeFocused();
  for (const [name, title] of [
    ['Last calls', 'Last calls'],
    ['Paste curl', 'Paste a curl command'],
  ] as const) {
    const opener = button(page, name);
    await press(page, opener);
    await expect(page.getByRole('dialog', { name: title })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog', { name: title })).toBeHidden();
    await expect(opener).toBeFocused();
  }

  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.keyboard.press('?');
  await expect(keys.getByRole('heading', { level: 3 }).first()).toHaveText('Requests');
  await keys.getByRole('switch').click();
  await expect(keys.getByText('Show the keys (off)')).toBeVisible();
  expect(await violationsInBothSchemes(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(button(page, 'Paste curl')).toBeFocused();
  await page.reload();
  await expect(send).toBeVisible();
  await page.keyboard.press('/');
  await expect(page.getByRole('searchbox', { name: 'Find an endpoint' })).not.toBeFocused();
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('shortcuts');
  await page.keyboard.press('Enter');
  await keys.getByRole('switch').click();
  // At once: the switch still has the focus, but takes no text.
  await Promise.all([page.keyboard.press('Escape'), page.keyboard.press('/')]);
  await expect(page.getByRole('searchbox', { name: 'Find an endpoint' })).toBeFocused();
  // Q32: the legend comes back.
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('legend');
  await page.keyboard.press('Enter');
  const marks = page.getByRole('dialog', { name: 'What the marks mean' });
  await expect(marks).toContainText('Dashed is our choice');
  expect(await violationsInBothSchemes(page)).toEqual([]);
});

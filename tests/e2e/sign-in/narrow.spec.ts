import { choose, click, isClean, press, shows } from '../../support/mini-browser.ts';
import { expect, test } from '../../support/page.ts';
import { proving } from '../../support/prove.ts';
import { button, messages, openFlow, outcome, question } from '../../support/sign-in.ts';

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('P21: a line leads to the browser when it waits, and at the end to Requests', async ({ page }) => {
    await openFlow(page, 'pkce');
    await question(page).tap();
    const cue = page.getByRole('button', { name: /Step 4 is yours\. Choose an account in the browser/ });
    await expect(cue).toBeInViewport();
    await expect(page.getByRole('tab', { name: /Browser.*yours/ })).toBeVisible();
    if (proving) await isClean(page);
    await cue.tap();
    await shows(page, /Choose an account/);
    await choose(page, 'mira_holm');
    await shows(page, /use your account\?/);
    await click(page, 'Allow');
    const back = page.getByRole('button', { name: /Your app goes on from here/ });
    await expect(back).toBeInViewport();
    await expect(page.getByRole('tab', { name: 'Browser', exact: true })).toBeVisible();
    if (proving) await isClean(page);
    await back.tap();
    await button(page, 'Run all').tap();
    await expect(outcome(page)).toContainText('Your app holds an OAuth 2.0 user token of @mira_holm');
    const use = page.getByRole('link', { name: 'Use it in Requests' });
    await expect(use).toBeInViewport();
    await page.getByRole('tab', { name: 'Browser', exact: true }).tap();
    await button(page, 'Connected apps').tap();
    await expect(use).toBeInViewport();
    if (proving) await isClean(page);
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await use.tap();
    await expect(page.getByRole('heading', { name: 'Show the acting user' })).toBeVisible();
  });
});

test.describe('at 1024 × 768', () => {
  test.use({ viewport: { width: 1024, height: 768 } });

  test('P24: the whole diagram is shown, with its last message', async ({ page }) => {
    await openFlow(page, 'oauth1-callback');
    await press(page, question(page));
    for (const item of await messages(page).getByRole('listitem').all()) {
      await expect(item).toBeInViewport({ ratio: 1 });
      const label = item.locator('.txt');
      expect(await label.evaluate((element) => element.scrollWidth <= element.clientWidth + 1)).toBe(true);
    }
  });
});

test.describe('at 200 %', () => {
  test.use({ viewport: { width: 720, height: 450 } });

  test('no sticky part takes more than a third of the height, and the pending question is in sight', async ({
    page,
  }) => {
    await openFlow(page, 'oauth1-callback');
    await press(page, question(page));
    await expect(page.getByRole('button', { name: /Which account\?/ })).toBeInViewport();
    const stuck = await page.evaluate(() =>
      [...document.querySelectorAll('main *')]
        .filter(
          (element) => getComputedStyle(element).position === 'sticky' && element.getClientRects().length > 0,
        )
        .reduce((sum, element) => sum + element.getBoundingClientRect().height, 0),
    );
    expect(stuck).toBeLessThan(450 / 3);
  });
});

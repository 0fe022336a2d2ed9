/** The mini browser of Sign-in, and a person who uses it. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect } from './page.ts';

/**
 * The frame of the mini browser runs no script, not even a test's: its content is read and operated from the page
 * around it.
 */
export const frame = (page: Page) => page.locator('iframe[title^="Page:"]');

export const textInside = (page: Page): Promise<string> =>
  frame(page).evaluate((element) => (element as HTMLIFrameElement).contentDocument?.body.innerText ?? '');

export const shows = (page: Page, text: string | RegExp) => expect.poll(() => textInside(page)).toMatch(text);

/** Waits for an element in the frame, whose page is rendered a moment after the frame appears. */
export const has = (page: Page, selector: string) =>
  expect
    .poll(() =>
      frame(page).evaluate(
        (element, wanted) =>
          (element as HTMLIFrameElement).contentDocument?.querySelector(wanted)?.localName ?? 'nothing yet',
        selector,
      ),
    )
    .not.toBe('nothing yet');

/** Presses a link or a button of the page in the frame, as a pointer would, once it exists. */
export async function click(page: Page, words: string): Promise<void> {
  await shows(page, words);
  await frame(page).evaluate((element, wanted) => {
    const all = (element as HTMLIFrameElement).contentDocument!.querySelectorAll<HTMLElement>('a, button');
    [...all].find(({ textContent }) => textContent === wanted)!.click();
  }, words);
}

/** Clicks the account of this username. */
export async function choose(page: Page, username: string): Promise<void> {
  await shows(page, `@${username}`);
  await frame(page).evaluate((element, wanted) => {
    const accounts = (element as HTMLIFrameElement).contentDocument!.querySelectorAll<HTMLElement>(
      '.account',
    );
    [...accounts].find(({ textContent }) => textContent.includes(wanted))!.click();
  }, `@${username}`);
}

/** Opens the fold above the fields. */
export async function typeInstead(page: Page): Promise<void> {
  await has(page, 'summary');
  await frame(page).evaluate((element) =>
    (element as HTMLIFrameElement).contentDocument!.querySelector('summary')!.click(),
  );
}

export async function fill(page: Page, values: Readonly<Record<string, string>>): Promise<void> {
  for (const id of Object.keys(values)) await has(page, `#${id}`);
  await frame(page).evaluate((element, given) => {
    for (const [id, value] of Object.entries(given))
      ((element as HTMLIFrameElement).contentDocument!.getElementById(id) as HTMLInputElement).value = value;
  }, values);
}

/** The frame's content once it contains this, with its styles, as a separate page. */
export async function frameIsClean(page: Page, text: string | RegExp): Promise<void> {
  await shows(page, text);
  const html = await frame(page).evaluate((element) => {
    const shown = (element as HTMLIFrameElement).contentDocument!;
    const css = shown.adoptedStyleSheets.flatMap(({ cssRules }) => [...cssRules].map((rule) => rule.cssText));
    return `<!doctype html>${shown.documentElement.outerHTML}<style>${css.join('\n')}</style>`;
  });
  const copy = await page.context().newPage();
  await copy.setContent(html);
  expect(await violations(copy), 'in the frame').toEqual([]);
  await copy.close();
}

export const isClean = async (page: Page) => expect(await violations(page)).toEqual([]);

/** The page, and the page in the frame, which contains this. */
export async function bothAreClean(page: Page, text: string | RegExp): Promise<void> {
  await frameIsClean(page, text);
  await isClean(page);
}

/** Presses Tab until the element has the focus; gives up after a whole round. */
export async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus never came there');
}

export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  // Found once: to look for a role and a name at each stop costs more than the walk. What replaces it is found again.
  let element = await wanted.elementHandle();
  await tabUntil(page, async () => {
    if (!(await element.evaluate(({ isConnected }) => isConnected))) element = await wanted.elementHandle();
    return element.evaluate((each) => document.activeElement === each);
  });
}

/** Moves the focus into the frame, to the element of the selector. */
export async function tabInside(page: Page, selector: string): Promise<void> {
  await expect(frame(page)).toBeVisible();
  await has(page, selector);
  await tabUntil(page, () =>
    page.evaluate((wanted) => {
      const focused = document.activeElement;
      const inside = focused instanceof HTMLIFrameElement ? focused.contentDocument?.activeElement : null;
      return inside?.matches(wanted) ?? false;
    }, selector),
  );
}

/** Presses a key on an element. That Tab leads there is tested with `pressByTab`, which takes longer. */
export async function press(_page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await expect(wanted).toBeEnabled(); // aria-disabled counts: a flow under way ignores steps
  await wanted.press(key);
}

/** With the keyboard only: Tab until the element has the focus, then the key. */
export async function pressByTab(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

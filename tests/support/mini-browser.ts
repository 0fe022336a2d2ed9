/** The mini browser of Sign-in, and a person at its keys. */
import type { Locator, Page } from '@playwright/test';
import { violations } from './axe.ts';
import { expect } from './page.ts';

/**
 * The frame of the mini browser runs no script, a test's own neither: what stands in it is read and moved from the
 * page around it.
 */
export const frame = (page: Page) => page.locator('iframe[title^="Page:"]');

export const textInside = (page: Page): Promise<string> =>
  frame(page).evaluate((element) => (element as HTMLIFrameElement).contentDocument?.body.innerText ?? '');

export const shows = (page: Page, text: string | RegExp) => expect.poll(() => textInside(page)).toMatch(text);

/** Waits for an element in the frame, whose page is drawn a moment after the frame is there. */
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

/** Presses a link or a button of the page in the frame, as a pointer would, once it is there. */
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

/** Opens what is folded over the fields. */
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

/** What the frame shows once it says this, with its styles, as a page of its own. */
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

/** The page, and the one in the frame, which says this. */
export async function bothAreClean(page: Page, text: string | RegExp): Promise<void> {
  await frameIsClean(page, text);
  await isClean(page);
}

/** Presses Tab until the focus is there; gives up after a whole round. */
export async function tabUntil(page: Page, isThere: () => Promise<boolean>): Promise<void> {
  for (let pressed = 0; pressed < 120; pressed += 1) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('The focus never came there');
}

export async function tabTo(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeVisible();
  await tabUntil(page, () => wanted.evaluate((element) => document.activeElement === element));
}

/** Into the frame, to the element that the selector names. */
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

/** Presses a key on an element. Whether Tab leads there is what `pressByTab` shows, at the cost of a walk. */
export async function press(_page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await expect(wanted).toBeEnabled(); // aria-disabled counts: a flow under way takes no step
  await wanted.press(key);
}

/** By the keyboard alone: Tab until the focus is on the element, then the key. */
export async function pressByTab(page: Page, wanted: Locator, key = 'Enter'): Promise<void> {
  await tabTo(page, wanted);
  await page.keyboard.press(key);
}

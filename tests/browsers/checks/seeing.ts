/** Finds by role and name, clicks, types and waits until something is seen. */
import type { Evaluates, Point, Tab } from '../drivers/driver.ts';

export interface Target {
  /** A role of ARIA, or a CSS selector. */
  readonly role: keyof typeof selectors | { readonly css: string };
  /** The whole accessible name. */
  readonly name?: string;
}

const selectors = {
  button: 'button, [role=button]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  link: 'a[href]',
  region: 'section, [role=region]',
  searchbox: 'input[type=search], [role=searchbox]',
} as const;

const deadlineMs = 30_000;
/** More than the elements of any view that take the focus. */
const mostTabs = 250;

/** Asks repeatedly until the answer is acceptable, and returns it. */
export async function until<T>(
  ask: () => Promise<T>,
  will: (answer: T) => boolean,
  what: string,
  within = deadlineMs,
): Promise<T> {
  const end = Date.now() + within;
  for (;;) {
    const answer = await ask();
    if (will(answer)) return answer;
    if (Date.now() > end) throw new Error(`${what}: not within ${within / 1000} s, but ${say(answer)}`);
    await new Promise((resolve) => setTimeout(resolve, 40));
  }
}

export const say = (value: unknown): string => JSON.stringify(value ?? null).slice(0, 600);

/** Waits until it exists and can be pressed, and presses it in its middle. */
export async function click(tab: Tab, target: Target): Promise<void> {
  const seen = await until(
    () => look(tab, target),
    ({ point }) => point !== null,
    `a click on ${say(target)}`,
  );
  await tab.clickAt(seen.point!);
}

/** Waits until it contains all these words. */
export async function see(tab: Evaluates, target: Target, ...words: readonly string[]): Promise<void> {
  await until(
    () => look(tab, target),
    ({ text }) => text !== null && words.every((each) => text.includes(each)),
    `${say(target)} with ${say(words)}`,
  );
}

/** Presses Tab until the target has the focus. */
export async function tabTo(tab: Tab, target: Target): Promise<void> {
  await see(tab, target);
  for (let presses = 0; presses < mostTabs; presses++) {
    if ((await look(tab, target)).hasFocus) return;
    await tab.press('Tab');
  }
  throw new Error(`${say(target)}: ${mostTabs} presses of Tab did not reach it`);
}

/** One key at a time. */
export async function type(tab: Tab, words: string): Promise<void> {
  for (const key of words) await tab.press(key);
}

interface Seen {
  /** Its text; null if it is missing or not visible. */
  readonly text: string | null;
  /** The place to press it; null if something covers it or it is disabled. */
  readonly point: Point | null;
  readonly hasFocus: boolean;
}

function look(tab: Evaluates, { role, name }: Target): Promise<Seen> {
  const selector = typeof role === 'string' ? selectors[role] : role.css;
  return tab.evaluate(
    ({ selector, name }): Seen => {
      const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
      const nameOf = (element: Element) => {
        const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
        const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '');
        const content = element.cloneNode(true) as Element;
        for (const hidden of content.querySelectorAll('[aria-hidden=true]')) hidden.remove();
        return tidy(labels.join(' ') || element.getAttribute('aria-label') || content.textContent);
      };
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (element) => element.checkVisibility() && (name === undefined || nameOf(element) === name),
      );
      if (found === undefined) return { text: null, point: null, hasFocus: false };
      found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = found.getBoundingClientRect();
      const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      const front = document.elementFromPoint(point.x, point.y);
      const isDisabled = found.matches(':disabled, [aria-disabled=true]');
      const isReached = !isDisabled && front !== null && (found.contains(front) || front.contains(found));
      const hasFocus = found === document.activeElement;
      return { text: tidy(found.innerText), point: isReached ? point : null, hasFocus };
    },
    { selector, ...(name !== undefined && { name }) },
  );
}

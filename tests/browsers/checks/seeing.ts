/** Finds by role and name, clicks, types and waits until something is seen. */
import type { Evaluates, Point, Tab } from '../drivers/driver.ts';

export interface Target {
  /** A role of ARIA, or a CSS selector. */
  readonly role: keyof typeof selectors | { readonly css: string };
  /** The whole accessible name; with `…` at its end its beginning, and with another at its beginning any words in it. */
  readonly name?: string;
}

const selectors = {
  article: 'article',
  button: 'button, [role=button]',
  checkbox: 'input[type=checkbox]:not([role])',
  combobox: 'select, [role=combobox]',
  heading: 'h1, h2, h3, h4, [role=heading]',
  link: 'a[href]',
  list: 'ul, ol, [role=list]',
  log: '[role=log]',
  radio: 'input[type=radio]',
  region: 'section, [role=region]',
  searchbox: 'input[type=search], [role=searchbox]',
  switch: '[role=switch]',
  tab: '[role=tab]',
  textbox: 'input[type=text], input:not([type]), textarea, [role=textbox]',
} as const;

const deadlineMs = 30_000;
/** More than the elements of any view that take the focus. */
const mostTabs = 250;
/** Pressed in one command. The focus is looked at before the next. */
const tabsAtOnce = 40;
/** More than any group of them has. */
const mostArrows = 20;

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

/** Waits until it is no longer there. */
export async function gone(tab: Tab, target: Target): Promise<void> {
  await until(
    () => look(tab, target),
    ({ text }) => text === null,
    `${say(target)} is gone`,
  );
}

/** Waits until it has the focus. */
export async function focused(tab: Tab, target: Target): Promise<void> {
  await until(
    () => look(tab, target),
    ({ hasFocus }) => hasFocus,
    `the focus on ${say(target)}`,
  );
}

/**
 * Presses Tab until the target has the focus, with Shift if it comes before. Going past the end of
 * the page would lead through the browser's own bars, and then Firefox does nothing for keys that are sent to the page.
 */
export async function tabTo(tab: Tab, target: Target): Promise<void> {
  await see(tab, target);
  for (let presses = 0; presses < mostTabs;) {
    const { hasFocus, isBefore, stops } = await look(tab, target);
    if (hasFocus) return;
    const count = Math.max(1, Math.min(stops, tabsAtOnce));
    await tab.pressAll(Array.from({ length: count }, () => (isBefore ? ['Shift', 'Tab'] : ['Tab'])));
    presses += count;
  }
  throw new Error(`${say(target)}: ${mostTabs} presses of Tab did not reach it`);
}

const enabled = (tab: Tab, target: Target): Promise<unknown> =>
  until(
    () => look(tab, target),
    ({ text, isDisabled }) => text !== null && !isDisabled,
    `a press of ${say(target)}`,
  );

/** By the keyboard alone, once it can be pressed. */
export async function press(tab: Tab, target: Target, key = 'Enter'): Promise<void> {
  await enabled(tab, target); // what is disabled takes no focus
  await tabTo(tab, target);
  await enabled(tab, target);
  await tab.press(key);
}

/** One key after another. */
export async function type(tab: Tab, words: string): Promise<void> {
  await tab.pressAll(Array.from(words, (key) => [key]));
}

/** In place of what the field contains. */
export async function fill(tab: Tab, target: Target, words: string): Promise<void> {
  await tabTo(tab, target);
  await tab.press('Control', 'a');
  await type(tab, words);
}

const back = { ArrowRight: 'ArrowLeft', ArrowDown: 'ArrowUp' } as const;

/**
 * In a group that is one stop of Tab: from the element that has the stop, by arrow keys, whose direction is `key` or
 * back. In WebKit the last of a few radio buttons does not lead to the first.
 */
export async function walkTo(
  tab: Tab,
  from: Target,
  to: Target,
  key: 'ArrowRight' | 'ArrowDown' = 'ArrowRight',
): Promise<void> {
  await tabTo(tab, from);
  for (let presses = 0; presses < mostArrows; presses++) {
    const { hasFocus, isBefore } = await look(tab, to);
    if (hasFocus) return;
    await tab.press(isBefore ? back[key] : key);
  }
  throw new Error(`${say(to)}: ${mostArrows} presses of an arrow did not reach it`);
}

/** In a list that shows one choice: by arrow keys, until it shows the one that begins with these words. */
export async function choose(tab: Tab, target: Target, words: string): Promise<void> {
  await tabTo(tab, target);
  for (let presses = 0; presses < mostArrows; presses++) {
    const [at, wanted] = await tab.evaluate((words) => {
      const { options, selectedIndex } = document.activeElement as HTMLSelectElement;
      const titles = Array.from(options, ({ text }) => text.trim());
      return [selectedIndex, titles.findIndex((each) => each.startsWith(words))];
    }, words);
    if (at === wanted) return;
    await tab.press(at < wanted ? 'ArrowDown' : 'ArrowUp');
  }
  throw new Error(`${say(target)}: ${mostArrows} presses of an arrow did not lead to ${words}`);
}

interface Seen {
  /** Its text; null if it is missing or not visible. */
  readonly text: string | null;
  /** The place to press it; null if something covers it or it is disabled. */
  readonly point: Point | null;
  readonly hasFocus: boolean;
  /** Whether it comes before what has the focus. */
  readonly isBefore: boolean;
  readonly isDisabled: boolean;
  /** How many elements between it and the focus take the focus, if that is known. */
  readonly stops: number;
}

function look(tab: Evaluates, { role, name }: Target): Promise<Seen> {
  const selector = typeof role === 'string' ? selectors[role] : role.css;
  return tab.evaluate(
    ({ selector, name }): Seen => {
      const tidy = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
      const nameOf = (element: Element) => {
        const ids = element.getAttribute('aria-labelledby')?.split(/\s+/) ?? [];
        const labels = ids.map((id) => document.getElementById(id)?.textContent ?? '');
        const label = 'labels' in element ? (element.labels as NodeListOf<HTMLElement> | null)?.[0] : null;
        const content = element.cloneNode(true) as Element;
        for (const hidden of content.querySelectorAll('[aria-hidden=true]')) hidden.remove();
        return tidy(
          labels.join(' ') || element.getAttribute('aria-label') || label?.textContent || content.textContent,
        );
      };
      const isNamed = (given: string, name: string) =>
        name.startsWith('…')
          ? given.includes(name.slice(1, -1))
          : name.endsWith('…')
            ? given.startsWith(name.slice(0, -1))
            : given === name;
      const found = [...document.querySelectorAll<HTMLElement>(selector)].find(
        (element) => element.checkVisibility() && (name === undefined || isNamed(nameOf(element), name)),
      );
      if (found === undefined)
        return { text: null, point: null, hasFocus: false, isBefore: false, isDisabled: false, stops: 0 };
      found.scrollIntoView({ block: 'nearest', inline: 'nearest' });
      const { left, top, width, height } = found.getBoundingClientRect();
      const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
      const front = document.elementFromPoint(point.x, point.y);
      const isDisabled = found.matches(':disabled, [aria-disabled=true]');
      const isReached = !isDisabled && front !== null && (found.contains(front) || front.contains(found));
      const at = document.activeElement ?? document.body;
      const order = found.compareDocumentPosition(at);
      const isBefore = (order & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
      const [first, last] = isBefore ? [found, at] : [at, found];
      const isBetween = (element: Element) =>
        (first.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
        (last.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
      const takesFocus = (element: HTMLElement) =>
        element.tabIndex >= 0 &&
        !element.matches(':disabled, [inert] *, [type=radio]:not(:checked)') &&
        element.checkVisibility({ visibilityProperty: true });
      const around = document.querySelector(':modal') ?? document;
      const stops = [
        ...around.querySelectorAll<HTMLElement>('a, button, input, select, textarea, [tabindex]'),
      ];
      return {
        text: tidy(found.innerText),
        point: isReached ? point : null,
        hasFocus: found === at,
        isBefore,
        isDisabled,
        // Where the focus was lost, the next Tab may lead anywhere.
        stops: at === document.body ? 0 : stops.filter((each) => isBetween(each) && takesFocus(each)).length,
      };
    },
    { selector, ...(name !== undefined && { name }) },
  );
}

/** The browser of Sign-in, used by keys. Its page is of the same origin, and can be looked at from around it. */
import type { Tab } from '../../drivers/driver.ts';
import { tabTo, until } from '../seeing.ts';

/** More than a page of the platform has that takes the focus. */
const mostTabs = 40;

interface Inside {
  readonly shown: string;
  /** The words of the button or link with the focus. */
  readonly focus: string;
}

const look = (tab: Tab): Promise<Inside> =>
  tab.evaluate(() => {
    const frame = document.querySelector<HTMLIFrameElement>('iframe[title^="Page:"]');
    const page = frame?.contentDocument;
    const focus = document.activeElement === frame ? page?.activeElement : null;
    return { shown: page?.querySelector('body')?.innerText ?? '', focus: focus?.textContent ?? '' };
  });

/** Presses the button whose text contains these words, once the page shows it. */
export async function pressInside(tab: Tab, words: string): Promise<void> {
  await until(
    () => look(tab),
    ({ shown }) => shown.includes(words),
    `a page with ${words}`,
  );
  await tabTo(tab, { role: { css: 'iframe[title^="Page:"]' } });
  for (let presses = 0; presses < mostTabs; presses++) {
    if ((await look(tab)).focus.includes(words)) return tab.press('Enter');
    await tab.press('Tab');
  }
  throw new Error(`${words}: ${mostTabs} presses of Tab did not reach it`);
}

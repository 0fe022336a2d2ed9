import { lesson } from '../../../../lessons/08-page-to-the-end/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { fill, press, see } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { button, send, textbox, view, walk } from './walk.ts';

const sent = (parameter: string): Target => ({
  role: { css: 'input[type=checkbox]' },
  name: `Send ${parameter}`,
});

/** Turns to the next page, and waits until this many are listed. */
async function turn(tab: Tab, count: string): Promise<void> {
  await press(tab, button('Next page'));
  await see(tab, view, count);
}

export const pageToTheEnd = walk(lesson, [
  send,
  async (tab) => {
    await fill(tab, textbox('query'), '(fog OR rain) harbour');
    await send(tab);
  },
  async (tab) => {
    await press(tab, button('11 more…'));
    await fill(tab, textbox('start_time'), '2026-03-01T00:00:00Z');
    await fill(tab, textbox('end_time'), '2026-03-02T00:00:00Z');
    await send(tab);
  },
  async (tab) => {
    await press(tab, button('First page'));
    await see(tab, view, '1 page, ');
    for (const count of ['2 pages, ', '3 pages, ', '4 pages, 6 entries']) await turn(tab, count);
    await see(tab, view, 'This is the last page');
    await fill(tab, textbox('How many posts all pages have together'), '6');
    await press(tab, button('Check it'));
  },
  async (tab) => {
    // The search is as the day left it.
    for (const parameter of ['start_time', 'end_time']) await press(tab, sent(parameter), ' ');
    await fill(tab, textbox('query'), 'from:jonas_berg is:reply');
    await press(tab, button('First page'));
    await see(tab, view, '1 page, 10 entries');
    await turn(tab, '2 pages, 13 entries');
  },
]);

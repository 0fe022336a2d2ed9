import { lesson } from '../../../../lessons/09-run-out/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { fill, press, see, tabTo, type } from '../seeing.ts';
import { named, pick } from './radio.ts';
import { button, heading, link, response, send, textbox, view, walk } from './walk.ts';

/** Sends until the window is used up, and once more. */
async function useUp(tab: Tab, calls: number): Promise<void> {
  for (let left = calls - 1; left >= 0; left--) {
    await send(tab);
    await see(tab, response, '200 OK', `${left} of ${calls} left`);
  }
  await send(tab);
  await see(tab, response, '429 Too Many Requests');
}

export const runOut = walk(lesson, [
  async (tab) => {
    await see(tab, heading('List the posts of a user'));
    await useUp(tab, 5);
  },
  async (tab) => {
    await pick(tab, 'main fieldset', 'Bearer');
    await useUp(tab, 10);
  },
  async (tab) => {
    await press(tab, button('+15 min'));
    await send(tab);
  },
  async (tab) => {
    await see(tab, heading('Send a message to a user'));
    await send(tab);
    await see(tab, response, '201 Created');
    await tabTo(tab, { role: { css: 'select' }, name: 'Acting user' });
    await type(tab, '@aiko');
    await send(tab);
  },
  async (tab) => {
    await press(tab, link('Limits'));
    await fill(tab, textbox('Requests'), '200');
    await fill(tab, textbox('Requests per second'), '100');
    await pick(tab, named('What it does about a 429'), 'Wait');
    await press(tab, button('Send 200 requests'));
    await see(tab, view, 'waits for the reset');
    await press(tab, button('+24 h'));
  },
  async (tab) => {
    await fill(tab, { role: 'searchbox', name: 'Find an endpoint' }, 'liked');
    await press(tab, link('GET /2/users/:id/liked_posts'));
    await useUp(tab, 5);
    await press(tab, button('+15 min'));
    await send(tab);
  },
]);

import { lesson } from '../../../../lessons/01-first-call/lesson.ts';
import { fill, press, see, tabTo } from '../seeing.ts';
import { button, response, send, textbox, walk } from './walk.ts';

export const firstCall = walk(lesson, [
  send,
  async (tab) => {
    await press(tab, button('Values'));
    await tabTo(tab, { role: { css: 'input[id$="-bearer_token"]' } });
    await tab.press('End');
    await tab.press('Backspace');
    await send(tab);
    await see(tab, response, '401');
  },
  async (tab) => {
    await press(tab, button('Back to the real ones'));
    await send(tab);
  },
  async (tab) => {
    await fill(tab, textbox('username, in the path'), 'aiko_tan');
    await send(tab);
    await see(tab, response, '"aiko_tan"');
  },
]);

import { lesson } from '../../../../lessons/07-what-you-need/lesson.ts';
import { fill, focused, press, see } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { button, response, send, textbox, walk } from './walk.ts';

/** A value that a parameter can take. */
const chip = (parameter: string, name: string): Target => ({
  role: { css: `[role=group][aria-label="${parameter}"] button` },
  name,
});
const whole = '2020777185899446272';
const missing = '2021109374776246999';

export const whatYouNeed = walk(lesson, [
  send,
  async (tab) => {
    await press(tab, button('3 more…'));
    await press(tab, chip('post.fields', 'created_at'));
    await press(tab, chip('post.fields', 'author_id'));
    await send(tab);
  },
  async (tab) => {
    await press(tab, button('2 more…'));
    await press(tab, chip('expansions', 'author_id'));
    await send(tab);
    await see(tab, response, '200 OK', '"includes"', '"sam_ode"');
    await fill(
      tab,
      textbox('The usernames of the four authors, in the order of the posts'),
      'mira_holm sam_ode mira_holm jonas_berg',
    );
    await press(tab, button('Check it'));
    await focused(tab, button('Go on'));
  },
  async (tab) => {
    await send(tab);
    await see(tab, response, '404 Not Found');
    await fill(tab, textbox('id, in the path'), whole);
    await send(tab);
  },
  async (tab) => {
    await send(tab);
    await see(tab, response, '200 OK', `"resource_id": "${missing}"`);
    await fill(tab, textbox('The id that does not exist'), missing);
    await press(tab, button('Check it'));
  },
  async (tab) => {
    await fill(tab, textbox('usernames'), 'mira_holm,aiko_tan,no_one_here');
    await press(tab, button('3 more…'));
    await press(tab, chip('expansions', 'pinned_post_id'));
    await send(tab);
  },
]);

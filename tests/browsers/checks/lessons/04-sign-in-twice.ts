import { lesson } from '../../../../lessons/04-sign-in-twice/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, fill, press, see } from '../seeing.ts';
import { pressInside } from './mini-browser.ts';
import { button, link, region, response, select, send, textbox, walk } from './walk.ts';

export const outcome = region('Outcome');

/** To the end of the flow, where the page answers in the place of the user. */
export async function runAll(tab: Tab, username = 'jonas_berg'): Promise<void> {
  await press(tab, button('Run all…'));
  await see(tab, outcome, 'Your app holds', `@${username}`);
}

/** The browser remembers another user: its page leads to the accounts. */
export async function signInAs(tab: Tab, username: string): Promise<void> {
  await press(tab, button('Run to the next question…'));
  await pressInside(tab, 'Not you?');
  await pressInside(tab, `@${username}`);
  await pressInside(tab, 'Allow');
  await runAll(tab, username);
}

export const signInTwice = walk(lesson, [
  async (tab) => {
    await send(tab);
    await see(tab, response, '403', '415');
  },
  async (tab) => {
    await press(tab, button('Add a callback URL'));
    await fill(tab, textbox('Callback URL 2'), 'https://northwind-reader.example/signed-in');
    await press(tab, button('Save'));
    await press(tab, link('Requests'));
    await send(tab);
    await see(tab, response, '200 OK');
  },
  async (tab) => {
    await press(tab, button('Run to the next question…'));
    await pressInside(tab, '@jonas_berg');
    await pressInside(tab, 'Allow');
    await runAll(tab);
  },
  (tab) => runAll(tab),
  async (tab) => {
    await press(tab, button('…POST /oauth/access_token…'));
    await press(tab, button('Replay'));
  },
  async (tab) => {
    await choose(tab, select('App'), 'Harbour Desk');
    await choose(tab, select('Acting user'), '@aiko_tan');
    await signInAs(tab, 'aiko_tan');
  },
]);

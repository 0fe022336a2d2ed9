import { lesson } from '../../../../lessons/06-right-token/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, gone, press, see, walkTo } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { runAll, signInAs } from './04-sign-in-twice.ts';
import { authorize, button, fillIn, link, openTab, response, select, send, walk } from './walk.ts';

const radio = (name: string): Target => ({ role: 'radio', name });

/** The permission level that an App has. */
const level: Target = { role: { css: 'input[type=radio][aria-labelledby*="-read"]:checked' } };

/** In the open tab of an App: its permission level, saved. */
async function raise(tab: Tab, wanted: string): Promise<void> {
  await walkTo(tab, level, radio(wanted), 'ArrowDown');
  await press(tab, button('Save'));
  await gone(tab, button('Save'));
}

async function sendAgain(tab: Tab, ...words: readonly string[]): Promise<void> {
  await press(tab, link('Requests'));
  await send(tab);
  await see(tab, response, ...words);
}

export const rightToken = walk(lesson, [
  send,
  async (tab) => {
    await authorize(tab, 'OAuth 1.0a user');
    await send(tab);
  },
  async (tab) => {
    await raise(tab, 'Read and write');
    await sendAgain(tab, '403');
  },
  async (tab) => {
    await runAll(tab);
    await press(tab, link('Back to the call'));
    await send(tab);
    await see(tab, response, '201');
  },
  async (tab) => {
    await send(tab);
    await see(tab, response, '403');
    await press(tab, link('Portal'));
    await press(tab, link('Pocket Sketch'));
    await press(tab, button('Attach to a Project'));
    await choose(tab, select('Project'), 'Atlas');
    await press(tab, button('Attach'));
    await sendAgain(tab, '200 OK');
  },
  async (tab) => {
    await fillIn(tab);
    await send(tab);
    await see(tab, response, '403', '93');
    await press(tab, link('Portal'));
    await press(tab, link('Northwind Reader'));
    await openTab(tab, 'App', 'User authentication');
    await raise(tab, 'Read, write and Direct Messages');
    await press(tab, link('Sign-in…'));
    await signInAs(tab, 'sam_ode');
    await sendAgain(tab, '201');
  },
]);

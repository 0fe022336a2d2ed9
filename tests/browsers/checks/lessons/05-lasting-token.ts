import { lesson } from '../../../../lessons/05-lasting-token/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, fill, press, see, tabTo } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { outcome, runAll, signInAs } from './04-sign-in-twice.ts';
import {
  authorize,
  button,
  find,
  heading,
  link,
  openTab,
  response,
  select,
  send,
  textbox,
  walk,
} from './walk.ts';

/** Aiko’s id. */
const aiko = '2244994947';
const scope = (name: string): Target => ({ role: 'checkbox', name: `${name}…` });

/** Opens the scopes that the flow asks for, and ticks these. */
async function ask(tab: Tab, ...scopes: readonly string[]): Promise<void> {
  await press(tab, button('Flow'));
  await press(tab, button('Change the scopes'));
  for (const each of scopes) {
    await tabTo(tab, scope(each));
    if (!(await tab.evaluate(() => (document.activeElement as HTMLInputElement).checked)))
      await tab.press(' ');
  }
  await tab.press('Escape');
}

/** Sends the open call as an OAuth 2.0 user. */
async function asUser(tab: Tab, title: string): Promise<void> {
  await see(tab, heading(title));
  await authorize(tab, 'OAuth 2.0 user');
  await send(tab);
}

export const lastingToken = walk(lesson, [
  async (tab) => {
    await press(tab, button('Run all…'));
    await see(tab, outcome, 'refused');
  },
  async (tab) => {
    await ask(tab, 'post.read', 'offline.access');
    await runAll(tab);
  },
  async (tab) => {
    await press(tab, button('+1 h'));
    await press(tab, button('+1 h'));
    await send(tab);
    await see(tab, response, '401');
  },
  async (tab) => {
    await press(tab, link('Portal'));
    await press(tab, link('Vault…'));
    await fill(tab, { role: 'searchbox', name: 'Filter the vault' }, 'jonas');
    await press(tab, button('Copy Refresh token, OAuth 2.0 user token of @jonas_berg…'));
    await press(tab, link('Requests'));
    await tabTo(tab, textbox('refresh_token'));
    await tab.press('Control', 'v');
    await send(tab);
    await see(tab, response, '200 OK', 'access_token');
    await find(tab, 'users/me');
    await asUser(tab, 'Show the acting user');
    await see(tab, response, '200 OK', '"jonas_berg"');
  },
  async (tab) => {
    await openTab(tab, 'Calls', 'POST /2/oauth2/token');
    await send(tab);
    await see(tab, response, '400');
    await openTab(tab, 'Calls', 'GET /2/users/me');
    await send(tab);
    await see(tab, response, '401');
  },
  async (tab) => {
    await choose(tab, select('App'), 'Northwind Viewer');
    await choose(tab, select('Acting user'), '@aiko_tan');
    await ask(tab, 'like.write', 'post.read', 'users.read', 'offline.access');
    await signInAs(tab, 'aiko_tan');
    await press(tab, link('Use it in Requests'));
    await see(tab, heading('Show the acting user'));
    await find(tab, 'like a post');
    await fill(tab, textbox('id, in the path'), aiko);
    await asUser(tab, 'Like a post');
    await see(tab, response, '200 OK');
  },
]);

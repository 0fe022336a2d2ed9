import { lesson } from '../../../../lessons/03-five-refused/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { press, see } from '../seeing.ts';
import { authorize, button, find, heading, openTab, region, response, send, walk } from './walk.ts';
import type { Target } from '../seeing.ts';

const refused = region('Refused, as it should be');
const toggle = (name: string): Target => ({ role: 'switch', name: `${name}…` });

/** Turns a mistake on, or off again. */
const turn = (tab: Tab, name: string): Promise<void> => press(tab, toggle(name), ' ');

/** Makes the mistake, reads why it is refused, and lets the page put it right. */
const broken = (mistake: string, why: string) => async (tab: Tab) => {
  await turn(tab, mistake);
  await send(tab);
  await see(tab, refused, why);
  await press(tab, button('Put it right and send'));
};

export const fiveRefused = walk(lesson, [
  broken('Marks left unencoded', 'encode'),
  broken('JSON body in the base string', 'JSON'),
  async (tab) => {
    await turn(tab, 'Signed as http');
    await send(tab);
    await see(tab, refused, 'http');
    await turn(tab, 'Signed as http');
    await send(tab);
    await see(tab, response, '200 OK');
  },
  async (tab) => {
    await send(tab);
    await see(tab, response, '200 OK');
    await turn(tab, 'Replayed nonce');
    await send(tab);
    await see(tab, response, '401');
    await turn(tab, 'Replayed nonce');
    await send(tab);
  },
  broken('Stale timestamp', 's behind the platform'),
  async (tab) => {
    await find(tab, 'users/by/username/');
    await see(tab, heading('Look up a user by username'));
    await authorize(tab, 'OAuth 1.0a user');
    await openTab(tab, 'Request', 'Break it');
    await broken('Wrong token secret', 'secret')(tab);
  },
]);

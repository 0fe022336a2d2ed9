import { lesson } from '../../../../lessons/11-stay-connected/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, fill, press, see, until } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { writeBody } from './editor.ts';
import { button, find, heading, region, response, select, send, textbox, walk } from './walk.ts';

const panel = region('Lesson');
const field = textbox('New post');
const line: Target = { role: { css: '[role=log] a' } };

const rule = (value: string): object => ({ add: [{ value }] });

async function post(tab: Tab, text: string): Promise<void> {
  await fill(tab, field, text);
  await press(tab, button('Post'));
  await until(
    () => tab.evaluate(() => document.querySelector<HTMLTextAreaElement>('main textarea')?.value ?? ''),
    (value) => value === '',
    `“${text}” is posted`,
  );
}

async function stop(tab: Tab): Promise<void> {
  await press(tab, button('Stop'));
  await see(tab, response, 'Stopped by you');
}

/** The platform's clock, as the bar shows it, in epoch ms. */
const clock = (tab: Tab): Promise<number> =>
  tab.evaluate(() => Date.parse(document.querySelector('time')?.dateTime ?? ''));

/** Opens the stream again, five seconds later by the platform's clock. */
async function openAfterPause(tab: Tab): Promise<void> {
  const ended = await clock(tab);
  await until(
    () => clock(tab),
    (now) => now - ended >= 5000,
    '5 s',
  );
  await press(tab, button('Open again'));
}

/** How often the lesson says that the stream was opened again in time. */
const reopened = (tab: Tab): Promise<number> =>
  tab.evaluate(
    () =>
      [...document.querySelectorAll('.facts')]
        .map(({ textContent }) => textContent.split('opened again after').length - 1)
        .at(-1) ?? 0,
  );

export const stayConnected = walk(lesson, [
  async (tab) => {
    await see(tab, heading('Add or delete rules of the filtered stream'));
    await send(tab);
    await see(tab, panel, 'No rule is in force');
    await writeBody(tab, rule('ferry'));
    await send(tab);
  },
  async (tab) => {
    await see(tab, heading('Stream new posts that match a rule'));
    await send(tab);
    await see(tab, response, 'Open for');
    await post(tab, 'The ferry runs.');
    await see(tab, line);
  },
  async (tab) => {
    await stop(tab);
    await press(tab, button('Open again'));
    await see(tab, response, 'Open for');
    await press(tab, button('+1 min'));
    await see(tab, response, 'Open for 01:', '0 keep-alives');
    await stop(tab);
    await openAfterPause(tab);
  },
  async (tab) => {
    await stop(tab);
    await press(tab, button('Open again'));
    for (let times = 0; times < 3; times++) {
      await until(
        () => reopened(tab),
        (count) => count >= times,
        'it is opened in time',
      );
      await see(tab, response, 'Interrupted');
      await press(tab, button('+1 min'));
      await press(tab, button('Open again'));
    }
  },
  async (tab) => {
    await see(tab, response, 'Open for');
    await post(tab, 'The ferry leaves at eight.');
    await see(tab, line);
    const id = await tab.evaluate(
      () => /\d{19}/.exec(document.querySelector('[role=log] a')?.textContent ?? '')?.[0] ?? '',
    );
    await stop(tab);
    await post(tab, 'The ferry is late.');
    await find(tab, 'search/recent');
    await see(tab, heading('Search the posts of the last 7 days'));
    await fill(tab, textbox('query'), 'ferry');
    await press(tab, { role: { css: 'main .more button' } });
    await fill(tab, textbox('since_id'), id);
    await send(tab);
  },
  async (tab) => {
    await choose(tab, select('App'), 'Harbour Desk');
    await find(tab, 'changeStreamRules');
    await see(tab, heading('Add or delete rules of the filtered stream'));
    await writeBody(tab, rule('bridge'));
    await send(tab);
    await see(tab, response, '200 OK');
    await find(tab, 'stream new posts');
    await see(tab, heading('Stream new posts that match a rule'));
    await send(tab);
    await see(tab, response, 'Interrupted');
    await post(tab, 'The bridge is open again.');
    await openAfterPause(tab);
    await see(tab, response, 'Open for');
    await find(tab, 'search/recent');
    await see(tab, heading('Search the posts of the last 7 days'));
    await fill(tab, textbox('query'), 'bridge');
    await press(tab, { role: { css: 'input[type=checkbox]' }, name: 'Send since_id' }, ' ');
    await send(tab);
    await see(tab, response, '"result_count": 1');
  },
]);

/** What a new user comes to do, from an empty profile to its end, with no pointer. */
import type { Tab } from '../drivers/driver.ts';
import type { Bench, Check, Group } from './check.ts';
import { fill, press, see, tabTo, type, until, walkTo } from './seeing.ts';
import type { Target } from './seeing.ts';

const button = (name: string): Target => ({ role: 'button', name });
const link = (name: string): Target => ({ role: 'link', name });
const heading = (name: string): Target => ({ role: 'heading', name });
const region = (name: string): Target => ({ role: 'region', name });
const textbox = (name: string): Target => ({ role: 'textbox', name });
const response = region('Response');
const view: Target = { role: { css: 'main' } };

/** A task that begins where everybody arrives. */
const task = (name: string, run: (tab: Tab) => Promise<unknown>, expects?: RegExp): Check => ({
  name,
  ...(expects && { expects }),
  async run({ browser, site }: Bench) {
    const tab = await browser.newTab();
    await tab.goto(site);
    await see(tab, button('Send'));
    await run(tab);
  },
});

const send = (tab: Tab): Promise<void> => tab.press('Control', 'Enter');

/** Opens the first hit of the search for an endpoint. */
async function find(tab: Tab, words: string, title: string): Promise<void> {
  await tab.press('/');
  await until(
    () => tab.evaluate(() => document.activeElement?.matches('input[type=search]') ?? false),
    (isFocused) => isFocused,
    'the focus in the search',
  );
  await type(tab, words);
  // In the search itself Ctrl+Enter would open the hit and not send it.
  await tab.press('ArrowDown');
  await until(
    () => tab.evaluate(() => document.activeElement?.matches('a') ?? false),
    (isFocused) => isFocused,
    'the focus on the first hit',
  );
  await tab.press('Enter');
  await see(tab, heading(title));
}

export const tasks: Group = {
  title: 'tasks of a new user, by keyboard alone',
  leftOut: [
    {
      what: 'saying aloud what a page is for; comparing what was expected with what happened',
      why: 'that is a person’s judgement',
    },
    {
      what: 'pasting from a history, exporting and importing a file',
      why: 'no driver hands a clipboard or a file to a page in all three engines',
    },
    {
      what: 'the questions of a sign-in, answered in the mini browser',
      why: 'the drivers see only the outer page; tests/e2e/sign-in.spec.ts answers them by Tab in Chromium',
    },
    { what: 'reloads, second and third tabs', why: '“storage” and “tabs” below are about them' },
  ],
  checks: [
    task('the first call is sent by one press, and ticked', async (tab) => {
      await see(
        tab,
        region('What this is'),
        'svc is a made-up social network with a real developer platform',
      );
      await press(tab, button('Send it'));
      await see(tab, response, '200 OK', '"mira_holm"');
      await see(tab, region('What this is'), '1 of 3 done: sent');
    }),
    task('a signature is broken in three ways, each refusal says why, and it is put right', async (tab) => {
      await press(tab, link('Break it and fix it'));
      await tabTo(tab, { role: 'switch', name: 'Stale timestamp' });
      await tab.press(' ');
      await send(tab);
      await see(tab, region('Refused, as it should be'), 's behind the platform');
      await press(tab, button('Try the next: Timestamp from the future'));
      await see(tab, region('Refused, as it should be'), 's ahead of the platform');
      await press(tab, button('Try the next: …'));
      await see(tab, view, '3 of 2');
      await press(tab, button('Put it right and send'));
      await see(tab, response, '200 OK');
    }),
    task('the posts of a user are found, and read to their end', async (tab) => {
      await find(tab, 'posts of a user', 'List the posts of a user');
      await send(tab);
      await see(tab, response, '200 OK', '"next_token"');
      await walkTo(tab, { role: 'tab', name: 'Signature' }, { role: 'tab', name: 'Pages' });
      await tab.press('Enter');
      await see(tab, view, '1 page');
      await press(tab, button('Next page'));
      await see(tab, view, '2 pages');
      await press(tab, button('To the end'));
      await see(tab, view, 'The end, after');
    }),
    task('a post is written in World and deleted, by calls that are shown', async (tab) => {
      await press(tab, link('World'));
      await see(tab, heading('Home timeline'));
      await fill(tab, textbox('New post'), 'Written without a pointer.');
      await press(tab, button('Post'));
      await see(tab, { role: 'article' }, 'Written without a pointer.');
      await press(tab, button('Delete'));
      await until(
        () => tab.evaluate(() => document.querySelector('article')?.innerText ?? ''),
        (text) => !text.includes('Written without a pointer.'),
        'the post is gone',
      );
    }),
    task('a window of a limit is used up, and opened by a jump of the clock', async (tab) => {
      await press(tab, link('Limits'));
      await fill(tab, textbox('Requests'), '76');
      await fill(tab, textbox('Requests per second'), '100');
      await press(tab, button('Send 76 requests…'));
      await see(tab, { role: { css: 'main table' } }, '0 of 75');
      await press(tab, button('+15 min'));
      await see(tab, view, 'No window is open.');
    }),
    task('a user is signed in by Run all', async (tab) => {
      await press(tab, link('Sign a user in'));
      await press(tab, button('Run all…'));
      await see(tab, region('Outcome'), 'Your app holds');
    }),
    task(
      'a webhook is registered and subscribed, and gets an event',
      async (tab) => {
        await press(tab, link('Webhooks'));
        await press(tab, button('Register'));
        await press(tab, button('Make it and register'));
        await see(tab, heading('Registered, and valid'));
        await press(tab, button('Raise the permission and subscribe @mira_holm'));
        await press(tab, link('Cause an event'));
        await press(tab, button('Message @mira_holm'));
        // In the list of webhooks or, where that has no room, above the deliveries.
        await see(tab, view, 'to @mira_holm', '1 event');
      },
      /Content-Security-Policy/, // what the sandbox tries before it runs a receiver
    ),
    task('a stream is opened, its rules are changed while it runs, and it is stopped', async (tab) => {
      await find(tab, 'stream new posts', 'Stream new posts that match a rule');
      await send(tab);
      await see(tab, response, 'Open for');
      await fill(tab, textbox('New rule'), 'pointer');
      await see(tab, response, 'A valid rule');
      await send(tab);
      await see(tab, { role: 'list', name: 'Rules' }, 'pointer');
      await fill(tab, textbox('New post'), 'Without a pointer.');
      await send(tab);
      await see(tab, { role: 'log', name: 'Lines as they come' }, 'Without a pointer.');
      await press(tab, button('Stop'));
      await see(tab, response, 'Stopped by you after');
    }),
    task('a feed with faults is generated and taken in', async (tab) => {
      await press(tab, link('Catalog'));
      await press(tab, button('Do …'));
      await press(tab, link('New feed'));
      await see(tab, heading('New feed'));
      await walkTo(
        tab,
        { role: { css: 'main input[type=radio]:checked' } },
        { role: 'radio', name: 'Generate one' },
      );
      await tab.press(' ');
      await fill(tab, textbox('Rows'), '500');
      await press(tab, button('Create the feed and run it'));
      await see(tab, view, 'of 500 rows accepted');
    }),
    task('a reset starts over, and is undone', async (tab) => {
      await press(tab, button('Send it'));
      await see(tab, region('What this is'), '1 of 3 done: sent');
      await press(tab, button('Reset'));
      await see(tab, button('Send it'));
      await press(tab, button('Undo the reset'));
      await see(tab, region('What this is'), '1 of 3 done: sent');
    }),
  ],
};

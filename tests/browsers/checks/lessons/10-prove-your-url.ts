import { lesson } from '../../../../lessons/10-prove-your-url/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, focused, press, see } from '../seeing.ts';
import { enterProgram, replace, save, typeLines, writeBody } from './editor.ts';
import { button, find, heading, link, response, select, send, view, walk } from './walk.ts';

/** From the list of webhooks, which is a dialog beside a lesson. */
async function open(tab: Tab, name: string): Promise<void> {
  await press(tab, button('Webhooks'));
  await press(tab, { role: { css: 'dialog a' }, name });
}

async function post(tab: Tab, text: string): Promise<void> {
  await press(tab, link('Requests'));
  await find(tab, 'create a post');
  await see(tab, heading('Create a post'));
  await writeBody(tab, { text });
  await send(tab);
  await see(tab, response, '201 Created', text);
}

export const proveYourUrl = walk(
  lesson,
  [
    (tab) => press(tab, button('Register')),
    async (tab) => {
      await enterProgram(tab);
      await replace(tab, '${hex(', '${base64(');
      await save(tab);
      await open(tab, 'Register a webhook');
      await press(tab, button('Register'));
    },
    async (tab) => {
      await press(tab, button('Subscribe @mira_holm'));
      await focused(tab, heading('Deliveries'));
      await post(tab, 'The ferry runs again.');
    },
    async (tab) => {
      await enterProgram(tab);
      await tab.press('Shift', 'End'); // in place of the comment
      await typeLines(
        tab,
        "const signature = 'sha256=' + base64(await sign(body));",
        "if (request.headers.get('svc-webhooks-signature') !== signature)",
        "return new Response('No.', { status: 401 });",
      );
      await save(tab);
      await press(tab, link('hooks.northwind.example…'));
      await press(tab, link('post_create_events'));
      await press(tab, link('Forge one'));
      await press(tab, button('Send five forgeries'));
    },
    async (tab) => {
      await enterProgram(tab);
      await typeLines(
        tab,
        "const seen = (await storage.get('seen')) ?? [];",
        "if (seen.includes(event.event_id)) return new Response('ok');",
        '',
      );
      await tab.press('End');
      await typeLines(tab, '', "await storage.set('seen', [...seen, event.event_id]);");
      await save(tab);
      await post(tab, 'Low water at six.');
    },
    async (tab) => {
      await choose(tab, select('App'), 'Atlas Insight');
      await open(tab, 'New receiver');
      await press(tab, button('Make receiver'));
      await press(tab, button('Send a test delivery'));
      await see(tab, view, '401');
      await press(tab, button('Run a test check'));
      await press(tab, button('Register https://…'));
    },
  ],
  { expects: /Content-Security-Policy/ }, // what the sandbox tries before it runs a receiver
);

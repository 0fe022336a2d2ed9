import { lesson } from '../../../../lessons/02-what-is-signed/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import { choose, fill, press, see, tabTo, type } from '../seeing.ts';
import { button, openTab, response, select, send, textbox, view, walk } from './walk.ts';

const parameters =
  'max_results=10&oauth_consumer_key=key&oauth_nonce=n1&oauth_signature_method=HMAC-SHA1' +
  '&oauth_timestamp=1772442000&oauth_version=1.0&query=it%27s%20fun';

/** Into the field of the step. */
const write = (field: string, text: string) => async (tab: Tab) => {
  await fill(tab, textbox(field), text);
  await press(tab, button('Check it'));
};

export const whatIsSigned = walk(lesson, [
  send,
  write('The text, percent-encoded', 'Ladies%20%2B%20Gentlemen%2C%20it%27s%20fun%21'),
  write('The parameters, in one line', parameters),
  write(
    'The base string',
    `GET&https%3A%2F%2Fapi.svc.example%2F2%2Fposts%2Fsearch%2Frecent&${encodeURIComponent(parameters)}`,
  ),
  write('The signing key', 'j49sk3j29djd&'),
  async (tab) => {
    await see(tab, view, 'Base string');
    await send(tab);
    await see(tab, response, '201');
  },
  async (tab) => {
    await choose(tab, select('Authorization'), 'OAuth 1.0a App');
    await openTab(tab, 'Request', 'Body');
    await tabTo(tab, textbox('Body…'));
    await type(tab, 'oauth_callback=oob');
    await send(tab);
    await see(tab, response, '200', 'oauth_token');
  },
]);

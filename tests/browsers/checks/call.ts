import { click, see, type, until } from './seeing.ts';
import type { Group } from './check.ts';

const response = { role: 'region', name: 'Response' } as const;

export const call: Group = {
  title: 'a whole call',
  leftOut: [
    {
      what: 'tests/e2e/requests, doctor, sign-in, portal, limits, world, frame',
      why: 'they are about the page, not about what browsers do differently; one call by pointer, one by keyboard and one from the editor go through all layers',
    },
    {
      what: 'axe, forced colours, reduced motion, sizes of a screen',
      why: 'the drivers do not set these; Chromium tests them',
    },
    { what: 'choosing a file, taking a download', why: 'neither driver hands a file to a page alike' },
    { what: 'the budget of the first load', why: 'it counts files that are asked for, which are the same' },
  ],
  checks: [
    {
      name: 'a signed call: Send, 200 OK, and what the platform did with it',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(site);
        await see(tab, { role: 'heading', name: 'Show the acting user' });
        await click(tab, { role: 'button', name: 'Send' });
        await see(tab, response, '200 OK', 'by OAuth 1.0a', '"mira_holm"', 'X-ray');
      },
    },
    {
      name: 'the same by keyboard alone',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(site);
        await see(tab, { role: 'button', name: 'Send' });
        const focused = (css: string) =>
          until(
            () => tab.evaluate((css) => document.activeElement?.matches(css) ?? false, css),
            (isFocused) => isFocused,
            `the focus in ${css}`,
          );
        await tab.press('/');
        await focused('input');
        await type(tab, 'show acting user users/me');
        await tab.press('ArrowDown');
        await focused('a');
        await tab.press('Enter');
        await see(tab, { role: 'heading', name: 'Show the acting user' });
        await tab.press('Control', 'Enter');
        await see(tab, response, '200 OK', '"mira_holm"');
      },
    },
    {
      name: 'Monaco opens, marks what is wrong, and what is typed in it is sent',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        await tab.goto(`${site}#/requests/createPost?tab=body`);
        await click(tab, { role: { css: '.monaco-editor .view-lines' } });
        await see(tab, { role: { css: '.monaco-editor.focused' } });
        const again = async (words: string) => {
          await tab.press('Control', 'a');
          await tab.press('Delete'); // else the brace surrounds what is selected
          await type(tab, words);
        };
        await again('{"text": 5');
        await see(tab, { role: { css: '.squiggly-error, .squiggly-warning' } });
        await again('{"text": "From the editor"');
        await tab.press('Control', 'Enter');
        await see(tab, response, '201', '"From the editor"');
      },
    },
  ],
};

import { see, tabTo } from './seeing.ts';
import type { Target } from './seeing.ts';
import type { Group } from './check.ts';

const lesson = { role: 'region', name: 'Lesson' } as const;
const button = (name: string): Target => ({ role: 'button', name });

export const lessons: Group = {
  title: 'a lesson',
  leftOut: [
    {
      what: 'tests/e2e/learn.spec.ts: misses, help, a reload, the copy of its world, narrow pages',
      why: 'they are about the page and the engine; one lesson by keyboard goes through the second worker and its world',
    },
  ],
  checks: [
    {
      name: 'from the list to its end by keyboard alone',
      async run({ browser, site }) {
        const tab = await browser.newTab();
        const press = async (target: Target) => {
          await tabTo(tab, target);
          await tab.press('Enter');
        };
        const isDone = async () => {
          await see(tab, lesson, 'Why it worked.');
        };
        await tab.goto(site);
        await see(tab, button('Send'));
        await press({ role: 'link', name: 'Learn' });
        await see(tab, { role: 'heading', name: 'Your first call, broken and fixed' });
        await press(button('Begin'));

        await see(tab, { role: 'heading', name: 'Send a lookup' });
        await press(button('Send'));
        await isDone();
        await press(button('Go on'));

        await see(tab, { role: 'heading', name: 'Break the token' });
        await press(button('Values'));
        await tabTo(tab, { role: { css: 'input[id$="-bearer_token"]' } });
        await tab.press('End');
        await tab.press('Backspace');
        await press(button('Send'));
        await isDone();
        await press(button('Go on'));

        await see(tab, { role: 'heading', name: 'Fix it' });
        await press(button('Back to the real ones'));
        await press(button('Send'));
        await isDone();
        await press(button('Go on'));

        await see(tab, { role: 'heading', name: 'Look somebody else up' });
        for (const rung of ['A hint', 'Which field', 'Which value, and why']) await press(button(rung));
        await press({ role: 'link', name: 'Fill it in where I can see it' });
        await see(tab, lesson, 'Press the button yourself.');
        await press(button('Send'));
        await isDone();
        await press(button('What you proved'));
        await see(tab, { role: 'heading', name: 'Lesson 1, done' });
      },
    },
  ],
};

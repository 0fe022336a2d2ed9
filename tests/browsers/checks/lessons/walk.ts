/** A lesson from the list to its end, by keyboard alone, as its texts say. */
import type { Lesson } from '../../../../lessons/format/lesson.ts';
import type { Tab } from '../../drivers/driver.ts';
import type { Check } from '../check.ts';
import { focused, press, see, tabTo, type, walkTo } from '../seeing.ts';
import type { Target } from '../seeing.ts';

export const button = (name: string): Target => ({ role: 'button', name });
export const link = (name: string): Target => ({ role: 'link', name });
export const heading = (name: string): Target => ({ role: 'heading', name });
export const region = (name: string): Target => ({ role: 'region', name });
export const select = (name: string): Target => ({ role: 'combobox', name });
export const textbox = (name: string): Target => ({ role: 'textbox', name });
export const view: Target = { role: { css: 'main' } };
export const response = region('Response');
/** More than any list of tabs has. */
const mostTabsOfList = 12;
const panel = region('Lesson');

/** What a person does in one step, from its title in focus to its tick. */
export type Act = (tab: Tab) => Promise<unknown>;

/** A check of a lesson: one act for each of its steps, in order. */
export const walk = (
  lesson: Lesson,
  acts: readonly Act[],
  rest: Pick<Check, 'expects' | 'leftOut'> = {},
): Check => ({
  ...rest,
  isLong: true,
  name: `${lesson.number}, ${lesson.title}`,
  async run({ browser, site }) {
    const { steps } = lesson;
    if (acts.length !== steps.length) throw new Error(`${acts.length} acts for ${steps.length} steps`);
    const tab = await browser.newTab();
    await tab.goto(site);
    await begin(tab, lesson);
    for (const [at, { title }] of steps.entries())
      try {
        await focused(tab, heading(title));
        await acts[at]!(tab);
        await see(tab, panel, 'Why it worked.');
        await press(tab, button(at < steps.length - 1 ? 'Go on' : 'What you proved'));
      } catch (error) {
        throw new Error(`In “${title}”: ${error instanceof Error ? error.message : String(error)}`, {
          cause: error,
        });
      }
    await see(tab, heading(`Lesson ${lesson.number}, done`));
    await focused(tab, heading(lesson.title));
  },
});

/** From any view of the person's own world. */
async function begin(tab: Tab, { number, title }: Lesson): Promise<void> {
  await press(tab, link('Learn'));
  await press(tab, link(`${number} ${title}…`));
  await see(tab, heading(`Lesson ${number}`));
  await press(tab, button('Begin'));
}

/** By the button at the end of the address, once the call is there. */
export const send = (tab: Tab): Promise<void> => press(tab, button('Send'));

/** Opens a tab of the list of tabs with this name. */
export async function openTab(tab: Tab, list: string, name: string): Promise<void> {
  const selected = `[role=tablist][aria-label="${list}"] [role=tab][aria-selected=true]`;
  await tabTo(tab, { role: { css: selected } });
  for (let presses = 0; presses < mostTabsOfList; presses++) {
    if (await tab.evaluate((name) => document.activeElement?.textContent.trim().startsWith(name), name))
      return tab.press('Enter');
    await tab.press('ArrowRight');
  }
  throw new Error(`${name} is no tab of ${list}`);
}

/** Opens the first endpoint that the list finds for these words. */
export async function find(tab: Tab, words: string): Promise<void> {
  await press(tab, button('Endpoints'));
  await focused(tab, { role: 'searchbox', name: 'Find an endpoint' });
  await type(tab, words);
  await tab.press('Enter');
}

/** Opens all help of a step, and lets it fill in the call. */
export async function fillIn(tab: Tab): Promise<void> {
  for (const rung of ['A hint', 'Which field', 'Which value, and why']) await press(tab, button(rung));
  await press(tab, link('Fill it in where I can see it'));
  await see(tab, panel, 'Press the button yourself.');
}

/** Chooses what the open call is authorized with. */
export const authorize = (tab: Tab, name: string): Promise<void> =>
  walkTo(tab, { role: { css: 'main input[type=radio]:checked' } }, { role: 'radio', name });

/** The editor of a program and of a body, used as a person does: from where its cursor is, or by its own search. */
import type { Tab } from '../../drivers/driver.ts';
import { focused, gone, press, see, tabTo, type } from '../seeing.ts';
import type { Target } from '../seeing.ts';
import { button, textbox } from './walk.ts';

const editor: Target = { role: { css: '.monaco-editor [role=textbox]' } };
const unsaved: Target = { role: { css: 'main [role=status] b' }, name: 'not saved' };

/** Once it is loaded, which its plain field is the first to ask for. */
async function enter(tab: Tab, name: string): Promise<void> {
  await tabTo(tab, textbox(name));
  await focused(tab, editor);
}

/** The program of a receiver. The cursor is in the line that the step is about, at its first character. */
export const enterProgram = (tab: Tab): Promise<void> => enter(tab, 'Code of…');

/** Begins each line after the one before it. */
export async function typeLines(tab: Tab, ...lines: readonly string[]): Promise<void> {
  for (const [at, line] of lines.entries()) {
    if (at > 0) await tab.press('Enter');
    await type(tab, line);
  }
}

/** Replaces the one place where the program has these words. */
export async function replace(tab: Tab, has: string, becomes: string): Promise<void> {
  await tab.press('Control', 'f');
  await focused(tab, { role: { css: '.find-widget.visible .find-part textarea' } });
  await type(tab, has);
  await see(tab, { role: { css: '.find-widget .matchesCount' } }, '1 of 1');
  await tab.press('Escape'); // leaves the match selected
  await focused(tab, editor);
  await type(tab, becomes);
}

export async function save(tab: Tab): Promise<void> {
  await see(tab, unsaved);
  await press(tab, button('Save Ctrl S'));
  await gone(tab, unsaved);
}

/** The body of the open call, in place of the one that is there. */
export async function writeBody(tab: Tab, body: object): Promise<void> {
  await enter(tab, 'Body…');
  await tab.pressAll([['Control', 'a'], ['Delete']]); // a bracket would enclose what is selected
  await type(tab, JSON.stringify(body));
}

import { on } from 'svelte/events';
import { singleKeys } from './single-keys.svelte.ts';
import type { KeyId, KeysOf, ReachOf } from './table.ts';

/**
 * The keys of an event as the table writes them. A sign such as `?` is itself, whatever keys type it. With Option a Mac
 * types another character, such as ® for R: then the key itself counts.
 */
export const pressed = ({ key, code, ctrlKey, metaKey, altKey, shiftKey }: KeyboardEvent): string =>
  (ctrlKey || metaKey ? 'Mod+' : '') +
  (altKey ? 'Alt+' : '') +
  (shiftKey && /\w/.test(key) ? 'Shift+' : '') +
  (altKey && !/^\w/.test(key) ? code.slice(3) : key.length > 1 ? key : key.toUpperCase());

/** Whether it is a character: such a key can be switched off, and does nothing where text is typed (WCAG 2.1.4). */
export const isSingle = (keys: string): boolean => /^(Shift\+)?.$/.test(keys);

/** A checkbox takes no text. A switch of a closed dialog still has the focus until the next frame. */
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=textbox]';

/**
 * Binds a row of the table to an element, as an attachment: `onKey<'send'>('Mod+Enter', send, 'page')`. The types tie
 * keys and reach to the table's row. A key acts once, however long it is held, and only for the innermost element bound
 * to it; `run` returns false to leave the key to the next.
 */
export const onKey =
  <Id extends KeyId = never>(keys: KeysOf<Id>, run: (event: KeyboardEvent) => unknown, reach: ReachOf<Id>) =>
  (element: HTMLElement): (() => void) => {
    const always = reach === 'always';
    const listen = (event: KeyboardEvent): void => {
      const { defaultPrevented, repeat, target } = event;
      if (defaultPrevented || pressed(event) !== keys) return;
      if (isSingle(keys) && (!singleKeys.on || (target instanceof Element && target.closest(fields)))) return;
      // Elements under a dialog ignore keys.
      if (!always && document.querySelector('dialog:modal')?.contains(element) === false) return;
      if (repeat || run(event) !== false) event.preventDefault();
    };
    return always || reach === 'page'
      ? on(window, 'keydown', listen, { capture: always })
      : on((reach === 'pane' && element.closest('section')) || element, 'keydown', listen);
  };

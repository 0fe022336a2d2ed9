import type { Draft } from '../call/draft.svelte.ts';
import { unfold } from '../call/fold.ts';
import type { Tab } from '../call/route.ts';
import { placeInJson } from './json-place.ts';

/** The composer's labels for a part of the call. */
function labels(field: string): string[] {
  const [place = ''] = field.split('.');
  const name = field.slice(place.length + 1);
  if (place === 'url') return ['URL'];
  if (place === 'method') return ['Method'];
  if (place === 'path') return [`${name}, in the path`];
  if (place === 'body') return ['Body'];
  return [name, `Values of ${name}`];
}

/** The parameters are above the tabs. */
const tabOf: Readonly<Record<string, Tab>> = { header: 'headers', body: 'body', form: 'body' };

/**
 * Opens the part of the composer with the field, and focuses it with its value selected. Waits for a field that is
 * loaded late, until the person does something else.
 */
export function showField(draft: Draft, field: string): void {
  const tab = tabOf[field.split('.')[0] ?? ''];
  if (tab) draft.tab = tab;
  else unfold();
  if (field.startsWith('body.')) draft.selected = placeInJson(draft.body, field.slice('body.'.length));
  const row = draft.query.find(({ name }) => `query.${name}` === field);
  if (row) Object.assign(row, { on: true, seen: true });
  const waiting = new AbortController();
  for (const act of ['keydown', 'pointerdown'])
    addEventListener(act, () => waiting.abort(), { capture: true, signal: waiting.signal });
  const look = (): void => {
    if (waiting.signal.aborted) return;
    const found = labels(field).flatMap((label) => [
      // The label of an editor also says how to leave it.
      ...document.querySelectorAll<HTMLElement>(
        `main [aria-label="${CSS.escape(label)}"], main [aria-label^="${CSS.escape(label)}. "]`,
      ),
    ]);
    const target = found.map(focusable).find((each) => each?.checkVisibility());
    if (!target) return void requestAnimationFrame(look);
    waiting.abort();
    target.scrollIntoView({ block: 'nearest' });
    target.focus();
    if (target instanceof HTMLInputElement) target.select();
  };
  requestAnimationFrame(look);
}

const focusable = (element: HTMLElement): HTMLElement | null =>
  element.matches('input, textarea, select, button, [contenteditable], [tabindex]')
    ? element
    : element.querySelector<HTMLElement>('input, textarea, select, button, [contenteditable], [tabindex]');

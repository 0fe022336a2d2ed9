import { membersIn } from './json.ts';
import { ofPerson } from './storage.ts';

/**
 * The widths that the person gave to a view's columns, in px by column id. The stored value may be anything, so it is
 * checked.
 */
export type Widths = Readonly<Record<string, number>>;

/** In px. */
export const narrowest = 200;
const widest = 2000;

const slotOf = (view: string) => ofPerson(`columns:1:${view}`);

export function readWidths(view: string, ids: readonly string[]): Widths {
  const stored = membersIn(slotOf(view).read() ?? '');
  return Object.fromEntries(
    ids.flatMap((id) => {
      const width = stored[id];
      return typeof width === 'number' && width >= narrowest && width <= widest ? [[id, width]] : [];
    }),
  );
}

export const keepWidths = (view: string, widths: Widths): void => slotOf(view).write(JSON.stringify(widths));

import { membersIn } from './json.ts';
import { ofPerson } from './storage.ts';

/** How wide the person made the columns of a view, in px by the column's id: what is stored may be anybody's. */
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

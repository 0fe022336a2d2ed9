import { membersIn } from './json.ts';
/** How wide the person made the columns of a view, in px by the column's id: what is stored may be anybody's. */
export type Widths = Readonly<Record<string, number>>;

/** In px. */
export const narrowest = 200;
const widest = 2000;

const keyOf = (view: string) => `svc-playground:columns:1:${view}`;

export function readWidths(view: string, ids: readonly string[]): Widths {
  try {
    const stored = membersIn(localStorage.getItem(keyOf(view)) ?? '');
    return Object.fromEntries(
      ids.flatMap((id) => {
        const width = stored[id];
        return typeof width === 'number' && width >= narrowest && width <= widest ? [[id, width]] : [];
      }),
    );
  } catch {
    return {};
  }
}

export function keepWidths(view: string, widths: Widths): void {
  try {
    localStorage.setItem(keyOf(view), JSON.stringify(widths));
  } catch {
    // Storage is denied: they last as long as the view.
  }
}

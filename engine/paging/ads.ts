/** The pages of the Advertiser and the Catalog API (specification 2.7, 4.5; choices: ads-last-page, catalog-products). */
import { integer, optional, string, withDefault } from '../spec/fields.ts';
import { refuseValue } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { cursorsOf } from './cursor.ts';
import type { Order, Paging } from './cursor.ts';
import { pageOf } from './page.ts';
import type { Stretch } from './page.ts';

/** A cursor names a page's edge by the value that the list is sorted by, and names are long. */
const longestCursor = 4000;

export const cursorPaging = {
  count: withDefault(integer(1, 1000), 200, 'Entities on a page'),
  cursor: optional(string({ least: 1, most: longestCursor }), 'next_cursor of the previous page'),
};

interface Turn {
  readonly count: number;
  readonly cursor?: string | undefined;
}

export interface CursorPage {
  readonly keys: readonly string[];
  readonly next_cursor: string | null;
}

/** Everything in the stretch is shown: the call's filters have already narrowed it, so only the last page is short. */
const everything = () => true;

/**
 * The page that a call asks for. Refuses a cursor that was not issued for `binding`, which names the list and its
 * filters in this order.
 */
export function cursorPage(
  stretch: Stretch,
  { count, cursor }: Turn,
  binding: string,
  paging: Paging,
  order: Order,
): CursorPage | Refusal<'parameterInvalid'> {
  const cursors = cursorsOf(paging, binding, order);
  const position = cursor === undefined ? null : cursors.open(cursor);
  if (cursor !== undefined && position?.direction !== 'next')
    return refuseValue(
      'query parameter',
      'cursor',
      cursor,
      'was not issued by this list with these filters in this order',
    );
  const { keys, next } = pageOf(stretch, position, count, everything, order);
  return { keys, next_cursor: next && cursors.seal(next) };
}

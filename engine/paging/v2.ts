/** Turning the pages of a list: the parameters and members of every paged endpoint (choice: envelope). */
import { refuseValue } from '../spec/problems.ts';
import type { Refusal } from '../spec/problems.ts';
import { integer, optional, string } from '../spec/fields.ts';
import { cursorsOf } from './cursor.ts';
import type { Order, Paging } from './cursor.ts';
import { pageOf } from './page.ts';
import type { Keep, Page, Stretch } from './page.ts';

export const pagination = {
  pagination_token: optional(string({ most: 200 }), 'next_token or previous_token of another page'),
};

export const pageMeta = {
  result_count: integer(),
  next_token: optional(string()),
  previous_token: optional(string()),
};

interface Turn {
  readonly max_results: number;
  readonly pagination_token?: string | undefined;
  /** Used instead, where the endpoint calls it by this name. */
  readonly next_token?: string | undefined;
}

interface Turned<T> extends Pick<Page<T>, 'keys' | 'kept'> {
  /** `next_token` and `previous_token`, where such a page exists. */
  readonly tokens: Readonly<Record<string, string>>;
}

/**
 * The page that a call asks for, from the keys of a stretch that `keep` passes. Refuses a token that was not issued
 * for `binding`, which names the list and its filters in this order.
 */
export function paginate<T>(
  range: Stretch,
  { max_results, pagination_token, next_token }: Turn,
  binding: string,
  paging: Paging,
  keep: Keep<T>,
  order: Order = 'descending',
): Turned<T> | Refusal<'parameterInvalid'> {
  const cursors = cursorsOf(paging, binding, order);
  const token = pagination_token ?? next_token;
  const position = token === undefined ? null : cursors.open(token);
  if (token !== undefined && !position)
    return refuseValue(
      'query parameter',
      pagination_token === undefined ? 'next_token' : 'pagination_token',
      token,
      'was not issued by this list with these filters',
    );
  const { keys, kept, next, previous } = pageOf(range, position, max_results, keep, order, paging.looks);
  return {
    keys,
    kept,
    tokens: {
      ...(next && { next_token: cursors.seal(next) }),
      ...(previous && { previous_token: cursors.seal(previous) }),
    },
  };
}

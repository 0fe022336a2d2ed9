/** What the search endpoints have in common (choices: search, search-window). */
import { known } from '../../../checked/known.ts';
import type { Bounds } from '../../../search/found.ts';
import { flawWords, isFlaw, parseQuery } from '../../../search/parser.ts';
import type { Query } from '../../../search/query.ts';
import { characters, described, Id, optional, string, Time } from '../../../spec/fields.ts';
import { refuseValue } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { compareKeys } from '../../../state/store/order.ts';

export const day = 86_400_000;

/** How far back recent search goes. */
const recentDays = 7;

/** Most characters of a query. */
const lengths = { recent: 512, all: 1024 };

/** Recent posts, or the whole archive. */
export type Reach = keyof typeof lengths;

export const inputs = (reach: Reach) => ({
  query: described(
    characters(1, lengths[reach]),
    'What to look for: words, "phrases", OR, groups and operators',
  ),
  start_time: optional(Time, 'Oldest time of a post, ISO 8601 in UTC'),
  end_time: optional(Time, 'Time before which posts were made, ISO 8601 in UTC'),
  since_id: optional(Id, 'Only posts after this one'),
  until_id: optional(Id, 'Only posts before this one'),
  next_token: optional(string({ most: 200 }), 'next_token of another page'),
  pagination_token: optional(string({ most: 200 }), 'The same under another name'),
});

/** The values of these inputs. */
export interface Asked {
  readonly query: string;
  readonly start_time?: string | undefined;
  readonly end_time?: string | undefined;
  readonly since_id?: string | undefined;
  readonly until_id?: string | undefined;
  readonly next_token?: string | undefined;
  readonly pagination_token?: string | undefined;
}

type BadParameter = Refusal<'parameterInvalid'>;

export function queryOf({ query }: Asked): Query | BadParameter {
  const parsed = parseQuery(query);
  return isFlaw(parsed) ? refuseValue('query parameter', 'query', query, flawWords(parsed)) : parsed;
}

/** Bounds that exclude everything are a mistake, not a search without hits. */
export function boundsOf(asked: Asked, reach: Reach, now: number): Bounds | BadParameter {
  const { start_time, end_time, since_id, until_id } = asked;
  const [start, end] = [momentIn(start_time), momentIn(end_time)];
  if (start_time !== undefined && end_time !== undefined && Date.parse(start_time) > Date.parse(end_time))
    return refuseValue('query parameter', 'end_time', end_time, `is before \`start_time\` [${start_time}]`);
  if (since_id !== undefined && until_id !== undefined && compareKeys(since_id, until_id) > 0)
    return refuseValue('query parameter', 'until_id', until_id, `is before \`since_id\` [${since_id}]`);
  if (reach === 'all') return { start, end, since_id, until_id };
  const oldest = now - recentDays * day;
  for (const [name, time] of [
    ['start_time', start_time],
    ['end_time', end_time],
  ] as const)
    if (time !== undefined && Date.parse(time) < oldest)
      return refuseValue(
        'query parameter',
        name,
        time,
        `is more than ${recentDays} days ago; /2/posts/search/all and /2/posts/counts/all go farther back`,
      );
  return { start: start ?? oldest, end, since_id, until_id };
}

const momentIn = (time: string | undefined): number | null => (time === undefined ? null : Date.parse(time));

/** The token of the requested page, and which of its two names was used. */
export function tokenOf({ next_token, pagination_token }: Asked): Token | BadParameter {
  if (next_token !== undefined && pagination_token !== undefined && next_token !== pagination_token)
    return refuseValue(
      'query parameter',
      'next_token',
      next_token,
      'differs from `pagination_token`: both name the page, and one is enough',
    );
  return next_token === undefined
    ? { name: 'pagination_token', token: pagination_token }
    : { name: 'next_token', token: next_token };
}

export interface Token {
  readonly name: 'next_token' | 'pagination_token';
  readonly token: string | undefined;
}

export const refuseToken = ({ name, token }: Token): BadParameter =>
  refuseValue('query parameter', name, known(token, name), 'was not issued by this list with these filters');

/** What the token of a page is bound to. Other endpoints and other searches do not accept it. */
export const bindingOf = (id: string, asked: Asked, ...more: unknown[]): string =>
  `${id} ${JSON.stringify([asked.query, asked.start_time, asked.end_time, asked.since_id, asked.until_id, ...more])}`;

/**
 * The addresses of the Activity view.
 *
 *     #/activity?q=status%3A4xx        the exchanges that match a filter
 *     #/activity?q=status%3A4xx&row=97 one of them opened, by its sequence
 *     #/activity?row=97&with=90        compared with another one
 *     #/activity?in=file&row=3         an entry of the opened HAR file, by its number
 *     #/activity?row=97&with=f3        an exchange of the log, compared with that entry
 */
import { formatRoute, noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';

/** The platform's log, or the opened HAR file. */
export type ListedIn = 'log' | 'file';

export interface ExchangeRef {
  readonly in: ListedIn;
  /** The sequence of an exchange, or the number of an entry. */
  readonly sequence: number;
}

export interface ActivityRoute {
  /** The list that is shown. */
  readonly in: ListedIn;
  /** The filter; empty for all exchanges. */
  readonly q: string;
  /** The sequence of the opened exchange, which is in the same list. */
  readonly row: number | null;
  /** The exchange that it is compared with. */
  readonly with: ExchangeRef | null;
}

export const allExchanges: ActivityRoute = { in: 'log', q: '', row: null, with: null };
export const wholeFile: ActivityRoute = { ...allExchanges, in: 'file' };

export const longestFilter = 1000;

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): ActivityRoute | { readonly problem: string } {
  if (path.length > 0) return { problem: noView };
  const given = new Map(params);
  if (given.size < params.length) return { problem: 'This link repeats a parameter.' };
  if (params.some(([name]) => !names.has(name))) return { problem: 'This link has an unknown part.' };
  const q = given.get('q') ?? '';
  if (q.length > longestFilter) return { problem: `A filter has at most ${longestFilter} characters.` };
  const list = given.get('in');
  if (list !== undefined && list !== 'file') return { problem: 'This link has an unknown part.' };
  const [row, other] = [given.get('row'), given.get('with')];
  if (![row, other?.replace(/^f/, '')].every((each) => each === undefined || /^[1-9]\d{0,14}$/.test(each)))
    return { problem: 'This link names no exchange that can be read.' };
  if (other !== undefined && row === undefined)
    return { problem: 'This link names one exchange where two are compared.' };
  return {
    in: list ?? 'log',
    q,
    row: row === undefined ? null : Number(row),
    with: other === undefined ? null : readRef(other),
  };
}

const names: ReadonlySet<string> = new Set(['in', 'q', 'row', 'with']);

const readRef = (text: string): ExchangeRef =>
  text.startsWith('f')
    ? { in: 'file', sequence: Number(text.slice(1)) }
    : { in: 'log', sequence: Number(text) };
const refText = ({ in: list, sequence }: ExchangeRef): string =>
  list === 'file' ? `f${sequence}` : `${sequence}`;

export const routeOf = ({ in: list, q, row, with: other }: ActivityRoute): ViewRoute => ({
  view: 'activity',
  path: [],
  params: Object.entries({
    in: list === 'log' ? null : list,
    q: q === '' ? null : q,
    row,
    with: row === null || other === null ? null : refText(other),
  }).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)] as const])),
});

export const hrefOf = (route: ActivityRoute): string => formatRoute(routeOf(route));

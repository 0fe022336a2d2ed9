/**
 * The addresses of the Activity view.
 *
 *     #/activity?q=status%3A4xx        the exchanges that match a filter
 *     #/activity?q=status%3A4xx&row=97 one of them opened, by its sequence
 *     #/activity?row=97&with=90        compared with another one
 */
import { formatRoute, noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';

export interface ActivityRoute {
  /** The filter; empty for all exchanges. */
  readonly q: string;
  /** The sequence of the opened exchange. */
  readonly row: number | null;
  /** The sequence of the exchange that it is compared with. */
  readonly with: number | null;
}

export const allExchanges: ActivityRoute = { q: '', row: null, with: null };

export const longestFilter = 1000;

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): ActivityRoute | { readonly problem: string } {
  if (path.length > 0) return { problem: noView };
  const given = new Map(params);
  if (given.size < params.length) return { problem: 'This link repeats a parameter.' };
  if (params.some(([name]) => !names.has(name))) return { problem: 'This link has an unknown part.' };
  const q = given.get('q') ?? '';
  if (q.length > longestFilter) return { problem: `A filter has at most ${longestFilter} characters.` };
  const [row, other] = [given.get('row'), given.get('with')];
  if (![row, other].every((each) => each === undefined || /^[1-9]\d{0,14}$/.test(each)))
    return { problem: 'This link names no exchange that can be read.' };
  if (other !== undefined && row === undefined)
    return { problem: 'This link names one exchange where two are compared.' };
  return { q, row: row === undefined ? null : Number(row), with: other === undefined ? null : Number(other) };
}

const names: ReadonlySet<string> = new Set(['q', 'row', 'with']);

export const routeOf = ({ q, row, with: other }: ActivityRoute): ViewRoute => ({
  view: 'activity',
  path: [],
  params: Object.entries({ q: q === '' ? null : q, row, with: row === null ? null : other }).flatMap(
    ([name, value]) => (value === null ? [] : [[name, String(value)] as const]),
  ),
});

export const hrefOf = (route: ActivityRoute): string => formatRoute(routeOf(route));

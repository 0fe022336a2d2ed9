/**
 * Addresses of feeds and of their runs.
 *
 *     #/catalog/feeds/3f7k2
 *     #/catalog/runs/4a9z1
 *     #/catalog/runs/4a9z1?reason=2&nth=17   the 18th rejected row of the third reason is opened
 */
import { formatRoute, noView } from '../../../router.ts';
import type { ViewRoute } from '../../../router.ts';

export interface FeedRoute {
  readonly part: 'feeds';
  readonly id: string;
}

export interface RunRoute {
  readonly part: 'runs';
  readonly id: string;
  /** A reason, by its index among the run's; null for none. */
  readonly reason: number | null;
  /** The index of its row, from 0. */
  readonly nth: number;
}

export const runRoute = (id: string): RunRoute => ({ part: 'runs', id, reason: null, nth: 0 });

type Problem = { readonly problem: string };

const isId = (word: string | undefined): word is string =>
  word !== undefined && /^[0-9a-z]{1,13}$/.test(word);

export function readFeed(
  [, id, ...rest]: readonly string[],
  params: ViewRoute['params'],
): FeedRoute | Problem {
  if (!isId(id) || rest.length > 0 || params.length > 0) return { problem: noView };
  return { part: 'feeds', id };
}

export function readRun([, id, ...rest]: readonly string[], params: ViewRoute['params']): RunRoute | Problem {
  if (!isId(id) || rest.length > 0) return { problem: noView };
  const given = new Map(params);
  if (given.size < params.length || [...given.keys()].some((name) => name !== 'reason' && name !== 'nth'))
    return { problem: 'This link has an unknown part.' };
  const [reason, nth] = [given.get('reason'), given.get('nth')];
  if ([reason, nth].some((each) => each !== undefined && !/^\d{1,5}$/.test(each)))
    return { problem: 'This link names a row that cannot exist.' };
  return { part: 'runs', id, reason: reason === undefined ? null : Number(reason), nth: Number(nth ?? 0) };
}

export function runsRouteOf(route: FeedRoute | RunRoute): ViewRoute {
  const params: [string, string][] = [];
  if (route.part === 'runs' && route.reason !== null) {
    params.push(['reason', String(route.reason)]);
    if (route.nth > 0) params.push(['nth', String(route.nth)]);
  }
  return { view: 'catalog', path: [route.part, route.id], params };
}

export const runsHref = (route: FeedRoute | RunRoute): string => formatRoute(runsRouteOf(route));

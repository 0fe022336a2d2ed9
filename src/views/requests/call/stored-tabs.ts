import { longestHash, parseRoute } from '../../../router.ts';
import { readStoredCalls, storeCalls } from '../../../state/stored-calls.ts';
import { hrefOf, readRoute } from './route.ts';
import type { RequestsRoute } from './route.ts';

/** What was open when the page was left, as the links that say it: no secret stands in them. */
export interface StoredTabs {
  readonly routes: readonly RequestsRoute[];
  readonly current: number;
}

/** More are not looked through by eye. */
export const mostTabs = 12;

const nothing: StoredTabs = { routes: [], current: 0 };

/** What is damaged is dropped, and calls of what `isEndpoint` does not know: a draft for itself, or all of it. */
export function stored(isEndpoint: (id: string | undefined) => boolean): StoredTabs {
  const kept = readStoredCalls();
  if (!kept) return nothing;
  const read = kept.hrefs.slice(0, mostTabs).map((href) => routeIn(href, isEndpoint));
  const routes = read.filter((route) => route !== null);
  const at = read.slice(0, kept.current).filter((route) => route !== null).length;
  return { routes, current: at < routes.length ? at : 0 };
}

export function store({ routes, current }: StoredTabs): void {
  const hrefs = routes.map(hrefOf).map((href) => (href.length > longestHash ? '' : href));
  storeCalls({ current, hrefs });
}

function routeIn(href: unknown, isEndpoint: (id: string | undefined) => boolean): RequestsRoute | null {
  const hash = typeof href === 'string' && href !== '' ? parseRoute(href) : null;
  if (!hash || 'problem' in hash || hash.view !== 'requests') return null;
  const read = readRoute(hash);
  if ('problem' in read) return null;
  const { endpointId } = read.route;
  return endpointId === null || isEndpoint(endpointId) ? read.route : null;
}

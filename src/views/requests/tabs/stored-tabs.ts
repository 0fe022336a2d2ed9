import { longestHash, parseRoute } from '../../../router.ts';
import { hrefOf, readRoute } from '../route.ts';
import type { RequestsRoute } from '../route.ts';

/** What was open when the page was left, as the links that say it: no secret stands in them. */
export interface StoredTabs {
  readonly routes: readonly RequestsRoute[];
  readonly current: number;
}

/** More are not looked through by eye. */
export const mostTabs = 12;

const nothing: StoredTabs = { routes: [], current: 0 };
/** Playgrounds of one origin lie on different paths. */
const key = (): string => `svc-playground:calls:1:${location.pathname}`;

/**
 * What is damaged is dropped, and calls of what `isEndpoint` does not know: a draft for itself, or all of it. Never
 * throws.
 */
export function stored(isEndpoint: (id: string | undefined) => boolean): StoredTabs {
  try {
    const { hrefs, current } = JSON.parse(localStorage.getItem(key()) ?? '') as Record<string, unknown>;
    if (!Array.isArray(hrefs)) return nothing;
    const read = hrefs.slice(0, mostTabs).map((href) => routeIn(href, isEndpoint));
    const routes = read.filter((route) => route !== null);
    const at = read.slice(0, Number(current)).filter((route) => route !== null).length;
    return { routes, current: at < routes.length ? at : 0 };
  } catch {
    return nothing;
  }
}

/** Where storage is denied or full, the calls last as long as the page. */
export function store({ routes, current }: StoredTabs): void {
  try {
    const hrefs = routes.map(hrefOf).map((href) => (href.length > longestHash ? '' : href));
    localStorage.setItem(key(), JSON.stringify({ current, hrefs }));
  } catch {
    // Kept in memory alone.
  }
}

function routeIn(href: unknown, isEndpoint: (id: string | undefined) => boolean): RequestsRoute | null {
  const hash = typeof href === 'string' && href !== '' ? parseRoute(href) : null;
  if (!hash || 'problem' in hash || hash.view !== 'requests') return null;
  const read = readRoute(hash);
  if ('problem' in read) return null;
  const { endpointId } = read.route;
  return endpointId === null || isEndpoint(endpointId) ? read.route : null;
}

import { longestHash, parseRoute } from '../../../router.ts';
import { readStoredCalls, storeCalls } from '../../../state/stored-calls.ts';
import { readAnswers } from './kept-answers.ts';
import type { KeptAnswers } from './kept-answers.ts';
import { hrefOf, readRoute } from './route.ts';
import type { RequestsRoute } from './route.ts';

/** A call as its link, which has no secrets, and its answers. */
export interface StoredTab {
  readonly route: RequestsRoute;
  readonly answers: KeptAnswers;
}

/** The open tabs when the page was left. */
export interface StoredTabs {
  readonly tabs: readonly StoredTab[];
  readonly current: number;
}

/** Nobody would find a call among more. */
export const mostTabs = 12;

const nothing: StoredTabs = { tabs: [], current: 0 };

/** Damaged parts are dropped, and calls of endpoints that `isEndpoint` does not know: a single draft, or everything. */
export function stored(isEndpoint: (id: string | undefined) => boolean): StoredTabs {
  const kept = readStoredCalls();
  if (!kept) return nothing;
  const read = kept.hrefs.slice(0, mostTabs).map((href, at) => {
    const route = routeIn(href, isEndpoint);
    return route && { route, answers: readAnswers(kept.answers[at]) };
  });
  const tabs = read.filter((tab) => tab !== null);
  const at = read.slice(0, kept.current).filter((tab) => tab !== null).length;
  return { tabs, current: at < tabs.length ? at : 0 };
}

export function store({ tabs, current }: StoredTabs): void {
  const hrefs = tabs.map(({ route }) => hrefOf(route)).map((href) => (href.length > longestHash ? '' : href));
  storeCalls({ current, hrefs, answers: tabs.map(({ answers }) => answers) });
}

function routeIn(href: unknown, isEndpoint: (id: string | undefined) => boolean): RequestsRoute | null {
  const hash = typeof href === 'string' && href !== '' ? parseRoute(href) : null;
  if (!hash || 'problem' in hash || hash.view !== 'requests') return null;
  const read = readRoute(hash);
  if ('problem' in read) return null;
  const { endpointId } = read.route;
  return endpointId === null || isEndpoint(endpointId) ? read.route : null;
}

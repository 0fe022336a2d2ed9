import type { EndpointOutline, WindowInUse, World } from '../../../../worker/api.ts';
import { windowLength } from '../../../parts/figures.ts';
import { callHref, whoOf } from '../words.ts';
import { numbersOf } from '../plot/names.ts';
import { keyOf, lingers } from '../watch.svelte.ts';

/** A window as the table shows it at a given time. */
export interface WindowRow {
  readonly key: string;
  readonly endpointId: string;
  readonly method: string;
  readonly path: string;
  readonly app: string;
  readonly who: string;
  readonly limit: number;
  readonly remaining: number;
  /** "15 min". */
  readonly length: string;
  /** Milliseconds; null once it has ended. */
  readonly resetsIn: number | null;
  readonly href: string;
}

export interface WindowsShown {
  readonly windows: readonly WindowInUse[];
  readonly ended: readonly WindowInUse[];
  readonly world: World;
  readonly endpoints: readonly EndpointOutline[];
  /** null for every App. */
  readonly appId: string | null;
  readonly now: number;
}

/** The windows closest to exhaustion first, then those that reset last. Ended ones stay at the end for a while. */
export function windowRows({ windows, ended, world, endpoints, appId, now }: WindowsShown): WindowRow[] {
  const rows = [...windows, ...ended]
    .filter((window) => (appId === null || window.appId === appId) && now < window.resetAt + lingers)
    .map((window): WindowRow => {
      const { endpointId, scope, userId, limit, resetAt } = window;
      const endpoint = endpoints.find(({ id }) => id === endpointId) ?? null;
      const isOpen = now < resetAt;
      return {
        key: keyOf(window),
        endpointId,
        method: endpoint?.method ?? '',
        path: endpoint?.path ?? endpointId,
        app: world.apps.find(({ id }) => id === window.appId)?.name ?? '',
        who: whoOf(window, world, endpoint),
        limit,
        remaining: isOpen ? window.remaining : limit,
        length: windowLength(window.windowSeconds),
        resetsIn: isOpen ? resetAt - now : null,
        href: callHref(endpointId, {
          appId: window.appId,
          // An App's limit over all its users is also reached with a user's token.
          ...(scope === 'app' && endpoint?.auth.includes('app') && { scope }),
          username: world.users.find(({ id }) => id === userId)?.username,
        }),
      };
    });
  const numbers = numbersOf(
    rows,
    ({ endpointId, app, who, length }) => `${endpointId} ${app} ${who} ${length}`,
  );
  return rows
    .map((row) => ({
      ...row,
      who: numbers.has(row.key) ? `${row.who}, token ${numbers.get(row.key)}` : row.who,
    }))
    .sort(
      (a, b) =>
        Number(a.resetsIn === null) - Number(b.resetsIn === null) ||
        a.remaining / a.limit - b.remaining / b.limit ||
        (b.resetsIn ?? 0) - (a.resetsIn ?? 0) ||
        (a.key < b.key ? -1 : 1),
    );
}

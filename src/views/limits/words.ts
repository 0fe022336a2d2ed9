/** The names of limits, in the specification's notation and in words. */
import type { EndpointOutline, Limit, Refuser, WindowState, World } from '../../../worker/api.ts';
import { figure, windowLength } from '../../parts/figures.ts';
import { formatRoute } from '../../router.ts';

/** What refused a call, after "refused by". */
export const refuserNames: Readonly<Record<Refuser, string>> = {
  window: 'the window',
  month: 'the month',
  connections: 'an open connection',
};

/** "100/24h U", as specification 8.3 writes it. */
export function notation({ limit, scope, windowSeconds }: Limit): string {
  const window = windowSeconds === 900 ? '' : `/${windowLength(windowSeconds).replace(' ', '')}`;
  return `${limit}${window} ${scope === 'user' ? 'U' : 'A'}`;
}

export const notations = (limits: readonly Limit[]): string => limits.map(notation).join(', ');

/** "100 in 24 h for a user token". */
export const inWords = ({ limit, scope, windowSeconds }: Limit): string =>
  `${figure(limit)} in ${windowLength(windowSeconds)} ${scope === 'user' ? 'for a user token' : 'for the App'}`;

type Whose = Pick<WindowState, 'scope'> & { readonly userId: string | null };

/** Whose calls a window counts. An App's window counts all its users if the endpoint takes no bearer token. */
export function whoOf({ scope, userId }: Whose, world: World, endpoint: EndpointOutline | null): string {
  if (scope === 'app') return endpoint && !endpoint.auth.includes('app') ? 'App, all users' : 'App, bearer';
  const user = world.users.find(({ id }) => id === userId);
  return user ? `@${user.username}` : 'a token that has ended';
}

/** "16 min 05 s", "2 h 00 min", "3 days 4 h"; with tenths below ten seconds. */
export function took(ms: number): string {
  if (ms < 9950) return `${Number((ms / 1000).toFixed(1))} s`;
  const seconds = Math.round(ms / 1000);
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)];
  const two = (value: number) => String(value).padStart(2, '0');
  if (minutes === 0) return `${seconds} s`;
  if (hours === 0) return `${minutes} min ${two(seconds % 60)} s`;
  if (hours < 48) return `${hours} h ${two(minutes % 60)} min`;
  return `${Math.floor(hours / 24)} days ${hours % 24} h`;
}

/** A link to the call in Requests, with its caller. */
export const callHref = (
  endpointId: string,
  {
    appId,
    scope,
    username,
  }: { appId?: string | null; scope?: 'user' | 'app'; username?: string | undefined } = {},
): string =>
  formatRoute({
    view: 'requests',
    path: [endpointId],
    params: [
      ...(appId ? [['app', appId] as const] : []),
      ...(username ? [['as', username] as const] : []),
      ...(scope === 'app' ? [['auth', 'app'] as const] : []),
    ],
  });

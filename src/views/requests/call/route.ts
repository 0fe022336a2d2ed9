/**
 * The addresses of the Requests view, which encode everything it shows, but never secrets, nonces or tokens.
 *
 *     #/requests/getUser?path.id=2244994945&query.expansions=pinned_post_id&auth=oauth1&tab=signature
 *     #/requests/free-form?method=GET&url=https%3A%2F%2Fapi.svc.example%2F2%2Fposts
 *
 * A row that is switched off is `-query.name`. Parts that equal the endpoint's example are left out.
 */

import { isOneOf } from '../../../../worker/api.ts';
import { formatRoute, longestHash, noView } from '../../../router.ts';
import type { ViewRoute } from '../../../router.ts';

export const tabs = ['signature', 'headers', 'body', 'raw', 'code', 'pages', 'break'] as const;
export type Tab = (typeof tabs)[number];

export const authKinds = [
  'none',
  'basic',
  'client',
  'app',
  'oauth2',
  'consumer',
  'requestToken',
  'oauth1',
] as const;
export type AuthChoice = (typeof authKinds)[number];

export interface LinkedRow {
  readonly name: string;
  readonly value: string;
  readonly on: boolean;
}

/** Absent parts mean the endpoint's example. */
export interface RequestsRoute {
  readonly view: 'requests';
  /** null for a free-form call, undefined for the first call. */
  readonly endpointId?: string | null;
  readonly method?: string;
  readonly url?: string;
  readonly path?: Readonly<Record<string, string>>;
  readonly query?: readonly LinkedRow[];
  readonly headers?: readonly LinkedRow[];
  readonly form?: readonly LinkedRow[];
  readonly body?: string;
  readonly auth?: AuthChoice;
  readonly app?: string;
  readonly as?: string;
  readonly tab?: Tab;
  /** The exchange that the call is an edited copy of, in the format of `src/exchange/origin.ts`. */
  readonly origin?: string;
}

export type Parsed = { readonly route: RequestsRoute } | { readonly problem: string };

const freeForm = 'free-form';

const lists = { query: 'query', header: 'headers', form: 'form' } as const;
const words = ['method', 'url', 'body', 'app', 'as', 'origin'] as const;

/** Parses an address of this view. A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): Parsed {
  const [id, ...rest] = path;
  if (rest.length > 0 || (id !== undefined && !/^[A-Za-z0-9_.-]{1,80}$/.test(id))) return { problem: noView };
  const start = id === undefined ? {} : { endpointId: id === freeForm ? null : id };
  const route: Record<string, unknown> = { view: 'requests', ...start };
  for (const [key, value] of params) {
    const problem = takePart(route, key, value);
    if (problem) return { problem };
  }
  return { route: route as unknown as RequestsRoute };
}

function takePart(route: Record<string, unknown>, key: string, value: string): string | null {
  if (isOneOf(words, key)) {
    route[key] = value;
    return null;
  }
  if (key === 'auth') return takeWord(route, key, value, authKinds);
  if (key === 'tab' && value === 'params') return null; // from an earlier release: they are above the tabs now
  if (key === 'tab') return takeWord(route, key, value, tabs);
  const [, off, list, name] = /^(-?)(path|query|header|form)\.(.*)$/su.exec(key) ?? [];
  if (!list || name === undefined) return `This link has an unknown part: "${key.slice(0, 40)}".`;
  if (list === 'path') {
    route['path'] = { ...(route['path'] as object | undefined), [name]: value };
    return null;
  }
  const field = lists[list as keyof typeof lists];
  const rows = (route[field] as LinkedRow[] | undefined) ?? [];
  // `-query.` alone means no rows at all, although the example has some.
  route[field] = name === '' && value === '' && off ? rows : [...rows, { name, value, on: !off }];
  return null;
}

function takeWord(
  route: Record<string, unknown>,
  key: string,
  value: string,
  allowed: readonly string[],
): string | null {
  if (!allowed.includes(value))
    return `This link wants ${key} "${value.slice(0, 40)}", which does not exist.`;
  route[key] = value;
  return null;
}

export function routeOf(shown: RequestsRoute): ViewRoute {
  const { endpointId } = shown;
  const params: [string, string][] = [];
  for (const word of words) if (shown[word] !== undefined) params.push([word, shown[word]]);
  for (const [name, value] of Object.entries(shown.path ?? {})) params.push([`path.${name}`, value]);
  for (const [prefix, field] of Object.entries(lists)) {
    const rows = shown[field];
    if (rows?.length === 0) params.push([`-${prefix}.`, '']);
    for (const row of rows ?? []) params.push([`${row.on ? '' : '-'}${prefix}.${row.name}`, row.value]);
  }
  if (shown.auth) params.push(['auth', shown.auth]);
  if (shown.tab) params.push(['tab', shown.tab]);
  return { view: 'requests', path: endpointId === undefined ? [] : [endpointId ?? freeForm], params };
}

/** Whether the call differs from the example, apart from App, user and authorization. */
export const isChanged = (route: RequestsRoute): boolean =>
  [route.method, route.url, route.path, route.query, route.headers, route.form, route.body].some(
    (part) => part !== undefined,
  );

/** The hash of a link to it, including `#`. */
export const hrefOf = (shown: RequestsRoute): string => formatRoute(routeOf(shown));

/**
 * The hash of a call in the history. For a call that is too long for a link it is the hash of its endpoint, because the
 * history entry has the rest.
 */
export function addressOf(shown: RequestsRoute): string {
  const isLong = (text = '') => text.length > longestHash;
  const { view, endpointId = null, body } = shown;
  const hash = isLong(body) ? null : hrefOf(shown);
  return hash === null || isLong(hash) ? hrefOf({ view, endpointId }) : hash;
}

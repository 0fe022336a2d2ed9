/**
 * The Requests view's part of the hash: everything it shows. Secrets, nonces and tokens never stand in it.
 *
 *     #/requests/getUser?path.id=2244994945&query.expansions=pinned_post_id&auth=oauth1&tab=signature
 *     #/requests/free-form?method=GET&url=https%3A%2F%2Fapi.svc.example%2F2%2Fposts
 *
 * A row that is switched off is `-query.name`. Parts that equal the endpoint's example are left out.
 */

import { longestHash, noView, tooLong } from '../../router.ts';

export const tabs = ['params', 'headers', 'body', 'raw', 'signature'] as const;
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

/** Parts that are absent stand for the endpoint's example. */
export interface RequestsRoute {
  readonly view: 'requests';
  /** null for a free-form call, undefined for the one to start with. */
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
}

export type Parsed = { readonly route: RequestsRoute } | { readonly problem: string };

const freeForm = 'free-form';

const lists = { query: 'query', header: 'headers', form: 'form' } as const;
const words = ['method', 'url', 'body', 'app', 'as'] as const;

/** Reads a hash, with or without its `#`. Never throws; a link that is not understood in full is refused in full. */
export function parseRequests(hash: string): Parsed {
  const text = hash.replace(/^#/, '');
  if (text.length > longestHash) return { problem: tooLong };
  const match = /^\/?(?:requests(?:\/([A-Za-z0-9_.-]{1,80}))?)?\/?(?:\?(.*))?$/su.exec(text);
  if (!match) return { problem: noView };
  const [, id, search = ''] = match;
  return parseParts(id === undefined ? {} : { endpointId: id === freeForm ? null : id }, search);
}

function parseParts(start: Pick<RequestsRoute, 'endpointId'>, search: string): Parsed {
  const route: Record<string, unknown> = { view: 'requests', ...start };
  for (const [key, value] of new URLSearchParams(search)) {
    const problem = takePart(route, key, value);
    if (problem) return { problem };
  }
  return { route: route as unknown as RequestsRoute };
}

function takePart(route: Record<string, unknown>, key: string, value: string): string | null {
  if ((words as readonly string[]).includes(key)) {
    route[key] = value;
    return null;
  }
  if (key === 'auth') return takeWord(route, key, value, authKinds);
  if (key === 'tab') return takeWord(route, key, value, tabs);
  const [, off, list, name] = /^(-?)(path|query|header|form)\.(.*)$/su.exec(key) ?? [];
  if (!list || name === undefined) return `This link has a part that is not known: "${key.slice(0, 40)}".`;
  if (list === 'path') {
    route['path'] = { ...(route['path'] as object | undefined), [name]: value };
    return null;
  }
  const field = lists[list as keyof typeof lists];
  const rows = (route[field] as LinkedRow[] | undefined) ?? [];
  // `-query.` alone says that there is no row at all, where the example has some.
  route[field] = name === '' && value === '' && off ? rows : [...rows, { name, value, on: !off }];
  return null;
}

function takeWord(
  route: Record<string, unknown>,
  key: string,
  value: string,
  allowed: readonly string[],
): string | null {
  if (!allowed.includes(value)) return `This link wants ${key} "${value.slice(0, 40)}", which there is not.`;
  route[key] = value;
  return null;
}

/** The hash for a route, with its `#`. */
export function formatRequests(route: RequestsRoute): string {
  const parts = new URLSearchParams();
  for (const word of words) if (route[word] !== undefined) parts.append(word, route[word]);
  for (const [name, value] of Object.entries(route.path ?? {})) parts.append(`path.${name}`, value);
  for (const [prefix, field] of Object.entries(lists)) {
    const rows = route[field];
    if (rows?.length === 0) parts.append(`-${prefix}.`, '');
    for (const row of rows ?? []) parts.append(`${row.on ? '' : '-'}${prefix}.${row.name}`, row.value);
  }
  if (route.auth) parts.append('auth', route.auth);
  if (route.tab) parts.append('tab', route.tab);
  const place = route.endpointId === undefined ? '' : `/${route.endpointId ?? freeForm}`;
  return `#/requests${place}${parts.size ? `?${parts}` : ''}`;
}

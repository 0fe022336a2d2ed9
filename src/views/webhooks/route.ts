/**
 * The addresses of the Webhooks view.
 *
 *     #/webhooks                                       the App's first webhook, or how to register one
 *     #/webhooks/register
 *     #/webhooks/register?call=512                     the result of a registration, by the sequence of its exchange
 *     #/webhooks/hook/2028…?event=2029…                its deliveries, with one opened
 *     #/webhooks/hook/2028…?check=2029…                one of its checks
 *     #/webhooks/hook/2028…?verify=2029…               how an event is signed, and what its receiver checks
 *     #/webhooks/hook/2028…?forge=2029…                forgeries of the same event
 *     #/webhooks/receiver/hooks.northwind.example      a program that answers inside this page
 *     #/webhooks/receiver/hooks.northwind.example?line=15   the same, with the cursor in a line
 *     #/webhooks/receiver                              a new one
 *     #/webhooks/practice                              mistakes made on purpose, in a world of their own
 *     #/webhooks/answer                                the answer of the person's own receiver
 */
import { isOneOf } from '../../../worker/api.ts';
import { formatRoute, noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';

export type WebhooksRoute =
  | { readonly part: 'start' }
  | { readonly part: 'register'; readonly call?: string }
  | { readonly part: 'hook'; readonly id: string; readonly opened: Opened | null }
  /** null for a new one. */
  | { readonly part: 'receiver'; readonly host: string | null; readonly line?: number }
  | { readonly part: 'practice' }
  | { readonly part: 'answer' };

/** Parts without further segments. */
const alone = ['start', 'register', 'practice', 'answer'] as const;
const openedKinds = ['event', 'check', 'verify', 'forge'] as const;

/** The opened part of a webhook. */
export interface Opened {
  readonly kind: (typeof openedKinds)[number];
  readonly id: string;
}

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): WebhooksRoute | { readonly problem: string } {
  const [part = 'start', name = null, ...rest] = path;
  if (rest.length > 0) return { problem: noView };
  if (part === 'hook' && name !== null && isId(name)) {
    const opened = openedIn(params);
    return opened === undefined ? { problem: unknownPart } : { part, id: name, opened };
  }
  if (part === 'register' && name === null && params.length > 0) {
    const [[key, call] = ['', ''], ...others] = params;
    return others.length === 0 && key === 'call' && isId(call) ? { part, call } : { problem: unknownPart };
  }
  if (part === 'receiver' && name !== null && isHost(name) && params.length > 0) {
    const [[key, line] = ['', ''], ...others] = params;
    const isLine = others.length === 0 && key === 'line' && /^[1-9]\d{0,5}$/.test(line);
    return isLine ? { part, host: name, line: Number(line) } : { problem: unknownPart };
  }
  if (params.length > 0) return { problem: unknownPart };
  if (part === 'receiver' && (name === null || isHost(name))) return { part, host: name };
  if (name === null && isOneOf(alone, part)) return { part };
  return { problem: noView };
}

const unknownPart = 'This link has an unknown part.';
const isHost = (word: string): boolean => /^[a-z0-9.-]{1,253}$/.test(word);
const isId = (word: string): boolean => /^\d{1,19}$/.test(word);

/** null for nothing; undefined for an invalid part. */
function openedIn(params: ViewRoute['params']): Opened | null | undefined {
  if (params.length === 0) return null;
  const [[kind, id] = ['', ''], ...rest] = params;
  if (rest.length > 0 || !isOneOf(openedKinds, kind) || !isId(id)) return undefined;
  return { kind, id };
}

export function routeOf(route: WebhooksRoute): ViewRoute {
  const at = (path: readonly string[], params: ViewRoute['params'] = []): ViewRoute => ({
    view: 'webhooks',
    path,
    params,
  });
  switch (route.part) {
    case 'start':
      return at([]);
    case 'register':
      return at(['register'], route.call === undefined ? [] : [['call', route.call]]);
    case 'practice':
    case 'answer':
      return at([route.part]);
    case 'hook':
      return at(['hook', route.id], route.opened ? [[route.opened.kind, route.opened.id]] : []);
    case 'receiver':
      return at(
        route.host === null ? ['receiver'] : ['receiver', route.host],
        route.line === undefined ? [] : [['line', String(route.line)]],
      );
  }
}

export const hrefOf = (route: WebhooksRoute): string => formatRoute(routeOf(route));

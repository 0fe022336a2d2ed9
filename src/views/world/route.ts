/**
 * The addresses of the World view.
 *
 *     #/world                          the home timeline of the acting user
 *     #/world/profile/jonas_berg
 *     #/world/messages/2244994945-2244994947
 *     #/world/posts/2020777185899446272?q=bread&from=50
 */
import { formatRoute, noView } from '../../router.ts';
import type { ViewRoute } from '../../router.ts';
import { kinds } from './kinds.ts';
import type { BrowsedKind } from '../../../worker/api.ts';

export type WorldRoute =
  | { readonly part: 'timeline' }
  | { readonly part: 'profile'; readonly username: string | null }
  | { readonly part: 'messages'; readonly conversation: string | null }
  | {
      readonly part: 'data';
      readonly kind: BrowsedKind;
      readonly id: string | null;
      readonly search: string;
      readonly from: number;
    };

export const longestSearch = 512;

/** A link with any invalid part is refused. */
export function readRoute({ path, params }: ViewRoute): WorldRoute | { readonly problem: string } {
  const [part, id = null, ...rest] = path;
  // A product's id was given by its merchant, so it may contain any character.
  const form = part === 'products' ? /^[^\p{Cc}]{1,140}$/u : /^[\w-]{1,40}$/;
  if (rest.length > 0 || (id !== null && !form.test(id))) return { problem: noView };
  if (part === undefined) return { part: 'timeline' };
  if (part === 'profile') return { part, username: id };
  if (part === 'messages') return { part, conversation: id };
  const kind = kinds.find((each) => each.kind === part)?.kind;
  if (!kind) return { problem: noView };
  const given = new Map(params);
  const search = given.get('q') ?? '';
  const from = Number(given.get('from') ?? 0);
  if (search.length > longestSearch) return { problem: `A search has at most ${longestSearch} characters.` };
  if (!Number.isSafeInteger(from) || from < 0)
    return { problem: 'This link starts at a row that does not exist.' };
  return { part: 'data', kind, id, search, from };
}

export function routeOf(route: WorldRoute): ViewRoute {
  const at = (path: readonly (string | null)[], params: ViewRoute['params'] = []): ViewRoute => ({
    view: 'world',
    path: path.filter((step) => step !== null),
    params,
  });
  switch (route.part) {
    case 'timeline':
      return at([]);
    case 'profile':
      return at(['profile', route.username]);
    case 'messages':
      return at(['messages', route.conversation]);
    case 'data': {
      const { search, from } = route;
      return at(
        [route.kind, route.id],
        [
          ...(search === '' ? [] : ([['q', search]] as const)),
          ...(from === 0 ? [] : ([['from', String(from)]] as const)),
        ],
      );
    }
  }
}

export const hrefOf = (route: WorldRoute): string => formatRoute(routeOf(route));

/** What the list endpoints share: who may call, how lists are found, and what is answered. */
import { viewerOf } from '../../../auth/viewer.ts';
import type { Principal, PrincipalOf } from '../../../declaration/principal.ts';
import type { Services } from '../../../declaration/services.ts';
import type { Stretch } from '../../../paging/page.ts';
import { paginate } from '../../../paging/v2.ts';
import { described, Id } from '../../../spec/fields.ts';
import { isRefusal, refuse } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { v2 } from '../../../spec/apis.ts';
import { listObject } from '../../../social/list-object.ts';
import type { ListSelection } from '../../../social/list-object.ts';
import { maySeeList } from '../../../social/lists.ts';
import { notFound, Renderer } from '../../../social/renderer.ts';
import type { ListRow } from '../../../state/tables/lists-spaces.ts';
import { listed } from '../pages/pages.ts';

/** Apps may read too, because the limits have an A value. */
export const reading = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['list.read', 'users.read', 'post.read'],
} as const;

export const writing = {
  api: v2,
  section: '8.3',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'list.write', 'post.read'],
} as const;

export const actingUser = { id: described(Id, 'Id of the acting user') };
export const someUser = { id: described(Id, 'Id of the user') };

export type Acting = PrincipalOf<'oauth1' | 'oauth2'>;

/** The list, if the caller may know that it exists (choice: lists). */
export function findList(
  id: string,
  parameter: 'id' | 'list_id',
  principal: Principal,
  platform: Services,
): ListRow | Refusal<'resourceNotFound'> {
  const list = platform.tables.lists.get(id);
  return list && maySeeList(list, viewerOf(principal).user)
    ? list
    : notFound('list', parameter, id, platform);
}

/** The list, if it is the acting user's. */
export function findOwn(
  id: string,
  principal: Acting,
  platform: Services,
): ListRow | Refusal<'resourceNotFound' | 'foreignResource'> {
  const list = findList(id, 'id', principal, platform);
  if (isRefusal(list) || list.owner_id === principal.user.id) return list;
  return refuse('foreignResource', `list ${list.id} is another user's`);
}

interface Listed {
  readonly principal: Principal;
  readonly query: ListSelection & {
    readonly max_results: number;
    readonly pagination_token?: string | undefined;
  };
}

/** A page of the lists in a stretch, latest first, without those that the caller may not know about. */
export function pageOfLists(
  range: Stretch,
  { principal, query }: Listed,
  binding: string,
  listAt: (key: string) => ListRow,
  platform: Services,
) {
  const viewer = viewerOf(principal);
  const page = paginate(range, query, binding, platform.paging, (key) =>
    maySeeList(listAt(key), viewer.user),
  );
  if (isRefusal(page)) return page;
  const renderer = new Renderer(platform, query, viewer);
  return listed(page, (key) => listObject(listAt(key), query, renderer, platform.tables), renderer);
}

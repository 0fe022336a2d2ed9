/** The lists that a user owns, and those that the user is a member of. */
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { integer, object, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { ListObject, listSelection } from '../../../social/list-object.ts';
import { notFound } from '../../../social/renderer.ts';
import { many } from '../../../social/schemas.ts';
import { pageOfLists, reading, someUser } from './common.ts';

const listing = {
  ...reading,
  choices: ['envelope', 'fields', 'v2-404', 'relation-order', 'lists'],
  params: someUser,
  query: {
    max_results: withDefault(integer(1, 100), 100, 'Lists on a page'),
    ...pagination,
    ...listSelection,
  },
  answers: { 200: json(many(ListObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'parameterInvalid'],
} as const;

export const getOwnedLists = endpoint({
  ...listing,
  id: 'getOwnedLists',
  path: '/2/users/:id/owned_lists',
  summary: 'List the lists that a user owns',
  description:
    'Returns the lists that a user owns, the latest first. Private lists are shown to their owner only.',
  limits: limits('15 U, 15 A', '100/24h U, 500/24h A', '1/24h U, 1/24h A'),
  example: { path: { id: '2244994945' }, query: { 'list.fields': 'description,member_count' } },
  handle(call, platform) {
    const { id } = call.path;
    const { users, lists } = platform.tables;
    if (!users.get(id)) return notFound('user', 'id', id, platform);
    return pageOfLists(
      lists.range('owner', id),
      call,
      `getOwnedLists ${id}`,
      (key) => lists.must(key),
      platform,
    );
  },
});

export const getListMemberships = endpoint({
  ...listing,
  id: 'getListMemberships',
  path: '/2/users/:id/list_memberships',
  summary: 'List the lists that a user is a member of',
  description:
    'Returns the lists that a user is a member of, the latest first. Private lists are shown to their owner only.',
  limits: limits('75 U, 75 A', '5 U, 25 A', '1 U, 1 A'),
  example: { path: { id: '2244994945' }, query: { expansions: 'owner_id' } },
  handle(call, platform) {
    const { id } = call.path;
    const { users, lists, list_members } = platform.tables;
    if (!users.get(id)) return notFound('user', 'id', id, platform);
    return pageOfLists(
      list_members.range('user_id', id),
      call,
      `getListMemberships ${id}`,
      (key) => lists.must(list_members.must(key).list_id),
      platform,
    );
  },
});

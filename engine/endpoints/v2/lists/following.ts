import { endpoint, json } from '../../../declaration/endpoint.ts';
import { boolean, described, Id, object } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal, refuseValue } from '../../../spec/problems.ts';
import { maySeeList } from '../../../social/lists.ts';
import { keptApart } from '../../../social/reach.ts';
import { namesNo } from '../../../social/renderer.ts';
import { dataOf } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { actingUser, findList, writing } from './common.ts';

const common = {
  ...writing,
  limits: limits('50 U', '5 U', '1 U'),
  answers: { 200: json(dataOf({ following: boolean() })) },
} as const;

export const followList = endpoint({
  ...common,
  id: 'followList',
  method: 'POST',
  path: '/2/users/:id/followed_lists',
  summary: 'Follow a list',
  description: 'Follows a list as the acting user. Following it again changes nothing.',
  self: 'id',
  choices: ['envelope', 'following', 'relation-order', 'blocking', 'lists'],
  params: actingUser,
  body: object({ list_id: described(Id, 'Id of the list to follow') }),
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { list_id: '2021000000000000002' } },
  handle({ principal: { user }, body: { list_id }, transact, now }, platform) {
    const { tables } = platform;
    const list = tables.lists.get(list_id);
    if (!list || !maySeeList(list, user)) return namesNo('list', 'list_id', list_id);
    if (list.owner_id === user.id)
      return refuseValue('body field', 'list_id', list_id, "names the acting user's own list");
    const apart = keptApart(user.id, list.owner_id, platform);
    if (apart) return apart;
    const id = pairId(user.id, list_id);
    if (!tables.list_follows.get(id))
      transact((write) => write.list_follows.insert({ id, user_id: user.id, list_id, at: now }));
    return { status: 200, body: { data: { following: true } } };
  },
});

export const unfollowList = endpoint({
  ...common,
  id: 'unfollowList',
  method: 'DELETE',
  path: '/2/users/:id/followed_lists/:list_id',
  summary: 'Stop following a list',
  description:
    "Ends the acting user's following of a list. A list that they pinned is then no longer pinned.",
  self: 'id',
  choices: ['envelope', 'following', 'v2-404', 'relation-order', 'lists', 'list-pins'],
  params: { ...actingUser, list_id: described(Id, 'Id of the list to stop following') },
  refuses: ['foreignResource', 'resourceNotFound'],
  example: { path: { id: '2244994945', list_id: '2021000000000000002' } },
  handle({ principal, path, transact }, platform) {
    const list = findList(path.list_id, 'list_id', principal, platform);
    if (isRefusal(list)) return list;
    const id = pairId(principal.user.id, list.id);
    transact((write) => {
      // Users can only pin lists that they follow or own, and cannot follow their own.
      if (write.list_follows.remove(id)) write.pinned_lists.remove(id);
    });
    return { status: 200, body: { data: { following: false } } };
  },
});

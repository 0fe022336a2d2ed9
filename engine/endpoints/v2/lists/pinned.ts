import { viewerOf } from '../../../auth/viewer.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { boolean, described, Id, integer, object } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal, refuse, refuseValue } from '../../../spec/problems.ts';
import { listObject, ListObject, listSelection } from '../../../social/list-object.ts';
import { maySeeList, most } from '../../../social/lists.ts';
import { namesNo, notFound, Renderer } from '../../../social/renderer.ts';
import { dataOf, many } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { listed } from '../pages/pages.ts';
import { actingUser, findList, reading, someUser, writing } from './common.ts';

const changing = {
  ...writing,
  limits: limits('50 U', '5 U', '1 U'),
  answers: { 200: json(dataOf({ pinned: boolean() })) },
} as const;

export const getPinnedLists = endpoint({
  ...reading,
  id: 'getPinnedLists',
  path: '/2/users/:id/pinned_lists',
  summary: 'List the lists that a user has pinned',
  description: 'Returns the lists that a user has pinned, the latest first. A user pins at most 5 lists.',
  limits: limits('15 U, 15 A', '100/24h U, 500/24h A', '1/24h U, 1/24h A'),
  choices: ['envelope', 'fields', 'v2-404', 'relation-order', 'lists', 'list-pins'],
  params: someUser,
  query: listSelection,
  answers: { 200: json(many(ListObject, object({ result_count: integer() }))) },
  refuses: ['resourceNotFound'],
  example: { path: { id: '2244994945' } },
  handle({ principal, path: { id }, query }, platform) {
    const { tables } = platform;
    if (!tables.users.get(id)) return notFound('user', 'id', id, platform);
    const viewer = viewerOf(principal);
    const pinned = tables.pinned_lists
      .rowsBy('user_id', id)
      .map((pin) => tables.lists.must(pin.list_id))
      .filter((list) => maySeeList(list, viewer.user))
      .reverse();
    const renderer = new Renderer(platform, query, viewer);
    const show = (key: string) => listObject(tables.lists.must(key), query, renderer, tables);
    return listed({ keys: pinned.map((list) => list.id), tokens: {} }, show, renderer);
  },
});

export const pinList = endpoint({
  ...changing,
  id: 'pinList',
  method: 'POST',
  path: '/2/users/:id/pinned_lists',
  summary: 'Pin a list',
  description: 'Pins a list that the acting user owns or follows. A sixth pinned list is refused.',
  self: 'id',
  choices: ['envelope', 'following', 'relation-order', 'lists', 'list-pins'],
  params: actingUser,
  body: object({ list_id: described(Id, 'Id of the list to pin') }),
  refuses: ['foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, body: { list_id: '2021000000000000002' } },
  handle({ principal: { user }, body: { list_id }, transact, now }, { tables }) {
    const list = tables.lists.get(list_id);
    if (!list || !maySeeList(list, user)) return namesNo('list', 'list_id', list_id);
    const id = pairId(user.id, list_id);
    if (list.owner_id !== user.id && !tables.list_follows.get(id))
      return refuse('foreignResource', `the acting user neither owns nor follows list ${list_id}`, {
        reason: 'listNotFollowed',
      });
    if (!tables.pinned_lists.get(id)) {
      if (tables.pinned_lists.countBy('user_id', user.id) >= most.pinned)
        return refuseValue(
          'body field',
          'list_id',
          list_id,
          `names one list more than the 5 that a user may pin`,
        );
      transact((write) => write.pinned_lists.insert({ id, user_id: user.id, list_id, at: now }));
    }
    return { status: 200, body: { data: { pinned: true } } };
  },
});

export const unpinList = endpoint({
  ...changing,
  id: 'unpinList',
  method: 'DELETE',
  path: '/2/users/:id/pinned_lists/:list_id',
  summary: 'Unpin a list',
  description: 'Unpins a list of the acting user. A list that is not pinned stays as it is.',
  self: 'id',
  choices: ['envelope', 'following', 'v2-404', 'relation-order', 'lists', 'list-pins'],
  params: { ...actingUser, list_id: described(Id, 'Id of the list to unpin') },
  refuses: ['foreignResource', 'resourceNotFound'],
  example: { path: { id: '2244994945', list_id: '2021000000000000001' } },
  handle({ principal, path, transact }, platform) {
    const list = findList(path.list_id, 'list_id', principal, platform);
    if (isRefusal(list)) return list;
    transact((write) => write.pinned_lists.remove(pairId(principal.user.id, list.id)));
    return { status: 200, body: { data: { pinned: false } } };
  },
});

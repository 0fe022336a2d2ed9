import { endpoint, json } from '../../../declaration/endpoint.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { boolean, described, Id, integer, object, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal, refuseValue } from '../../../spec/problems.ts';
import { listId } from '../../../social/list-object.ts';
import { most } from '../../../social/lists.ts';
import { keptApart } from '../../../social/reach.ts';
import { namesNo, notFound } from '../../../social/renderer.ts';
import { dataOf, many, UserObject, userSelection } from '../../../social/schemas.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import { pageOfUsers } from '../pages/pages.ts';
import { findList, findOwn, reading, writing } from './common.ts';

const answers = { 200: json(dataOf({ is_member: boolean() })) };

export const getListMembers = endpoint({
  ...reading,
  id: 'getListMembers',
  path: '/2/lists/:id/members',
  summary: 'List the members of a list',
  description:
    'Returns the members of a list, the latest first. The members of a private list are shown to its owner only.',
  limits: limits('900 U, 900 A', '5 U, 25 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'relation-order', 'lists'],
  params: listId,
  query: {
    max_results: withDefault(integer(1, 100), 100, 'Users on a page'),
    ...pagination,
    ...userSelection,
  },
  answers: { 200: json(many(UserObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: { path: { id: '2021000000000000001' } },
  handle(call, platform) {
    const list = findList(call.path.id, 'id', call.principal, platform);
    if (isRefusal(list)) return list;
    const { list_members, users } = platform.tables;
    return pageOfUsers(
      list_members.range('list_id', list.id),
      call,
      `getListMembers ${list.id}`,
      (key) => users.get(list_members.must(key).user_id),
      platform,
    );
  },
});

export const addListMember = endpoint({
  ...writing,
  id: 'addListMember',
  method: 'POST',
  path: '/2/lists/:id/members',
  summary: 'Add a user to a list',
  description: 'Adds a user to a list that the acting user owns. A list has at most 5,000 members.',
  limits: limits('300 U', '5 U', '1 U'),
  choices: ['envelope', 'v2-404', 'relation-order', 'blocking', 'lists'],
  params: listId,
  body: object({ user_id: described(Id, 'Id of the user to add') }),
  answers,
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: { path: { id: '2021000000000000001' }, body: { user_id: '2244994948' } },
  handle({ principal, path, body: { user_id }, transact, now }, platform) {
    const list = findOwn(path.id, principal, platform);
    if (isRefusal(list)) return list;
    const { tables } = platform;
    if (!tables.users.get(user_id)) return namesNo('user', 'user_id', user_id);
    const refusal = keptApart(list.owner_id, user_id, platform);
    if (refusal) return refusal;
    const id = pairId(list.id, user_id);
    if (!tables.list_members.get(id)) {
      if (tables.list_members.countBy('list_id', list.id) >= most.members)
        return refuseValue(
          'body field',
          'user_id',
          user_id,
          'names one member more than the 5,000 of a list',
        );
      transact((write) => write.list_members.insert({ id, list_id: list.id, user_id, at: now }));
    }
    return { status: 200, body: { data: { is_member: true } } };
  },
});

export const removeListMember = endpoint({
  ...writing,
  id: 'removeListMember',
  method: 'DELETE',
  path: '/2/lists/:id/members/:user_id',
  summary: 'Remove a user from a list',
  description:
    'Removes a user from a list that the acting user owns. Removing a user who is not a member changes nothing.',
  limits: limits('300 U', '5 U', '1 U'),
  choices: ['envelope', 'v2-404', 'relation-order', 'lists'],
  params: { ...listId, user_id: described(Id, 'Id of the user to remove') },
  answers,
  refuses: ['resourceNotFound', 'foreignResource'],
  example: { path: { id: '2021000000000000001', user_id: '2244994946' } },
  handle({ principal, path: { id, user_id }, transact }, platform) {
    const list = findOwn(id, principal, platform);
    if (isRefusal(list)) return list;
    if (!platform.tables.users.get(user_id)) return notFound('user', 'user_id', user_id, platform);
    transact((write) => write.list_members.remove(pairId(list.id, user_id)));
    return { status: 200, body: { data: { is_member: false } } };
  },
});

import { viewerOf } from '../../../auth/viewer.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { atLeastOne, boolean, described, Id, object, optional, string } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal, refuseValue } from '../../../spec/problems.ts';
import { ListDescription, ListName } from '../../../social/inputs.ts';
import { listId, listObject, ListObject, listSelection } from '../../../social/list-object.ts';
import { changeList, most, removeList } from '../../../social/lists.ts';
import { Renderer } from '../../../social/renderer.ts';
import { dataOf, one } from '../../../social/schemas.ts';
import { findList, findOwn, reading, writing } from './common.ts';

export const getList = endpoint({
  ...reading,
  id: 'getList',
  path: '/2/lists/:id',
  summary: 'Look up a list by its id',
  description:
    'Returns one list. A private list is answered like one that does not exist, except to its owner.',
  limits: limits('75 U, 75 A', '5 U, 5 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'lists'],
  params: listId,
  query: listSelection,
  answers: { 200: json(one(ListObject)) },
  refuses: ['resourceNotFound'],
  example: {
    path: { id: '2021000000000000001' },
    query: {
      'list.fields': 'created_at,description,follower_count,member_count,private',
      expansions: 'owner_id',
    },
  },
  handle({ principal, path, query }, platform) {
    const list = findList(path.id, 'id', principal, platform);
    if (isRefusal(list)) return list;
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const data = listObject(list, query, renderer, platform.tables);
    return { status: 200, body: { data, ...renderer.rest() } };
  },
});

export const createList = endpoint({
  ...writing,
  id: 'createList',
  method: 'POST',
  path: '/2/lists',
  summary: 'Create a list',
  description: 'Creates a list that the acting user owns. A user owns at most 1,000 lists.',
  scopes: ['users.read', 'post.read', 'list.read', 'list.write'],
  limits: limits('300 U', '100/24h U', '1/24h U'),
  choices: ['envelope', 'lists', 'blank-text'],
  body: object({
    name: described(ListName, '1 to 25 characters'),
    description: optional(ListDescription, 'At most 100 characters'),
    private: optional(boolean(), 'Whether its owner alone sees it'),
  }),
  answers: { 201: json(dataOf({ id: Id, name: string() })) },
  refuses: ['parameterInvalid'],
  example: { body: { name: 'People of the quay', description: 'Who is there before the tide' } },
  handle({ principal, body, transact, now }, { tables, state }) {
    if (tables.lists.countBy('owner', principal.user.id) >= most.owned)
      return refuseValue(
        'body field',
        'name',
        body.name,
        'names one list more than the 1,000 that a user may own',
      );
    const { id, name } = transact((write) =>
      write.lists.insert({
        id: state.nextId(now),
        owner_id: principal.user.id,
        name: body.name,
        description: body.description ?? '',
        private: body.private ?? false,
        created_at: now,
      }),
    );
    return { status: 201, body: { data: { id, name } } };
  },
});

export const updateList = endpoint({
  ...writing,
  id: 'updateList',
  method: 'PUT',
  path: '/2/lists/:id',
  summary: 'Change a list',
  description:
    'Changes the name, the description or the privacy of a list that the acting user owns. Fields that are not sent stay as they are.',
  limits: limits('300 U', '5 U', '1 U'),
  choices: ['envelope', 'v2-404', 'lists', 'blank-text'],
  params: listId,
  body: atLeastOne(
    object({
      name: optional(ListName, '1 to 25 characters'),
      description: optional(ListDescription, 'At most 100 characters'),
      private: optional(boolean(), 'Whether its owner alone sees it'),
    }),
    ['name', 'description', 'private'],
    'complete: a change needs a name, a description or private',
  ),
  answers: { 200: json(dataOf({ updated: boolean() })) },
  refuses: ['resourceNotFound', 'foreignResource'],
  example: {
    path: { id: '2021000000000000001' },
    body: { description: 'Who knows the quay, and its cranes' },
  },
  handle({ principal, path, body: { name, description, private: isPrivate }, transact }, platform) {
    const list = findOwn(path.id, principal, platform);
    if (isRefusal(list)) return list;
    const changes = {
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description }),
      ...(isPrivate !== undefined && { private: isPrivate }),
    };
    transact((write) => changeList(list, changes, platform.tables, write));
    return { status: 200, body: { data: { updated: true } } };
  },
});

export const deleteList = endpoint({
  ...writing,
  id: 'deleteList',
  method: 'DELETE',
  path: '/2/lists/:id',
  summary: 'Delete a list',
  description:
    "Deletes a list that the acting user owns, together with its members, followers and pins. The members' posts stay.",
  limits: limits('300 U', '5 U', '1 U'),
  choices: ['envelope', 'v2-404', 'lists'],
  params: listId,
  answers: { 200: json(dataOf({ deleted: boolean() })) },
  refuses: ['resourceNotFound', 'foreignResource'],
  example: { path: { id: '2021000000000000001' } },
  handle({ principal, path, transact }, platform) {
    const list = findOwn(path.id, principal, platform);
    if (isRefusal(list)) return list;
    transact((write) => removeList(list, platform.tables, write));
    return { status: 200, body: { data: { deleted: true } } };
  },
});

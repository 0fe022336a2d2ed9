import { endpoint, json } from '../../../declaration/endpoint.ts';
import { Merged } from '../../../paging/merged.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import { integer, object, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { listId } from '../../../social/list-object.ts';
import { many, PostObject, postSelection } from '../../../social/schemas.ts';
import { pageOfPosts } from '../pages/pages.ts';
import { findList, reading } from './common.ts';

export const getListPosts = endpoint({
  ...reading,
  id: 'getListPosts',
  path: '/2/lists/:id/posts',
  summary: 'List the posts of the members of a list',
  description:
    'Returns the posts of the members of a list, newest first. Posts that the caller may not see are left out.',
  limits: limits('900 U, 900 A', '5 U, 25 A'),
  choices: ['envelope', 'cells', 'fields', 'v2-404', 'protected-posts', 'blocking', 'lists'],
  params: listId,
  query: {
    max_results: withDefault(integer(1, 100), 100, 'Posts on a page'),
    ...pagination,
    ...postSelection,
  },
  answers: { 200: json(many(PostObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: {
    path: { id: '2021000000000000001' },
    query: { max_results: '10', 'post.fields': 'author_id,created_at' },
  },
  handle(call, platform) {
    const list = findList(call.path.id, 'id', call.principal, platform);
    if (isRefusal(list)) return list;
    const { list_members, posts } = platform.tables;
    const authors = list_members
      .rowsBy('list_id', list.id)
      .map(({ user_id }) => posts.range('author', user_id));
    return pageOfPosts(new Merged(authors), call, `getListPosts ${list.id}`, (id) => posts.get(id), platform);
  },
});

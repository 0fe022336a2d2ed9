import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { pageMeta, pagination } from '../../../paging/v2.ts';
import {
  described,
  Id,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  withDefault,
} from '../../../spec/fields.ts';
import { findPost } from '../../../social/lookup.ts';
import { many, postSelection, PostObject } from '../../../social/schemas.ts';
import { pageOfPosts } from '../pages/pages.ts';

export const getQuotePosts = endpoint({
  id: 'getQuotePosts',
  api: v2,
  method: 'GET',
  path: '/2/posts/:id/quote_posts',
  section: '8.3',
  summary: 'List the posts that quote a post',
  description:
    'Returns the posts that quote this post, newest first. Quotes that the caller may not see are left out.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('75 U, 75 A', '5 U, 5 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'post-metrics', 'quotes', 'protected-posts', 'blocking'],
  params: { id: described(Id, 'Id of the post that is quoted') },
  query: {
    max_results: withDefault(integer(10, 100), 10, 'Posts on a page'),
    ...pagination,
    exclude: optional(listOf(oneOf(['replies', 'reposts'])), 'Kinds of posts to leave out'),
    ...postSelection,
  },
  answers: { 200: json(many(PostObject, object(pageMeta))) },
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: {
    path: { id: '2021109374776246272' },
    query: { 'post.fields': 'created_at', expansions: 'author_id' },
  },
  handle(call, platform) {
    const { principal, path, query } = call;
    const { posts } = platform.tables;
    const quoted = findPost(path.id, viewerOf(principal).user, platform);
    if (isRefusal(quoted)) return quoted;
    const kinds = [...new Set(query.exclude)].sort();
    return pageOfPosts(
      posts.range('quoted', quoted.id),
      call,
      `getQuotePosts ${quoted.id} ${JSON.stringify(kinds)}`,
      (id) => {
        const post = posts.get(id);
        return post?.in_reply_to_post_id && kinds.includes('replies') ? undefined : post;
      },
      platform,
    );
  },
});

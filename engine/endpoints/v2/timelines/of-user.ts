import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { findAuthor } from '../../../social/lookup.ts';
import { postSelection } from '../../../social/schemas.ts';
import { maySee } from '../../../social/visibility.ts';
import { authorId, between, bounds, exclude, spanOf, turning } from './bounds.ts';
import type { Span } from './bounds.ts';
import { pageOfTimeline, Timeline } from './timeline.ts';
import type { Listed } from './timeline.ts';

export const getPostsOfUser = endpoint({
  id: 'getPostsOfUser',
  api: v2,
  method: 'GET',
  path: '/2/users/:id/posts',
  section: '8.3',
  summary: 'List the posts of a user',
  description:
    'Returns the posts and reposts of a user, newest first. The posts of a protected user are refused unless the caller follows them.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('900 U, 1500 A', '5 U, 10 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'post-metrics', 'reposts', 'protected-posts', 'blocking'],
  params: authorId,
  query: { ...turning(5), ...bounds, ...exclude, ...postSelection },
  answers: Timeline,
  refuses: ['resourceNotFound', 'foreignResource', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, query: { max_results: '5' } },
  handle(call, platform) {
    const { principal, path, query } = call;
    const viewer = viewerOf(principal).user;
    const author = findAuthor(path.id, viewer, platform);
    if (isRefusal(author)) return author;
    const span = spanOf(query);
    if (isRefusal(span)) return span;
    const list = authorPosts(author, viewer, span, platform);
    return pageOfTimeline(list, span, call, `getPostsOfUser ${author.id}`, platform);
  },
});

/** The posts of an author, for a reader who may see them. */
export function authorPosts(
  author: User,
  viewer: User | null,
  span: Span,
  { tables }: Pick<Services, 'tables'>,
): Listed {
  const { posts } = tables;
  return {
    stretch: between(
      posts.range('author', author.id),
      span,
      () => posts.countBy('author_backdated', author.id) > 0,
    ),
    shown: (post) => post.reposted_post_id === null || maySee(post, viewer, tables),
  };
}

import { viewerOf } from '../../../auth/viewer.ts';
import { v2 } from '../../../spec/apis.ts';
import { endpoint } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { notFound } from '../../../social/renderer.ts';
import { postSelection } from '../../../social/schemas.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { maySee } from '../../../social/visibility.ts';
import { authorId, between, bounds, spanOf, turning } from './bounds.ts';
import { pageOfTimeline, Timeline } from './timeline.ts';

export const getMentions = endpoint({
  id: 'getMentions',
  api: v2,
  method: 'GET',
  path: '/2/users/:id/mentions',
  section: '8.3',
  summary: 'List the posts that mention a user',
  description:
    'Returns the posts whose text mentions a user with @, replies included, newest first. Reposts of those posts are not listed.',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: limits('300 U, 450 A', '10 U, 15 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'post-metrics', 'mentions', 'protected-posts', 'blocking'],
  params: authorId,
  query: { ...turning(5), ...bounds, ...postSelection },
  answers: Timeline,
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: {
    path: { id: '2244994945' },
    query: { max_results: '5', 'post.fields': 'created_at', expansions: 'author_id' },
  },
  handle(call, platform) {
    const { principal, path, query } = call;
    const { tables } = platform;
    const { posts, users } = tables;
    if (!users.get(path.id)) return notFound('user', 'id', path.id, platform);
    const span = spanOf(query);
    if (isRefusal(span)) return span;
    const stretch = between(
      posts.range('mentioned', path.id),
      span,
      () => posts.countBy('mentioned_backdated', path.id) > 0,
    );
    const viewer = viewerOf(principal).user;
    const list = { stretch, shown: (post: Post) => maySee(post, viewer, tables) };
    return pageOfTimeline(list, span, call, `getMentions ${path.id}`, platform);
  },
});

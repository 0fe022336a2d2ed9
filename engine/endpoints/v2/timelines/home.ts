import { v2 } from '../../../spec/apis.ts';
import { endpoint } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { described, Id } from '../../../spec/fields.ts';
import { postSelection } from '../../../social/schemas.ts';
import { bounds, exclude, spanOf, turning } from './bounds.ts';
import { homePosts } from './home-posts.ts';
import { pageOfTimeline, Timeline } from './timeline.ts';

export const getHomeTimeline = endpoint({
  id: 'getHomeTimeline',
  api: v2,
  method: 'GET',
  path: '/2/users/:id/timelines/reverse_chronological',
  section: '8.3',
  summary: 'Show the home timeline of the acting user',
  description:
    'Returns the posts and reposts of the acting user and of the users they follow, newest first. Users whom they mute are left out.',
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: limits('180 U', '5 U', '1 U'),
  self: 'id',
  choices: [
    'envelope',
    'fields',
    'post-metrics',
    'home-timeline',
    'reposts',
    'muting',
    'protected-posts',
    'blocking',
  ],
  params: { id: described(Id, 'Id of the acting user') },
  query: { ...turning(1), ...bounds, ...exclude, ...postSelection },
  answers: Timeline,
  refuses: ['foreignResource', 'parameterInvalid'],
  example: {
    path: { id: '2244994945' },
    query: { max_results: '10', 'post.fields': 'created_at', expansions: 'author_id' },
  },
  handle(call, platform) {
    const { principal, query } = call;
    const { user } = principal;
    const span = spanOf(query);
    if (isRefusal(span)) return span;
    return pageOfTimeline(
      homePosts(user, span, platform),
      span,
      call,
      `getHomeTimeline ${user.id}`,
      platform,
    );
  },
});

import { isList, isRecord } from '../../../checked/is.ts';
import { viewerOf } from '../../../auth/viewer.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Principal } from '../../../declaration/principal.ts';
import type { Services } from '../../../declaration/services.ts';
import { mostLooked } from '../../../paging/page.ts';
import { pageMeta, paginate } from '../../../paging/v2.ts';
import { byRelevance, find } from '../../../search/found.ts';
import { Renderer } from '../../../social/renderer.ts';
import type { Selection } from '../../../social/renderer.ts';
import { many, PostObject, postSelection } from '../../../social/schemas.ts';
import { allowanceOf, countPosts } from '../../../social/usage.ts';
import { maySee } from '../../../social/visibility.ts';
import { v2 } from '../../../spec/apis.ts';
import { Id, integer, object, oneOf, optional, withDefault } from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { compareKeys } from '../../../state/store/order.ts';
import { bindingOf, boundsOf, inputs, queryOf, refuseToken, tokenOf } from './common.ts';
import type { Asked, Reach } from './common.ts';

const common = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  answers: {
    200: json(many(PostObject, object({ ...pageMeta, newest_id: optional(Id), oldest_id: optional(Id) }))),
  },
  example: {
    query: { query: '(bread OR harbour OR the) -is:repost', 'post.fields': 'created_at,author_id' },
  },
} as const;

const choices = [
  'envelope',
  'fields',
  'search',
  'search-syntax',
  'search-anchor',
  'search-words',
  'search-window',
  'search-relevancy',
  'protected-posts',
  'blocking',
] as const;

const sort = {
  sort_order: withDefault(
    oneOf(['recency', 'relevancy']),
    'recency',
    'Newest first, or the most relevant first',
  ),
};

export const searchRecent = endpoint({
  ...common,
  id: 'searchRecentPosts',
  path: '/2/posts/search/recent',
  summary: 'Search the posts of the last 7 days',
  description:
    "Returns the posts of the last 7 days that match a query of words, phrases and operators. Every post that it returns counts towards the Project's posts of the month.",
  limits: limits('300 U, 450 A', '60 U, 60 A', '1 U, 1 A'),
  choices: [...choices, 'monthly-cap'],
  query: {
    ...inputs('recent'),
    max_results: withDefault(integer(10, 100), 10, 'Posts on a page'),
    ...sort,
    ...postSelection,
  },
  refuses: ['parameterInvalid', 'usageCapExceeded'],
  handle({ principal, query, now }, platform) {
    const left = allowanceOf(principal.app, now, platform.tables);
    if (isRefusal(left)) return left;
    const max_results = Math.min(query.max_results, left.posts);
    return search('recent', 'searchRecentPosts', { ...query, max_results }, { principal, now, platform });
  },
  after(answer, { principal: { app }, now, transact }, { tables }) {
    const found = isRecord(answer.body) && isList(answer.body['data']) ? answer.body['data'].length : 0;
    if (found > 0) transact((write) => countPosts(app, found, now, tables, write));
    return answer;
  },
});

export const searchAll = endpoint({
  ...common,
  id: 'searchAllPosts',
  path: '/2/posts/search/all',
  summary: 'Search the whole archive',
  description:
    'Returns the posts of any age that match a query of words, phrases and operators. The query can have up to 1,024 characters.',
  limits: limits('1/1s U, 1/1s A'),
  choices: [...choices, 'cells'],
  query: {
    ...inputs('all'),
    max_results: withDefault(integer(10, 500), 10, 'Posts on a page'),
    ...sort,
    ...postSelection,
  },
  refuses: ['parameterInvalid'],
  handle: ({ principal, query, now }, platform) =>
    search('all', 'searchAllPosts', query, { principal, now, platform }),
});

interface Search extends Asked, Selection {
  readonly max_results: number;
  readonly sort_order: 'recency' | 'relevancy';
}

interface Context {
  readonly principal: Principal;
  readonly now: number;
  readonly platform: Services;
}

function search(reach: Reach, id: string, asked: Search, { principal, now, platform }: Context) {
  const query = queryOf(asked);
  if (isRefusal(query)) return query;
  const bounds = boundsOf(asked, reach, now);
  if (isRefusal(bounds)) return bounds;
  const token = tokenOf(asked);
  if (isRefusal(token)) return token;
  const viewer = viewerOf(principal);
  const found = find(query, bounds, (post) => maySee(post, viewer.user, platform.tables), platform.state);
  const byRelevancy = asked.sort_order === 'relevancy';
  const page = paginate(
    byRelevancy ? byRelevance(query, found, platform.state, mostLooked) : found.posts,
    { max_results: asked.max_results, pagination_token: token.token },
    bindingOf(id, asked, asked.sort_order),
    platform.paging,
    byRelevancy ? () => true : found.passes,
  );
  if (isRefusal(page)) return refuseToken(token);
  const renderer = new Renderer(platform, asked, viewer);
  const data = page.keys.map((key) => renderer.post(platform.tables.posts.must(key)));
  const ids = byRelevancy ? page.keys.toSorted((a, b) => compareKeys(b, a)) : page.keys;
  const meta = {
    result_count: data.length,
    ...(data.length > 0 && { newest_id: ids[0], oldest_id: ids.at(-1) }),
    ...page.tokens,
  };
  return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest(), meta } };
}

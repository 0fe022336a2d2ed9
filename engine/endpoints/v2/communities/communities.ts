import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import { pageMeta, pagination, paginate } from '../../../paging/v2.ts';
import {
  described,
  Id,
  integer,
  listOf,
  named,
  object,
  oneOf,
  optional,
  string,
  Time,
  withDefault,
} from '../../../spec/fields.ts';
import { limits } from '../../../spec/limits.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { iso, notFound, shownFields } from '../../../social/renderer.ts';
import { many } from '../../../social/schemas.ts';
import { hasWords, Words } from '../../../social/words.ts';
import type { Community } from '../../../state/tables/lists-spaces.ts';

const fields = ['created_at', 'description', 'id', 'join_policy', 'member_count', 'name'] as const;
type Field = (typeof fields)[number];

const defaults: readonly Field[] = ['id', 'name'];

const CommunityObject = named(
  'Community',
  object({
    id: Id,
    name: string(),
    created_at: optional(Time),
    description: optional(string()),
    join_policy: optional(oneOf(['Open', 'RestrictedJoinRequestsRequireModeratorApproval'])),
    member_count: optional(integer()),
  }),
);

const selection = {
  'community.fields': optional(listOf(oneOf(fields)), 'Fields of communities to show besides id and name'),
};

const common = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('300 U, 300 A', '1 U, 25 A', '1 U, 1 A'),
} as const;

const choices = ['envelope', 'fields', 'communities', 'cells'] as const;

export const getCommunity = endpoint({
  ...common,
  id: 'getCommunity',
  path: '/2/communities/:id',
  summary: 'Look up a community by its id',
  description: 'Returns one community. Ask for more than its id and name with `community.fields`.',
  choices: [...choices, 'v2-404'],
  params: { id: described(Id, 'Id of the community') },
  query: selection,
  answers: { 200: json(object({ data: CommunityObject })) },
  refuses: ['resourceNotFound'],
  example: {
    path: { id: '2021000000000000101' },
    query: { 'community.fields': 'description,join_policy,member_count' },
  },
  handle({ path, query }, platform) {
    const community = platform.tables.communities.get(path.id);
    return community
      ? { status: 200, body: { data: show(community, query['community.fields'], platform) } }
      : notFound('community', 'id', path.id, platform);
  },
});

export const searchCommunities = endpoint({
  ...common,
  id: 'searchCommunities',
  path: '/2/communities/search',
  summary: 'Search communities by the words of their names and descriptions',
  description:
    'Returns the communities whose name or description contains every word of the query. The latest comes first.',
  choices,
  query: {
    query: described(Words, 'Words of the name or the description'),
    max_results: withDefault(integer(10, 100), 10, 'Communities on a page'),
    next_token: optional(string({ most: 200 }), 'The same as pagination_token'),
    ...pagination,
    ...selection,
  },
  answers: { 200: json(many(CommunityObject, object(pageMeta))) },
  refuses: ['parameterInvalid'],
  example: { query: { query: 'harbour', 'community.fields': 'member_count' } },
  handle({ query }, platform) {
    const { communities } = platform.tables;
    const has = hasWords(query.query);
    const turn = { ...query, pagination_token: query.pagination_token ?? query.next_token };
    const page = paginate(
      communities.range('all', ''),
      turn,
      `searchCommunities ${JSON.stringify(query.query)}`,
      platform.paging,
      (id) => {
        const { name, description } = communities.must(id);
        return has(`${name}\n${description}`);
      },
    );
    if (isRefusal(page)) return page;
    const data = page.keys.map((id) => show(communities.must(id), query['community.fields'], platform));
    const meta = { result_count: data.length, ...page.tokens };
    return { status: 200, body: { ...(data.length > 0 && { data }), meta } };
  },
});

function show(community: Community, asked: readonly Field[] | undefined, { tables }: Services): object {
  const value = (field: Field) => {
    if (field === 'created_at') return iso(community.created_at);
    return field === 'member_count'
      ? tables.community_members.countBy('community_id', community.id)
      : community[field];
  };
  return Object.fromEntries(
    shownFields(fields, defaults, asked, undefined).map((field) => [field, value(field)]),
  );
}

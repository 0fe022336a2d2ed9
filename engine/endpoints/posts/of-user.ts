import { viewerOf } from '../../auth/viewer.ts';
import { v2 } from '../../spec/apis.ts';
import { endpoint, json } from '../../declaration/endpoint.ts';
import { isRefusal, refuseValue } from '../../spec/problems.ts';
import type { Refusal } from '../../spec/problems.ts';
import { limits } from '../../spec/limits.ts';
import { pageMeta, pagination, paginate } from '../../paging/paginate.ts';
import {
  described,
  Id,
  integer,
  listOf,
  object,
  oneOf,
  optional,
  Time,
  withDefault,
} from '../../spec/fields.ts';
import type { Values } from '../../spec/fields.ts';
import { notFound, Renderer } from '../../social/renderer.ts';
import { many, postSelection, PostObject } from '../../social/schemas.ts';
import type { Post } from '../../state/tables/posts.ts';
import { firstIdAt } from '../../state/ids.ts';
import type { Read } from '../../state/state.ts';
import { before, behind } from '../../state/store/entries.ts';
import { compareKeys } from '../../state/store/order.ts';
import type { Range } from '../../state/store/range.ts';

const filters = {
  start_time: optional(Time, 'Oldest time of a post, ISO 8601 in UTC'),
  end_time: optional(Time, 'Time before which posts were made, ISO 8601 in UTC'),
  since_id: optional(Id, 'Posts after this one alone'),
  until_id: optional(Id, 'Posts before this one alone'),
  exclude: optional(listOf(oneOf(['replies', 'reposts'])), 'Kinds of posts to leave out'),
};

type Filters = Values<typeof filters>;

export const getPostsOfUser = endpoint({
  id: 'getPostsOfUser',
  api: v2,
  method: 'GET',
  path: '/2/users/:id/posts',
  section: '8.3',
  summary: 'List the posts of a user',
  auth: ['app', 'oauth1', 'oauth2'],
  scopes: ['post.read', 'users.read'],
  limits: limits('900 U, 1500 A', '5 U, 10 A', '1 U, 1 A'),
  choices: ['envelope', 'fields', 'v2-404', 'post-metrics'],
  params: { id: described(Id, 'Id of the user') },
  query: {
    max_results: withDefault(integer(5, 100), 100, 'Posts on a page'),
    ...pagination,
    ...filters,
    ...postSelection,
  },
  answers: {
    200: json(
      many(
        PostObject,
        object({
          ...pageMeta,
          newest_id: optional(Id),
          oldest_id: optional(Id),
        }),
      ),
    ),
  },
  refuses: ['resourceNotFound', 'parameterInvalid'],
  example: { path: { id: '2244994945' }, query: { max_results: '5' } },
  handle({ principal, path, query }, platform) {
    const { tables } = platform;
    if (!tables.users.get(path.id)) return notFound('user', 'id', path.id, platform);
    const reversed = reversedBounds(query);
    if (reversed) return reversed;
    const binding = `getPostsOfUser ${path.id} ${JSON.stringify([query.start_time, query.end_time, query.since_id, query.until_id, [...new Set(query.exclude)].sort()])}`;
    const page = paginate(stretch(path.id, query, tables), query, binding, platform.seed, (id) =>
      passes(tables.posts.get(id)!, query),
    );
    if (isRefusal(page)) return page;
    const renderer = new Renderer(platform, query, viewerOf(principal));
    const data = page.keys.map((id) => renderer.post(tables.posts.get(id)!));
    const meta = {
      result_count: data.length,
      ...(data.length > 0 && { newest_id: page.keys[0], oldest_id: page.keys.at(-1) }),
      ...page.tokens,
    };
    return { status: 200, body: { ...(data.length > 0 && { data }), ...renderer.rest(), meta } };
  },
});

/** Bounds between which nothing can lie are a mistake, not a list without a hit. */
function reversedBounds({
  start_time,
  end_time,
  since_id,
  until_id,
}: Filters): Refusal<'parameterInvalid'> | null {
  if (start_time !== undefined && end_time !== undefined && Date.parse(start_time) > Date.parse(end_time))
    return refuseValue('query parameter', 'end_time', end_time, `is before \`start_time\` [${start_time}]`);
  if (since_id !== undefined && until_id !== undefined && compareKeys(since_id, until_id) > 0)
    return refuseValue('query parameter', 'until_id', until_id, `is before \`since_id\` [${since_id}]`);
  return null;
}

/** The posts of a user between the ids and times of the query. */
function stretch(
  author: string,
  { start_time, end_time, since_id, until_id }: Filters,
  { posts }: Read,
): Range {
  let range = posts.range('author', author);
  if (since_id !== undefined) range = range.from(behind(since_id));
  if (until_id !== undefined) range = range.to(before(until_id));
  if (start_time !== undefined) range = range.from(before(firstIdAt(Date.parse(start_time))));
  // Ids of posts that were dated back are beyond what their time says: while the user has some, `passes` alone tells.
  if (end_time !== undefined && posts.countBy('author_backdated', author) === 0)
    range = range.to(before(firstIdAt(Date.parse(end_time))));
  return range;
}

function passes(post: Post, { start_time, end_time, exclude }: Filters): boolean {
  if (start_time !== undefined && post.created_at < Date.parse(start_time)) return false;
  if (end_time !== undefined && post.created_at >= Date.parse(end_time)) return false;
  if (exclude?.includes('replies') && post.in_reply_to_post_id) return false;
  return !(exclude?.includes('reposts') && post.reposted_post_id);
}

import { v2 } from '../../../spec/apis.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
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
import { iso, notFound } from '../../../social/renderer.ts';
import type { Read } from '../../../state/state.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { countHashtags } from './count.ts';
import { livesAt } from './places.ts';

const choices = ['envelope', 'trends', 'cells'] as const;

const meta = object({ result_count: integer() });

export const getTrends = endpoint({
  id: 'getTrends',
  api: v2,
  method: 'GET',
  path: '/2/trends/by/woeid/:id',
  section: '8.3',
  summary: 'List the trends of a place',
  description:
    'Returns the hashtags that were used most in the last 24 hours, worldwide or by users of one place. Place 1 is worldwide.',
  auth: ['app'],
  limits: limits('75 A', '15 A'),
  choices: [...choices, 'v2-404'],
  params: { id: described(Id, 'Id of the place: 1 is worldwide') },
  query: { max_trends: withDefault(integer(1, 50), 20, 'Trends to show') },
  answers: {
    200: json(
      object({
        data: optional(listOf(named('Trend', object({ trend_name: string(), post_count: integer() })))),
        meta,
      }),
    ),
  },
  refuses: ['resourceNotFound'],
  example: { path: { id: '1' } },
  handle({ path, query, now }, platform) {
    const isThere = livesAt(path.id);
    if (!isThere) return notFound('place', 'id', path.id, platform);
    const { tables } = platform;
    const trends = countHashtags(whoLive(isThere, tables), null, now, tables).slice(0, query.max_trends);
    const data = trends.map(({ name, posts }) => ({ trend_name: name, post_count: posts }));
    return answer(data);
  },
});

/** Most trends in an answer. */
const mostPersonal = 20;

/** Whether only users whom the acting user follows post about it, or others too. */
const categories = ['Following', 'Worldwide'] as const;

export const getPersonalizedTrends = endpoint({
  id: 'getPersonalizedTrends',
  api: v2,
  method: 'GET',
  path: '/2/users/personalized_trends',
  section: '8.3',
  summary: 'List the trends among the users whom the acting user follows',
  description:
    "Returns the hashtags that the users whom the acting user follows have used most in the last 24 hours. It requires the acting user's own token.",
  auth: ['oauth1', 'oauth2'],
  scopes: ['users.read', 'post.read'],
  limits: limits('10 U, 200 A', '1 U, 20 A', '1 U, 1/24h A'),
  choices: [...choices, 'app-cell-on-user-endpoint'],
  answers: {
    200: json(
      object({
        data: optional(
          listOf(
            named(
              'PersonalizedTrend',
              object({
                trend_name: string(),
                post_count: integer(),
                category: oneOf(categories),
                trending_since: Time,
              }),
            ),
          ),
        ),
        meta,
      }),
    ),
  },
  refuses: [],
  example: {},
  handle({ principal: { user }, now }, { tables }) {
    const followed = whomFollows(user, tables);
    const known = new Set(followed);
    const elsewhere = [...tables.users.values()].filter((each) => !known.has(each) && each !== user);
    const isElsewhere = new Set(
      countHashtags(elsewhere, null, now, tables).map(({ name }) => name.toLowerCase()),
    );
    const data = countHashtags(followed, user, now, tables)
      .slice(0, mostPersonal)
      .map(({ name, posts, since }) => ({
        trend_name: name,
        post_count: posts,
        category: categories[isElsewhere.has(name.toLowerCase()) ? 1 : 0],
        trending_since: iso(since),
      }));
    return answer(data);
  },
});

const answer = (data: readonly object[]) => ({
  status: 200,
  body: { ...(data.length > 0 && { data }), meta: { result_count: data.length } },
});

function* whoLive(isThere: (location: string) => boolean, { users }: Read): Generator<User> {
  for (const user of users.values()) if (isThere(user.location)) yield user;
}

const whomFollows = ({ id }: User, { follows, users }: Read): User[] =>
  Array.from(follows.range('source_user_id', id).descending(), (place) => {
    const { target_user_id } = follows.must(keyAt(place));
    return users.must(target_user_id);
  });

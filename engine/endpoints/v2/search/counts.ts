import { keyAt } from '../../../state/store/range.ts';
import { itemAt } from '../../../checked/known.ts';
import { endpoint, json } from '../../../declaration/endpoint.ts';
import type { Services } from '../../../declaration/services.ts';
import { cursorsOf } from '../../../paging/cursor.ts';
import type { Cursors } from '../../../paging/cursor.ts';
import { find } from '../../../search/found.ts';
import type { Found } from '../../../search/found.ts';
import { hiddenFromAll } from '../../../search/hidden.ts';
import { maySee } from '../../../social/visibility.ts';
import { v2 } from '../../../spec/apis.ts';
import {
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
import type { Refusal } from '../../../spec/problems.ts';
import { bindingOf, boundsOf, day, inputs, queryOf, refuseToken, tokenOf } from './common.ts';
import type { Asked, Reach } from './common.ts';

const steps = { minute: 60_000, hour: 3_600_000, day };
type Granularity = keyof typeof steps;

/** Most buckets on a page: a day in minutes (choice: search-counts). */
const onPage = 1440;

/** Days that a count of the whole archive covers without start_time. */
const defaultDays = 30;

const Bucket = named('PostCount', object({ start: Time, end: Time, post_count: integer() }));

const common = {
  api: v2,
  method: 'GET',
  section: '8.3',
  auth: ['app'],
  choices: [
    'envelope',
    'search',
    'search-syntax',
    'search-anchor',
    'search-words',
    'search-window',
    'search-counts',
    'protected-posts',
    'cells',
  ],
  answers: {
    200: json(
      object({
        data: optional(listOf(Bucket)),
        meta: object({ total_post_count: integer(), next_token: optional(string()) }),
      }),
    ),
  },
  refuses: ['parameterInvalid'],
  example: { query: { query: 'bread OR harbour OR the', granularity: 'day' } },
} as const;

const granularity = {
  granularity: withDefault(oneOf(['minute', 'hour', 'day']), 'hour', 'Length of a bucket'),
};

export const countRecent = endpoint({
  ...common,
  id: 'countRecentPosts',
  path: '/2/posts/counts/recent',
  summary: 'Count posts of the last 7 days',
  description:
    'Counts the posts of the last 7 days that match a query, by minute, hour or day. Buckets without a post are listed with 0.',
  limits: limits('300 A', '5 A', '1 A'),
  query: { ...inputs('recent'), ...granularity },
  handle: ({ query, now }, platform) => count('recent', 'countRecentPosts', query, now, platform),
});

export const countAll = endpoint({
  ...common,
  id: 'countAllPosts',
  path: '/2/posts/counts/all',
  summary: 'Count posts of the whole archive',
  description:
    'Counts the posts of any age that match a query, by minute, hour or day. Without `start_time` it counts the last 30 days.',
  limits: limits('300 A'),
  query: { ...inputs('all'), ...granularity },
  handle: ({ query, now }, platform) => count('all', 'countAllPosts', query, now, platform),
});

function count(
  reach: Reach,
  id: string,
  asked: Asked & { readonly granularity: Granularity },
  now: number,
  platform: Services,
) {
  const query = queryOf(asked);
  if (isRefusal(query)) return query;
  const bounds = boundsOf(asked, reach, now);
  if (isRefusal(bounds)) return bounds;
  const cursors = cursorsOf(platform.paging, bindingOf(id, asked, asked.granularity));
  const whole = wholeOf(asked, cursors, bounds, now);
  if (isRefusal(whole)) return whole;
  const buckets = bucketsOf(whole, steps[asked.granularity]);
  const start = buckets[0]?.start ?? whole.end;
  const counts = tally(
    buckets,
    find(
      query,
      { ...bounds, start, end: whole.end },
      (post) => maySee(post, null, platform.tables),
      platform.state,
    ),
    platform,
  );
  const data = buckets.map((bucket, at) => ({
    start: new Date(bucket.start).toISOString(),
    end: new Date(bucket.end).toISOString(),
    post_count: itemAt(counts, at),
  }));
  const meta = {
    total_post_count: counts.reduce((sum, each) => sum + each, 0),
    ...(start > whole.start && {
      next_token: cursors.seal({ direction: 'next', edge: [whole.start, String(start)] }),
    }),
  };
  return { status: 200, body: { ...(data.length > 0 && { data }), meta } };
}

interface Span {
  /** Whole epoch ms. `end` is not included. */
  readonly start: number;
  readonly end: number;
}

/**
 * The time that this page and the following ones cover. A token keeps both ends, no matter how late the page is
 * requested.
 */
function wholeOf(
  asked: Asked,
  cursors: Cursors,
  bounds: { readonly start: number | null; readonly end: number | null },
  now: number,
): Span | Refusal<'parameterInvalid'> {
  const token = tokenOf(asked);
  if (isRefusal(token)) return token;
  if (token.token === undefined) {
    // A post of the current millisecond counts.
    const end = Math.floor(bounds.end ?? now + 1);
    return { start: Math.floor(bounds.start ?? end - defaultDays * day), end };
  }
  const position = cursors.open(token.token);
  if (!position) return refuseToken(token);
  const [start, end] = position.edge;
  return { start: Number(start), end: Number(end) };
}

/** The newest buckets that fit on a page, oldest first. The first and the last may be shorter. */
function bucketsOf({ start, end }: Span, step: number): Span[] {
  const buckets: Span[] = [];
  for (let to = end; to > start && buckets.length < onPage;) {
    const from = Math.max(start, Math.ceil(to / step) * step - step);
    buckets.push({ start: from, end: to });
    to = from;
  }
  return buckets.reverse();
}

function tally(buckets: readonly Span[], { posts, passes, exact }: Found, { tables }: Services): number[] {
  const starts = buckets.map(({ start }) => start);
  if (exact) return exact.countFrom(starts, hiddenFromAll(exact.index, tables));
  const counts = buckets.map(() => 0);
  for (const place of posts.descending()) {
    const id = keyAt(place);
    if (passes(id)) counts[lastAtMost(starts, tables.posts.must(id).created_at)]!++;
  }
  return counts;
}

/** The index of the last number that is not larger than `most`. */
function lastAtMost(numbers: readonly number[], most: number): number {
  let [low, high] = [0, numbers.length];
  while (high - low > 1) {
    const middle = (low + high) >>> 1;
    if (itemAt(numbers, middle) > most) high = middle;
    else low = middle;
  }
  return low;
}

/** Stretches of a list of posts: between ids, between times, without some kinds. */
import { described, Id, integer, listOf, oneOf, optional, Time, withDefault } from '../../../spec/fields.ts';
import type { Values } from '../../../spec/fields.ts';
import { refuseValue } from '../../../spec/problems.ts';
import type { Refusal } from '../../../spec/problems.ts';
import { pagination } from '../../../paging/v2.ts';
import { firstIdAt } from '../../../state/ids.ts';
import { before, behind } from '../../../state/store/entries.ts';
import { compareKeys } from '../../../state/store/order.ts';
import type { Range } from '../../../state/store/range.ts';
import type { Post } from '../../../state/tables/posts.ts';

export const authorId = { id: described(Id, 'Id of the user') };

/** `least` posts on a page at least. */
export const turning = (least: number) => ({
  max_results: withDefault(integer(least, 100), 100, 'Posts on a page'),
  ...pagination,
});

export const bounds = {
  start_time: optional(Time, 'Oldest time of a post, ISO 8601 in UTC'),
  end_time: optional(Time, 'Time before which posts were made, ISO 8601 in UTC'),
  since_id: optional(Id, 'Posts after this one alone'),
  until_id: optional(Id, 'Posts before this one alone'),
};

export const exclude = {
  exclude: optional(listOf(oneOf(['replies', 'reposts'])), 'Kinds of posts to leave out'),
};

export type Filters = Values<typeof bounds & typeof exclude>;

/** What filters say, read once for all posts of a list. */
export interface Span {
  readonly start: Moment | null;
  readonly end: Moment | null;
  readonly since_id: string | undefined;
  readonly until_id: string | undefined;
  readonly hasReplies: boolean;
  readonly hasReposts: boolean;
}

interface Moment {
  /** Epoch ms. */
  readonly at: number;
  readonly firstId: string;
}

/** Bounds between which nothing can lie are a mistake, not a list without a hit. */
export function spanOf(filters: Filters): Span | Refusal<'parameterInvalid'> {
  const { start_time, end_time, since_id, until_id, exclude: kinds } = filters;
  const [start, end] = [momentOf(start_time), momentOf(end_time)];
  if (start && end && end_time !== undefined && start.at > end.at)
    return refuseValue('query parameter', 'end_time', end_time, `is before \`start_time\` [${start_time}]`);
  if (since_id !== undefined && until_id !== undefined && compareKeys(since_id, until_id) > 0)
    return refuseValue('query parameter', 'until_id', until_id, `is before \`since_id\` [${since_id}]`);
  const [hasReplies, hasReposts] = [!kinds?.includes('replies'), !kinds?.includes('reposts')];
  return { start, end, since_id, until_id, hasReplies, hasReposts };
}

function momentOf(time: string | undefined): Moment | null {
  if (time === undefined) return null;
  const at = Date.parse(time);
  return { at, firstId: firstIdAt(at) };
}

/** The stretch of a range of posts that is in a span; `hasBackdated`: whether some of them are older than their ids. */
export function between(
  range: Range,
  { start, end, since_id, until_id }: Span,
  hasBackdated: () => boolean,
): Range {
  let stretch = range;
  if (since_id !== undefined) stretch = stretch.from(behind(since_id));
  if (until_id !== undefined) stretch = stretch.to(before(until_id));
  if (start) stretch = stretch.from(before(start.firstId));
  // Ids of posts that were dated back are beyond what their time says: where there are some, `passes` alone tells.
  if (end && !hasBackdated()) stretch = stretch.to(before(end.firstId));
  return stretch;
}

export const passes = (post: Post, { start, end, hasReplies, hasReposts }: Span): boolean =>
  (!start || post.created_at >= start.at) &&
  (!end || post.created_at < end.at) &&
  (hasReplies || !post.in_reply_to_post_id) &&
  (hasReposts || !post.reposted_post_id);

/** What a page's token is bound to, beside the list. */
export const bindingOf = ({ start_time, end_time, since_id, until_id, exclude: kinds }: Filters): string =>
  JSON.stringify([start_time, end_time, since_id, until_id, [...new Set(kinds)].sort()]);

/** Filters of a list of posts: between ids, between times, without some kinds. */
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

/** At least `least` posts per page. */
export const turning = (least: number) => ({
  max_results: withDefault(integer(least, 100), 100, 'Posts on a page'),
  ...pagination,
});

export const bounds = {
  start_time: optional(Time, 'Oldest time of a post, ISO 8601 in UTC'),
  end_time: optional(Time, 'Time before which posts were made, ISO 8601 in UTC'),
  since_id: optional(Id, 'Only posts after this one'),
  until_id: optional(Id, 'Only posts before this one'),
};

export const exclude = {
  exclude: optional(listOf(oneOf(['replies', 'reposts'])), 'Kinds of posts to leave out'),
};

export type Filters = Values<typeof bounds & typeof exclude>;

/** The filters, parsed once for all posts of a list. */
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

/** Bounds that exclude everything are a mistake, not an empty list. */
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

/** The part of a range of posts that is in a span. `hasBackdated`: whether some posts are older than their ids. */
export function between(
  range: Range,
  { start, end, since_id, until_id }: Span,
  hasBackdated: () => boolean,
): Range {
  let stretch = range;
  if (since_id !== undefined) stretch = stretch.from(behind(since_id));
  if (until_id !== undefined) stretch = stretch.to(before(until_id));
  if (start) stretch = stretch.from(before(start.firstId));
  // The ids of backdated posts are later than their times. If there are any, only `passes` can decide.
  if (end && !hasBackdated()) stretch = stretch.to(before(end.firstId));
  return stretch;
}

export const passes = (post: Post, { start, end, hasReplies, hasReposts }: Span): boolean =>
  (!start || post.created_at >= start.at) &&
  (!end || post.created_at < end.at) &&
  (hasReplies || !post.in_reply_to_post_id) &&
  (hasReposts || !post.reposted_post_id);

/** What the token of a page is bound to, in addition to the list. */
export const bindingOf = ({ start_time, end_time, since_id, until_id, exclude: kinds }: Filters): string =>
  JSON.stringify([start_time, end_time, since_id, until_id, [...new Set(kinds)].sort()]);

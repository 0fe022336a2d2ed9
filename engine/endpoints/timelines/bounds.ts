/** Stretches of a list of posts: between ids, between times, without some kinds. */
import { described, Id, integer, listOf, oneOf, optional, Time, withDefault } from '../../spec/fields.ts';
import type { Values } from '../../spec/fields.ts';
import { refuseValue } from '../../spec/problems.ts';
import type { Refusal } from '../../spec/problems.ts';
import { pagination } from '../../paging/paginate.ts';
import { firstIdAt } from '../../state/ids.ts';
import { before, behind } from '../../state/store/entries.ts';
import { compareKeys } from '../../state/store/order.ts';
import type { Range } from '../../state/store/range.ts';
import type { Post } from '../../state/tables/posts.ts';

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

/** Bounds between which nothing can lie are a mistake, not a list without a hit. */
export function reversedBounds({
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

/** The stretch of a range of posts that these leave; `hasBackdated`: whether some of them are older than their ids. */
export function between(
  range: Range,
  { start_time, end_time, since_id, until_id }: Filters,
  hasBackdated: () => boolean,
): Range {
  let stretch = range;
  if (since_id !== undefined) stretch = stretch.from(behind(since_id));
  if (until_id !== undefined) stretch = stretch.to(before(until_id));
  if (start_time !== undefined) stretch = stretch.from(before(firstIdAt(Date.parse(start_time))));
  // Ids of posts that were dated back are beyond what their time says: where there are some, `passes` alone tells.
  if (end_time !== undefined && !hasBackdated())
    stretch = stretch.to(before(firstIdAt(Date.parse(end_time))));
  return stretch;
}

export function passes(post: Post, { start_time, end_time, exclude: kinds }: Filters): boolean {
  if (start_time !== undefined && post.created_at < Date.parse(start_time)) return false;
  if (end_time !== undefined && post.created_at >= Date.parse(end_time)) return false;
  if (kinds?.includes('replies') && post.in_reply_to_post_id) return false;
  return !(kinds?.includes('reposts') && post.reposted_post_id);
}

/** What a page's token is bound to, beside the list. */
export const bindingOf = ({ start_time, end_time, since_id, until_id, exclude: kinds }: Filters): string =>
  JSON.stringify([start_time, end_time, since_id, until_id, [...new Set(kinds)].sort()]);

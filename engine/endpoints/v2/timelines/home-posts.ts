/** Which posts are in a home timeline (choices: home-timeline, reposts, muting, protected-posts, blocking). */
import type { Services } from '../../../declaration/services.ts';
import { Merged } from '../../../paging/merged.ts';
import { allPosts } from '../../../social/all-posts.ts';
import { originalOf } from '../../../social/reposts.ts';
import { maySee } from '../../../social/visibility.ts';
import type { Read } from '../../../state/state.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { between } from './bounds.ts';
import type { Span } from './bounds.ts';
import type { Listed } from './timeline.ts';

export function homePosts(
  user: User,
  span: Span,
  { tables, state }: Pick<Services, 'tables' | 'state'>,
): Listed {
  const { posts, follows } = tables;
  const unheard = unheardBy(user, tables);
  const shown = (post: Post) => post.reposted_post_id === null || isHeard(post, user, tables);
  if (followsMost(user, span, tables)) {
    const isFollowed = ({ author_id: author }: Post) =>
      author === user.id || (!unheard.has(author) && follows.get(pairId(user.id, author)) !== undefined);
    return {
      stretch: between(allPosts(state), span, () => false),
      shown: (post) => isFollowed(post) && shown(post),
    };
  }
  const stretches = followedBy(user, tables).flatMap((author) => {
    if (unheard.has(author)) return [];
    return between(posts.range('author', author), span, () => posts.countBy('author_backdated', author) > 0);
  });
  return { stretch: new Merged(stretches), shown };
}

/** Up to this many authors, their posts are always merged. */
const mostMerged = 50;

/**
 * Whether reading all posts is the fastest way to a page: a quarter of all users are followed, so that about every
 * fourth post is shown. With an end time, posts are not ordered by time, so each author's posts are read separately.
 */
function followsMost({ id }: User, { end }: Span, { follows, users }: Read): boolean {
  const followed = follows.countBy('source_user_id', id);
  return end === null && followed > mostMerged && followed * 4 > users.size;
}

function followedBy({ id: user }: User, { follows }: Read): string[] {
  const ids = [user];
  for (const place of follows.range('source_user_id', user).ascending())
    ids.push(follows.must(keyAt(place)).target_user_id);
  return ids;
}

/**
 * The authors whose posts a user does not see: those whom the user mutes and those who block the user. Followed users
 * are visible, protected or not.
 */
function unheardBy({ id: user }: User, { mutes, blocks }: Read): ReadonlySet<string> {
  const unheard = new Set<string>();
  for (const place of mutes.range('source_user_id', user).ascending())
    unheard.add(mutes.must(keyAt(place)).target_user_id);
  for (const place of blocks.range('target_user_id', user).ascending())
    unheard.add(blocks.must(keyAt(place)).source_user_id);
  return unheard;
}

/** Whether a repost is shown to the user, who must not mute its original author and must be allowed to see it. */
const isHeard = (repost: Post, user: User, tables: Read): boolean =>
  !tables.mutes.get(pairId(user.id, originalOf(repost, tables.posts).author_id)) &&
  maySee(repost, user, tables);

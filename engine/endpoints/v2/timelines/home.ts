import { v2 } from '../../../spec/apis.ts';
import { endpoint } from '../../../declaration/endpoint.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { limits } from '../../../spec/limits.ts';
import { described, Id } from '../../../spec/fields.ts';
import { Merged } from '../../../paging/merged.ts';
import { allPosts } from '../../../social/all-posts.ts';
import { originalOf } from '../../../social/reposts.ts';
import { postSelection } from '../../../social/schemas.ts';
import { maySee } from '../../../social/visibility.ts';
import type { Read } from '../../../state/state.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { pairId } from '../../../state/tables/pairs.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { between, bounds, exclude, spanOf, turning } from './bounds.ts';
import type { Span } from './bounds.ts';
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
    const { tables } = platform;
    const { posts } = tables;
    const span = spanOf(query);
    if (isRefusal(span)) return span;
    const unheard = unheardBy(user, tables);
    const shown = (post: Post) => post.reposted_post_id === null || isHeard(post, user, tables);
    const name = `getHomeTimeline ${user.id}`;
    if (followsMost(user, span, tables)) {
      const { follows } = tables;
      const isFollowed = ({ author_id: author }: Post) =>
        author === user.id || (!unheard.has(author) && follows.get(pairId(user.id, author)) !== undefined);
      const list = between(allPosts(platform.state), span, () => false);
      return pageOfTimeline(list, span, call, name, (post) => isFollowed(post) && shown(post), platform);
    }
    const stretches = followedBy(user, tables).flatMap((author) => {
      if (unheard.has(author)) return [];
      return between(
        posts.range('author', author),
        span,
        () => posts.countBy('author_backdated', author) > 0,
      );
    });
    return pageOfTimeline(new Merged(stretches), span, call, name, shown, platform);
  },
});

/** Authors whose posts are merged in any case. */
const mostMerged = 50;

/**
 * Whether a page is found soonest by looking at everybody's posts: a quarter of all users are followed, so that about every
 * fourth post is shown. Where an end is given posts are not in the order of their times, so those of each author are looked for.
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

/** Whose posts a user does not hear. Whom one follows one sees, protected or not, unless they block. */
function unheardBy({ id: user }: User, { mutes, blocks }: Read): ReadonlySet<string> {
  const unheard = new Set<string>();
  for (const place of mutes.range('source_user_id', user).ascending())
    unheard.add(mutes.must(keyAt(place)).target_user_id);
  for (const place of blocks.range('target_user_id', user).ascending())
    unheard.add(blocks.must(keyAt(place)).source_user_id);
  return unheard;
}

/** Whether the user hears what a repost says: of nobody whom they mute or may not see. */
const isHeard = (repost: Post, user: User, tables: Read): boolean =>
  !tables.mutes.get(pairId(user.id, originalOf(repost, tables.posts).author_id)) &&
  maySee(repost, user, tables);

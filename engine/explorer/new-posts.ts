/** The new posts of a timeline since it was read, selected as for an API call. */
import { homePosts } from '../endpoints/v2/timelines/home-posts.ts';
import { authorPosts } from '../endpoints/v2/timelines/of-user.ts';
import type { Listed } from '../endpoints/v2/timelines/timeline.ts';
import { findAuthor } from '../social/lookup.ts';
import type { World } from '../social/world.ts';
import { isRefusal } from '../spec/problems.ts';
import type { StateView } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import type { Post } from '../state/tables/posts.ts';
import type { NewPosts } from './contract.ts';

/** Most posts that are counted. */
const mostCounted = 100;

type Needs = World & { readonly state: StateView };

/** `authorId`: the author whose posts are read; null for the home timeline. Returns null if there is nothing new. */
export function newPosts(
  viewerId: string,
  authorId: string | null,
  afterId: string,
  world: Needs,
): NewPosts | null {
  const list = listOf(viewerId, authorId, afterId, world);
  if (!list) return null;
  const { posts, users } = world.tables;
  const isOwnRepost = (post: Post) => post.author_id === viewerId && post.reposted_post_id !== null;
  const found: Post[] = [];
  for (const place of list.stretch.descending()) {
    const post = posts.get(keyAt(place));
    if (post && list.shown(post) && !isOwnRepost(post)) found.push(post);
    if (found.length === mostCounted) break;
  }
  const [latest] = found;
  if (!latest) return null;
  const by = new Set(found.map(({ author_id: author }) => users.must(author).username));
  return { count: found.length, by: [...by], at: latest.created_at };
}

function listOf(viewerId: string, authorId: string | null, afterId: string, world: Needs): Listed | null {
  const viewer = world.tables.users.get(viewerId);
  if (!viewer) return null;
  const span = {
    ...{ start: null, end: null, since_id: afterId, until_id: undefined },
    ...{ hasReplies: true, hasReposts: true },
  };
  if (authorId === null) return homePosts(viewer, span, world);
  const author = findAuthor(authorId, viewer, world);
  return isRefusal(author) ? null : authorPosts(author, viewer, span, world);
}

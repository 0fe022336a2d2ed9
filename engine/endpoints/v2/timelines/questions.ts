/** What a page asks about timelines beside its calls: none of it is sent, and none is counted. */
import { nullable, text, tuple } from '../../../declaration/checks.ts';
import { question } from '../../../declaration/command.ts';
import type { Services } from '../../../declaration/services.ts';
import { findAuthor } from '../../../social/lookup.ts';
import { isRefusal } from '../../../spec/problems.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { homePosts } from './home-posts.ts';
import { authorPosts } from './of-user.ts';
import type { Listed } from './timeline.ts';

/** Posts that are counted. */
const mostCounted = 100;

export interface NewPosts {
  /** At most 100. */
  readonly count: number;
  /** Usernames of who posted or reposted, the latest first. */
  readonly by: readonly string[];
  /** When the latest was posted, in epoch ms. */
  readonly at: number;
}

interface Needs {
  readonly services: Services;
}

export const questions = {
  /**
   * What a user would read in their home timeline, or for the id of an author among the posts of that author, that has
   * come after a post; null for nothing. What they reposted themselves is no news.
   */
  newPosts: question(
    tuple(text, nullable(text), text),
    ({ services }: Needs, viewerId, authorId, afterId): NewPosts | null => {
      const list = listOf(viewerId, authorId, afterId, services);
      if (!list) return null;
      const { tables } = services;
      const isOwnRepost = (post: Post) => post.author_id === viewerId && post.reposted_post_id !== null;
      const posts: Post[] = [];
      for (const place of list.stretch.descending()) {
        const post = tables.posts.get(keyAt(place));
        if (post && list.shown(post) && !isOwnRepost(post)) posts.push(post);
        if (posts.length === mostCounted) break;
      }
      const [latest] = posts;
      if (!latest) return null;
      const by = new Set(posts.map(({ author_id: author }) => tables.users.must(author).username));
      return { count: posts.length, by: [...by], at: latest.created_at };
    },
  ),
};

function listOf(
  viewerId: string,
  authorId: string | null,
  afterId: string,
  services: Services,
): Listed | null {
  const viewer = services.tables.users.get(viewerId);
  if (!viewer) return null;
  const span = {
    ...{ start: null, end: null, since_id: afterId, until_id: undefined },
    ...{ hasReplies: true, hasReposts: true },
  };
  if (authorId === null) return homePosts(viewer, span, services);
  const author = findAuthor(authorId, viewer, services);
  return isRefusal(author) ? null : authorPosts(author, viewer, span, services);
}

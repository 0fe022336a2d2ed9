/** Who may see whose posts (choices: protected-posts, blocking). */
import type { Read } from '../state/state.ts';
import type { User } from '../state/tables/accounts.ts';
import { pairId } from '../state/tables/pairs.ts';
import type { Post } from '../state/tables/posts.ts';

/** Whether a user, or an App without a user, may see the posts of a user. */
export function maySeePostsOf(author: User, viewer: User | null, { follows, blocks }: Read): boolean {
  if (author.id === viewer?.id) return true;
  if (viewer && blocks.get(pairId(author.id, viewer.id))) return false;
  return !author.protected || (viewer !== null && follows.get(pairId(viewer.id, author.id)) !== undefined);
}

/** The same for one post. For a repost, the original has to be visible too. */
export function maySee(post: Post, viewer: User | null, tables: Read): boolean {
  if (!maySeePostsOf(tables.users.must(post.author_id), viewer, tables)) return false;
  const reposted = post.reposted_post_id === null ? undefined : tables.posts.get(post.reposted_post_id);
  return !reposted || maySee(reposted, viewer, tables);
}

/** Whether either of two users blocks the other: then neither may follow, like, answer or write to the other. */
export const areApart = (one: string, other: string, { blocks }: Read): boolean =>
  blocks.get(pairId(one, other)) !== undefined || blocks.get(pairId(other, one)) !== undefined;

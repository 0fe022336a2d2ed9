import type { StateView, Write } from '../state/state.ts';
import type { Post } from '../state/tables/posts.ts';

/**
 * Removes a post with its poll, its reposts, and what relates to it: likes, bookmarks. Replies to it and quotes go on
 * pointing at nothing. For use inside a transaction.
 */
export function removePost(post: Post, state: StateView, write: Write): void {
  const { tables } = state;
  for (const name of ['likes', 'bookmarks', 'filed_bookmarks', 'space_posts'] as const)
    for (const id of tables[name].keysBy('post_id', post.id)) write[name].remove(id);
  for (const id of tables.posts.keysBy('reposted', post.id)) removePost(tables.posts.get(id)!, state, write);
  write.posts.remove(post.id);
  if (post.poll_id) write.polls.remove(post.poll_id);
  const author = tables.users.get(post.author_id)!;
  if (author.pinned_post_id === post.id) write.users.update(author.id, { pinned_post_id: null });
}

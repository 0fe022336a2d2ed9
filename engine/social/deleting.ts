import type { Read, Write } from '../state/state.ts';
import { keyAt } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Post } from '../state/tables/posts.ts';
import { clearPostJob } from '../state/tables/removed-post.ts';

/** Rows that are removed before others get a turn: a few dozen milliseconds. */
const removedAtOnce = 1000;

const relations = ['likes', 'bookmarks', 'filed_bookmarks', 'space_posts'] as const;

/**
 * Removes a post with its poll, reposts, likes and bookmarks. Replies and quotes keep referring to its id. If there
 * are many rows, they are hidden at once and a job removes them in pieces (decisions/deleting.md). For use inside a
 * transaction at `now`, epoch ms.
 */
export function removePost(post: Post, now: number, tables: Read, write: Write): void {
  const counts = relations.map((name) => tables[name].countBy('post_id', post.id));
  const count = counts.reduce((sum, each) => sum + each, tables.posts.countBy('reposted', post.id));
  if (count <= removedAtOnce) removeRelations(post.id, now, tables, write);
  else planRest(post.id, now, write);
  write.posts.remove(post.id);
  if (post.poll_id) write.polls.remove(post.poll_id);
  const author = tables.users.get(post.author_id);
  if (author?.pinned_post_id === post.id) write.users.update(author.id, { pinned_post_id: null });
}

/** The job's row hides the rest. In the job's transaction that row is already removed, so the rest can be read. */
export function removeRest(postId: string, now: number, tables: Read, write: Write): void {
  if (!removeRelations(postId, now, tables, write)) planRest(postId, now, write);
}

function planRest(postId: string, now: number, write: Write): void {
  const id = `${clearPostJob}:${postId}`;
  write.jobs.put({ id, name: clearPostJob, due: now, every_ms: null, data: postId });
}

/** Removes one batch. Returns whether that was all. */
function removeRelations(postId: string, now: number, tables: Read, write: Write): boolean {
  let left = removedAtOnce;
  for (const name of relations)
    for (const key of firstKeys(tables[name].range('post_id', postId).ascending(), left)) {
      write[name].remove(key);
      left--;
    }
  for (const key of firstKeys(tables.posts.range('reposted', postId).ascending(), left)) {
    removePost(tables.posts.must(key), now, tables, write);
    left--;
  }
  return left > 0;
}

function firstKeys(places: Iterable<Place>, most: number): string[] {
  const keys: string[] = [];
  for (const place of places) {
    if (keys.length === most) break;
    keys.push(keyAt(place));
  }
  return keys;
}

/** Counts hashtags in the posts of the last day (choice: trends). */
import type { Read } from '../../../state/state.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { isBackdated } from '../../../state/tables/posts.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { maySee } from '../../../social/visibility.ts';

export interface Counted {
  /** With its `#`, as written in the latest post. */
  readonly name: string;
  readonly posts: number;
  /** When the earliest post was made, epoch ms. `latest` is the latest. */
  readonly since: number;
  readonly latest: number;
}

export const day = 86_400_000;

/** Most posts that are read: of one author, and of all authors. */
const most = { of: 200, all: 20_000 };

/**
 * The hashtags of these authors, most posts first, and of equal ones the latest first. Only originals that `viewer` may
 * see count.
 */
export function countHashtags(
  authors: Iterable<User>,
  viewer: User | null,
  now: number,
  tables: Read,
): Counted[] {
  const counts = new Map<string, Counted>();
  let left = most.all;
  for (const { id } of authors) {
    if (left <= 0) break;
    for (const post of lastDayOf(id, Math.min(left, most.of), now, tables)) {
      left--;
      if (post.reposted_post_id !== null || !post.entities?.hashtags) continue;
      if (maySee(post, viewer, tables)) note(post, counts);
    }
  }
  return [...counts.values()].sort(
    (one, other) => other.posts - one.posts || other.latest - one.latest || (one.name < other.name ? -1 : 1),
  );
}

/** Latest posts first. Backdated posts are among later ones, and are skipped. */
function* lastDayOf(author: string, size: number, now: number, { posts }: Read): Generator<Post> {
  let looked = 0;
  for (const place of posts.range('author', author).descending()) {
    if (looked++ === size) return;
    const post = posts.must(keyAt(place));
    if (post.created_at > now - day) yield post;
    else if (!isBackdated(post)) return;
  }
}

/** A tag counts once per post, in any case. */
function note({ entities, created_at: at }: Post, counts: Map<string, Counted>): void {
  const tags = new Map(entities?.hashtags?.map(({ tag }) => [tag.toLowerCase(), tag]));
  for (const [key, tag] of tags) {
    const before = counts.get(key);
    const isLatest = !before || at > before.latest;
    counts.set(key, {
      name: isLatest ? `#${tag}` : before.name,
      posts: (before?.posts ?? 0) + 1,
      since: Math.min(at, before?.since ?? at),
      latest: Math.max(at, before?.latest ?? at),
    });
  }
}

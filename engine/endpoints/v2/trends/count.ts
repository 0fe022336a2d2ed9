/** Hashtags by how many posts of the last day have them (choice: trends). */
import type { Read } from '../../../state/state.ts';
import { keyAt } from '../../../state/store/range.ts';
import type { User } from '../../../state/tables/accounts.ts';
import { isBackdated } from '../../../state/tables/posts.ts';
import type { Post } from '../../../state/tables/posts.ts';
import { maySee } from '../../../social/visibility.ts';

export interface Counted {
  /** With its `#`, as the latest post has it. */
  readonly name: string;
  readonly posts: number;
  /** When the earliest and the latest of the posts were made, epoch ms. */
  readonly since: number;
  readonly latest: number;
}

export const day = 86_400_000;

/** Posts that are read at most: of one author, and of all authors. */
const most = { of: 200, all: 20_000 };

/** The hashtags of these authors, the most posts first; of equals the latest. Only originals that `viewer` may see count. */
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

/** The latest posts first. Those that were dated back stand among later ones, and are passed over. */
function* lastDayOf(author: string, size: number, now: number, { posts }: Read): Generator<Post> {
  let looked = 0;
  for (const place of posts.range('author', author).descending()) {
    if (looked++ === size) return;
    const post = posts.must(keyAt(place));
    if (post.created_at > now - day) yield post;
    else if (!isBackdated(post)) return;
  }
}

/** A tag counts once a post, in whatever case. */
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

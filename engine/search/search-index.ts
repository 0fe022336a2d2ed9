import { changesOf } from '../state/tables/index.ts';
import type { Post } from '../state/tables/posts.ts';
import type { ChangeSet } from '../state/store/store.ts';
import { compareKeys } from '../state/store/order.ts';
import { Dictionary } from './dictionary.ts';
import { everything, inAll, inAny, nothing, only, outside } from './hits.ts';
import type { Hits } from './hits.ts';
import { Ordinals } from './ordinals.ts';
import { Postings } from './postings.ts';
import type { Query } from './query.ts';
import { termOf, termsOf } from './terms.ts';
import type { IndexedCondition } from './terms.ts';

/** The candidates of a query. */
export interface Plan {
  /** All posts that match, and, unless exact, some that do not; some may have been removed. */
  readonly hits: Hits;
  readonly isExact: boolean;
}

/** The index is rebuilt only after at least this many removed posts. */
const tolerated = 1000;

/**
 * An inverted index over the posts (decisions/search.md). It is built from all posts and then follows commits: new
 * posts have the highest ids, so they go to the end of every list.
 */
export class SearchIndex {
  readonly posts = new Ordinals();
  readonly #terms = new Dictionary();
  readonly #postings = new Postings();
  #isBehind = false;

  constructor(posts: Iterable<Post> = []) {
    for (const post of inOrder(posts)) this.add(post);
    this.trim();
  }

  /** Adds a post whose id is above all existing ones. */
  add(post: Post): void {
    const ordinal = this.posts.add(post);
    for (const term of termsOf(post)) this.#postings.add(this.#terms.add(term), ordinal);
  }

  /** Releases the memory reserved for more posts, after many were added. */
  trim(): void {
    this.posts.trim();
    this.#postings.trim(this.#terms.size);
    this.#terms.trim();
  }

  /** Whether it has to be rebuilt: it lacks posts, or more than half of its posts were removed. */
  get isWorn(): boolean {
    const { removedCount, size } = this.posts;
    return this.#isBehind || (removedCount > tolerated && removedCount > size / 2);
  }

  get byteLength(): number {
    return this.posts.byteLength + this.#terms.byteLength + this.#postings.byteLength;
  }

  /**
   * Applies committed changes. Posts that it already has change nothing, because they may have been committed while
   * it was built.
   */
  follow(changes: ChangeSet): void {
    const posts = changesOf(changes, 'posts');
    if (!posts) return;
    for (const post of inOrder(posts.added))
      if (this.posts.isNewest(post.id)) this.add(post);
      else if (!this.#has(post.id)) this.#isBehind = true;
    for (const id of posts.removed) {
      const ordinal = this.posts.find(id);
      if (ordinal >= 0) this.posts.remove(ordinal);
    }
  }

  /** For a bound query. `began` says whether the conversation with that id begins with the post with that id. */
  plan(query: Query, began: (id: string) => boolean): Plan {
    switch (query.kind) {
      case 'and':
      case 'or': {
        const parts = query.of.map((each) => this.plan(each, began));
        const sets = parts.map(({ hits }) => hits);
        return {
          hits: query.kind === 'and' ? inAll(sets) : inAny(sets),
          isExact: parts.every(({ isExact }) => isExact),
        };
      }
      case 'not': {
        const { hits, isExact } = this.plan(query.of, began);
        const { size } = this.posts;
        return { hits: isExact ? outside(hits, size) : everything(size), isExact };
      }
      case 'words':
        // The index does not know the positions of words in a text.
        return {
          hits: inAll([...new Set(query.words)].map((word) => this.#hits(word))),
          isExact: query.words.length === 1,
        };
      case 'conversation': {
        const first = began(query.id) ? this.posts.find(query.id) : -1;
        const others = this.#hits(termOf(query));
        return { hits: first < 0 ? others : inAny([only(first), others]), isExact: true };
      }
      default:
        return { hits: this.#hits(termOf(query)), isExact: true };
    }
  }

  /** The posts of a condition, newest first; some may have been removed. */
  *ordinalsOf(condition: IndexedCondition): Generator<number, void, undefined> {
    const hits = this.#hits(termOf(condition));
    for (let at = hits.seek(this.posts.size - 1); at >= 0; at = hits.seek(at - 1)) yield at;
  }

  #hits(term: string): Hits {
    const number = this.#terms.find(term);
    if (number < 0) return nothing;
    const reader = this.#postings.reader(number);
    return { count: this.#postings.countOf(number), seek: (at) => reader.seek(at) };
  }

  #has(id: string): boolean {
    const ordinal = this.posts.find(id);
    return ordinal >= 0 && !this.posts.isRemoved(ordinal);
  }
}

/** Sorted by id; most are sorted already. */
export function inOrder(posts: Iterable<Post>): readonly Post[] {
  const list = [...posts];
  const isOrdered = list.every((post, at) => at === 0 || compareKeys(list[at - 1]!.id, post.id) < 0);
  return isOrdered ? list : list.sort((a, b) => compareKeys(a.id, b.id));
}

import { asText } from '../checked/known.ts';
import { firstIdAt } from '../state/ids.ts';
import type { StateView } from '../state/state.ts';
import { before, behind } from '../state/store/entries.ts';
import type { Edge } from '../state/store/entries.ts';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Post } from '../state/tables/posts.ts';
import type { Hits } from './hits.ts';
import { bind, matches, Subject } from './matches.ts';
import { soughtWords } from './query.ts';
import type { Query } from './query.ts';
import type { SearchIndex } from './search-index.ts';
import { searchesOf } from './searches.ts';
import { countOf, wordsOf } from './words.ts';

/** Which posts a search looks at, besides its query. Times in epoch ms: from the first on, and before the second. */
export interface Bounds {
  readonly start: number | null;
  readonly end: number | null;
  readonly since_id: string | undefined;
  readonly until_id: string | undefined;
}

interface Narrowed<S> {
  from(edge: Edge): S;
  to(edge: Edge): S;
}

/** What a search found, before it is looked at: some of it may not pass. */
export interface Found {
  readonly posts: FoundPosts | Range;
  /** Whether the post of this id is there, and is what was sought. */
  readonly passes: (id: string) => boolean;
  /** The same posts, where all of them pass that who asks may see: nothing else is to be looked up. */
  readonly exact: FoundPosts | null;
}

/** `isShown` says whether who asks may see a post. Throws `NotYet` while there is no index and posts are still looked at. */
export function find(
  asked: Query,
  bounds: Bounds,
  isShown: (post: Post) => boolean,
  state: StateView,
): Found {
  const { posts } = state.tables;
  const query = bind(asked, state.tables);
  const searches = searchesOf(state);
  const index = searches.index();
  if (!index) {
    // In their bounds: what lies beyond them would count as looked at.
    const ids = [...searches.scan(query)].filter((id) => isIn(posts.get(id), bounds));
    const range = new Range(Entries.of([ids.map(() => ''), ids]), '');
    return {
      posts: between(range, bounds, true),
      exact: null,
      passes: (id) => isShown(posts.must(id)),
    };
  }
  const plan = () => index.plan(query, (id) => posts.get(id)?.conversation_id === id);
  const { isExact } = plan();
  const { hasBackdated } = index.posts;
  const found = between(new FoundPosts(index, () => plan().hits), bounds, hasBackdated);
  return {
    posts: found,
    exact: isExact && !hasBackdated && !posts.hidesSome ? found : null,
    passes: (id) => {
      const post = posts.get(id);
      return isIn(post, bounds) && isShown(post) && (isExact || matches(query, new Subject(post)));
    },
  };
}

function between<S extends Narrowed<S>>(
  posts: S,
  { start, end, since_id, until_id }: Bounds,
  hasBackdated: boolean,
): S {
  let found = posts;
  if (since_id !== undefined) found = found.from(behind(since_id));
  if (until_id !== undefined) found = found.to(before(until_id));
  if (start !== null) found = found.from(before(firstIdAt(start)));
  // Ids of posts that were dated back are beyond what their time says: where there may be some, `isIn` alone tells.
  if (end !== null && !hasBackdated) found = found.to(before(firstIdAt(end)));
  return found;
}

/** Whether a post is there, and was made between the bounds. */
const isIn = (post: Post | undefined, { start, end }: Bounds): post is Post =>
  post !== undefined &&
  (start === null || post.created_at >= start) &&
  (end === null || post.created_at < end);

/** Ordinals that are looked through at once on the way to newer posts, at first. */
const firstWindow = 64;

/** The ids of posts that may be hits, as a list that is paged. For use at once. */
export class FoundPosts {
  constructor(
    readonly index: SearchIndex,
    /** The hits again: they are walked down alone. */
    private readonly hits: () => Hits,
    private readonly low = 0,
    private readonly high = index.posts.size - 1,
  ) {}

  from({ at: [id], isBehind }: Edge): FoundPosts {
    const low = this.index.posts.countBelow(asText(id), isBehind);
    return new FoundPosts(this.index, this.hits, Math.max(this.low, low), this.high);
  }

  to({ at: [id], isBehind }: Edge): FoundPosts {
    const high = this.index.posts.countBelow(asText(id), isBehind) - 1;
    return new FoundPosts(this.index, this.hits, this.low, Math.min(this.high, high));
  }

  *descending(): Generator<Place, void, undefined> {
    for (const ordinal of this.ordinals()) yield [this.index.posts.idOf(ordinal)];
  }

  /** Window by window, each walked down; where little is found they grow. */
  *ascending(): Generator<Place, void, undefined> {
    let size = firstWindow;
    for (let low = this.low; low <= this.high;) {
      const high = Math.min(this.high, low + size - 1);
      const found = [...new FoundPosts(this.index, this.hits, low, high).descending()];
      yield* found.reverse();
      if (found.length < firstWindow) size *= 2;
      low = high + 1;
    }
  }

  /**
   * How many there are from each of these moments to the next, without those that are `hidden`. No post may have been
   * dated back: then ordinals tell all, and no post is read.
   */
  countFrom(starts: readonly number[], hidden: ReadonlySet<number>): number[] {
    const { posts } = this.index;
    const firsts = starts.map((start) => posts.countBelow(firstIdAt(start), false));
    const counts = starts.map(() => 0);
    let bucket = starts.length - 1;
    for (const ordinal of this.ordinals()) {
      while (bucket >= 0 && ordinal < firsts[bucket]!) bucket--;
      if (bucket < 0) break;
      if (!hidden.has(ordinal)) counts[bucket]!++;
    }
    return counts;
  }

  /** The newest first. */
  *ordinals(): Generator<number, void, undefined> {
    const { posts } = this.index;
    const hits = this.hits();
    for (let at = hits.seek(this.high); at >= this.low && at >= 0; at = hits.seek(at - 1))
      if (!posts.isRemoved(at)) yield at;
  }
}

/**
 * Posts in the order of relevance: how often what the query looks for stands in them, and the newest of those that have it
 * as often (choice: search-relevancy). Looks at the newest `most` alone.
 */
export function byRelevance(query: Query, { posts, passes }: Found, state: StateView, most: number): Range {
  const sought = soughtWords(query);
  const scores: number[] = [];
  const ids: string[] = [];
  let looked = 0;
  for (const [id] of posts.descending() as Iterable<[string]>) {
    if (passes(id)) {
      const words = wordsOf(state.tables.posts.must(id).text);
      scores.push(sought.reduce((sum, each) => sum + countOf(each, words), 0));
      ids.push(id);
    }
    if (++looked === most) break;
  }
  return new Range(Entries.of([ids.map(() => ''), scores, ids]), '');
}

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

/** Which posts a search covers, besides its query. Times in epoch ms: `start` inclusive, `end` exclusive. */
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

/** The candidates of a search, before each is checked: some may not pass. */
export interface Found {
  readonly posts: FoundPosts | Range;
  /** Whether the post with this id exists and matches. */
  readonly passes: (id: string) => boolean;
  /** The same posts, if all that the viewer may see pass without reading their rows; otherwise null. */
  readonly exact: FoundPosts | null;
}

/**
 * `isShown` says whether the viewer may see a post. Throws `NotYet` while there is no index and posts are still being
 * scanned.
 */
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
    // Limited to the bounds, because every post beyond them would count as looked at.
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
  // The id of a backdated post is later than its time. If there may be such posts, only `isIn` decides.
  if (end !== null && !hasBackdated) found = found.to(before(firstIdAt(end)));
  return found;
}

/** Whether a post exists and was made between the bounds. */
const isIn = (post: Post | undefined, { start, end }: Bounds): post is Post =>
  post !== undefined &&
  (start === null || post.created_at >= start) &&
  (end === null || post.created_at < end);

/** The number of ordinals in the first window on the way to newer posts. */
const firstWindow = 64;

/** The ids of posts that may be hits, as a list to be paged. Use it before the next change. */
export class FoundPosts {
  constructor(
    readonly index: SearchIndex,
    /** Gives new hits each time, because hits can only be walked downwards. */
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

  /** Goes through windows, walking down in each. The windows grow where few hits are found. */
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
   * The number of hits from each of these moments to the next, without those that are `hidden`. No post may be
   * backdated: then ordinals are enough, and no post is read.
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

  /** Newest first. */
  *ordinals(): Generator<number, void, undefined> {
    const { posts } = this.index;
    const hits = this.hits();
    for (let at = hits.seek(this.high); at >= this.low && at >= 0; at = hits.seek(at - 1))
      if (!posts.isRemoved(at)) yield at;
  }
}

/**
 * Posts by relevance: first those in which the sought words occur most often, and among equals the newest (choice:
 * search-relevancy). Covers only the newest `most` posts.
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

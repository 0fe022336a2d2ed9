import { firstIdAt } from '../state/ids.ts';
import type { StateView } from '../state/state.ts';
import { before } from '../state/store/entries.ts';
import type { Edge } from '../state/store/entries.ts';
import { Entries } from '../state/store/entries.ts';
import { Range } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Post } from '../state/tables/posts.ts';
import type { Hits } from './hits.ts';
import { bind, matches, Subject } from './matches.ts';
import { soughtWords } from './query.ts';
import type { Query } from './query.ts';
import { SearchIndex } from './search-index.ts';
import { countOf, wordsOf } from './words.ts';

/** Which posts a search looks at, besides its query. Times in epoch ms: from the first on, and before the second. */
export interface Bounds {
  readonly start: number | null;
  readonly end: number | null;
  readonly since_id: string | undefined;
  readonly until_id: string | undefined;
}

/** What a search found, before it is looked at: some of it may not pass. */
export interface Found {
  readonly posts: FoundPosts;
  /** Whether the post of this id is there, and is what was sought. */
  readonly passes: (id: string) => boolean;
  /** Whether all of them pass that who asks may see: nothing else is to be looked up. */
  readonly isExact: boolean;
}

const indexes = new WeakMap<StateView, SearchIndex>();

/** The index over the posts, made when it is first asked for. */
export function indexOf(state: StateView): SearchIndex {
  const known = indexes.get(state);
  if (known && !known.isWorn) return known;
  if (!known) state.journal.subscribe((changes) => indexes.get(state)!.follow(changes));
  const index = new SearchIndex(state.tables.posts.values());
  indexes.set(state, index);
  return index;
}

/** `isShown` says whether who asks may see a post. */
export function find(
  asked: Query,
  bounds: Bounds,
  isShown: (post: Post) => boolean,
  state: StateView,
): Found {
  const { posts } = state.tables;
  const query = bind(asked, state.tables);
  const index = indexOf(state);
  const plan = () => index.plan(query, (id) => posts.get(id)?.conversation_id === id);
  const { isExact } = plan();
  return {
    posts: between(new FoundPosts(index, () => plan().hits), bounds, index),
    isExact: isExact && !index.posts.hasBackdated,
    passes: (id) => {
      const post = posts.get(id);
      return (
        post !== undefined &&
        isWithin(post, bounds) &&
        isShown(post) &&
        (isExact || matches(query, new Subject(post)))
      );
    },
  };
}

function between(
  posts: FoundPosts,
  { start, end, since_id, until_id }: Bounds,
  index: SearchIndex,
): FoundPosts {
  let found = posts;
  if (since_id !== undefined) found = found.from({ at: [since_id], isBehind: true });
  if (until_id !== undefined) found = found.to(before(until_id));
  if (start !== null) found = found.from(before(firstIdAt(start)));
  // Ids of posts that were dated back are beyond what their time says: while there are some, `isWithin` alone tells.
  if (end !== null && !index.posts.hasBackdated) found = found.to(before(firstIdAt(end)));
  return found;
}

const isWithin = ({ created_at }: Post, { start, end }: Bounds): boolean =>
  (start === null || created_at >= start) && (end === null || created_at < end);

/** Ordinals that are looked through at once on the way to newer posts, at first. */
const firstWindow = 64;

/** The ids of posts that may be hits, as a list that is paged. For use at once. */
export class FoundPosts {
  constructor(
    private readonly index: SearchIndex,
    /** The hits anew: they are walked down alone. */
    private readonly hits: () => Hits,
    private readonly low = 0,
    private readonly high = index.posts.size - 1,
  ) {}

  from({ at: [id], isBehind }: Edge): FoundPosts {
    const low = this.index.posts.countBelow(id as string, isBehind);
    return new FoundPosts(this.index, this.hits, Math.max(this.low, low), this.high);
  }

  to({ at: [id], isBehind }: Edge): FoundPosts {
    const high = this.index.posts.countBelow(id as string, isBehind) - 1;
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
  const [scores, ids] = [[] as number[], [] as string[]];
  let looked = 0;
  for (const [id] of posts.descending() as Iterable<[string]>) {
    if (passes(id)) {
      const words = wordsOf(state.tables.posts.get(id)!.text);
      scores.push(sought.reduce((sum, each) => sum + countOf(each, words), 0));
      ids.push(id);
    }
    if (++looked === most) break;
  }
  return new Range(Entries.of([ids.map(() => ''), scores, ids]), '');
}

import { changesOf } from '../state/tables/index.ts';
import type { StateView } from '../state/state.ts';
import type { ChangeSet } from '../state/store/store.ts';
import { NotYet } from '../state/store/not-yet.ts';
import { matches, Subject } from './matches.ts';
import { neededWord } from './query.ts';
import type { Query } from './query.ts';
import { inOrder, SearchIndex } from './search-index.ts';
import { mayHave } from './words.ts';

/** Posts that are indexed, and posts that are scanned, before others get a turn: a few dozen milliseconds. */
const indexedAtOnce = 1000;
const scannedAtOnce = 10_000;

/** The most scans whose hits are kept while there is no index. */
const mostScans = 4;

type View = Pick<StateView, 'journal' | 'tables' | 'turn'>;

/** The hits of a scan so far. Once it is done, it follows every transaction. */
interface Scan {
  readonly query: Query;
  readonly hits: Set<string>;
  /** null once it is done. */
  under: Promise<void> | null;
}

/**
 * Searches the posts of a platform. An index of few posts is built at once. An index of many is built in pieces,
 * while calls continue; until it is ready, each search scans all posts, also in pieces (decisions/search.md).
 */
export class Searches {
  #index: SearchIndex | null = null;
  #making: Promise<void> | null = null;
  /** Changes committed since the index began to be built. */
  #missed: ChangeSet[] = [];
  /** By query. */
  readonly #scans = new Map<string, Scan>();

  constructor(private readonly state: View) {
    state.journal.subscribe((changes) => {
      if (this.#index) this.#index.follow(changes);
      else if (this.#making) this.#missed.push(changes);
    });
    state.journal.follow((changes) => this.#follow(changes));
  }

  /** The index; null while it is not ready. */
  index(): SearchIndex | null {
    if (this.#index && !this.#index.isWorn) return this.#index;
    const { posts } = this.state.tables;
    if (posts.size > indexedAtOnce) return (this.#index = null);
    return (this.#index = new SearchIndex(posts.values()));
  }

  /** The ids of all posts that match a bound query, in any order. Throws `NotYet` until every post has been scanned. */
  scan(query: Query): ReadonlySet<string> {
    const key = JSON.stringify(query);
    let scan = this.#scans.get(key);
    if (!scan) {
      const begun: Scan = { query, hits: new Set(), under: null };
      this.#scans.set(key, begun);
      begun.under = this.#look(begun).then(() => this.#end(begun));
      scan = begun;
    }
    if (scan.under) throw new NotYet('search', scan.under);
    return scan.hits;
  }

  /** Starts to build the index, unless it is being built. */
  make(): void {
    this.#making ??= this.#make().finally(() => (this.#making = null));
  }

  async #look(scan: Scan): Promise<void> {
    let looked = 0;
    const needed = neededWord(scan.query);
    // New posts are added at the end, so the scan reaches them.
    for (const post of this.state.tables.posts.values()) {
      const mayMatch = needed === null || mayHave(post.text, needed);
      if (mayMatch && matches(scan.query, new Subject(post))) scan.hits.add(post.id);
      if (++looked % scannedAtOnce === 0) await this.state.turn();
    }
  }

  /** Runs after `under` is set, even when the scan ends in its first turn. */
  #end(scan: Scan): void {
    scan.under = null;
    for (const [key, { under }] of this.#scans) {
      if (this.#scans.size <= mostScans) break;
      if (!under && this.#scans.get(key) !== scan) this.#scans.delete(key);
    }
    this.make();
  }

  async #make(): Promise<void> {
    // The search that asks for the index is answered first.
    await this.state.turn();
    this.#missed = [];
    const index = new SearchIndex();
    let added = 0;
    for (const post of inOrder(this.state.tables.posts.values())) {
      index.add(post);
      if (++added % indexedAtOnce === 0) await this.state.turn();
    }
    index.trim();
    for (const changes of this.#missed) index.follow(changes);
    this.#missed = [];
    this.#index = index;
    this.#scans.clear();
  }

  #follow(changes: ChangeSet): void {
    const posts = changesOf(changes, 'posts');
    if (this.#scans.size === 0 || !posts) return;
    for (const row of posts.added) {
      const subject = new Subject(row);
      for (const { query, hits } of this.#scans.values()) if (matches(query, subject)) hits.add(row.id);
    }
  }
}

const all = new WeakMap<StateView['journal'], Searches>();

/** The searches of a platform. */
export function searchesOf(state: View): Searches {
  let found = all.get(state.journal);
  if (!found) all.set(state.journal, (found = new Searches(state)));
  return found;
}

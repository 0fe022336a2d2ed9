import type { WorldClient } from './client.svelte.ts';
import type { Answered } from '../../../call/own-call.ts';
import { asked, eachOnce, shownPosts } from './shown-posts.ts';
import type { ShownPost } from './shown-posts.ts';

/** Posts per page. */
const aPage = '20';
/** The most posts that are shown; a person who wants more starts again. */
const mostShown = 400;

/** An id below the id of every post. */
const beforeAll = '0';

/** A list, and the call that reads it. */
export interface PostList {
  /** "timeline", "posts of @jonas_berg". */
  readonly what: string;
  /** How the list of acts names its reads. */
  readonly reads: string;
  readonly path: string;
  /** The id of the author; null for the home timeline. */
  readonly authorId: string | null;
  /** Whether the acting user's actions change it. */
  readonly isOwn: boolean;
}

/** A list of posts that is read page by page, by the API's own tokens. */
export class PostPages {
  readonly #client: WorldClient;
  readonly list: PostList;
  posts = $state.raw<readonly ShownPost[]>([]);
  /** The last answer, if it was a refusal. */
  refused = $state.raw<Answered | null>(null);
  busy = $state(false);
  /** Whether it was ever read. */
  isRead = $state(false);
  /**
   * When its first page was read, in epoch ms of the platform, and how many calls the answer said are left; null
   * before.
   */
  readAt = $state<number | null>(null);
  left = $state<string | null>(null);
  /** The entry id of the newest post; null before the first page was read. */
  newest = $state<string | null>(null);
  #next = $state<string | null>(null);
  #asked = 0;
  /** The acting user's count of moves when it was read. */
  #moves = -1;

  constructor(client: WorldClient, list: PostList) {
    this.#client = client;
    this.list = list;
  }

  /** A visit: reads the list unless it is read, or being read, and nothing has changed since. */
  async visit(): Promise<void> {
    const isAsked = this.busy || (this.isRead && !this.refused);
    const hasMoved = this.list.isOwn && this.#moves !== this.#client.moves;
    if (!isAsked || hasMoved) await this.load();
  }

  get hasMore(): boolean {
    return this.#next !== null && this.posts.length < mostShown;
  }

  /** Replaces all that is shown by the first page. */
  load(): Promise<void> {
    return this.#read(null);
  }

  /** Loads the page after the shown ones. */
  async more(): Promise<void> {
    if (!this.busy && this.#next !== null) await this.#read(this.#next);
  }

  async #read(token: string | null): Promise<void> {
    const number = ++this.#asked;
    const { what, reads, path } = this.list;
    const userId = this.#client.session.user?.id ?? '';
    if (token === null) this.#moves = this.#client.moves;
    this.busy = true;
    const query = { ...asked, max_results: aPage, ...(token !== null && { pagination_token: token }) };
    const answered = await this.#client.call(`read the ${what}`, { method: 'GET', path, query }, { reads });
    // A newer request was made meanwhile.
    if (number !== this.#asked) return;
    this.left = answered?.left ?? null;
    if (answered?.status !== 200) {
      this.busy = false;
      this.refused = answered;
      // A window that is used up does not invalidate what was read before.
      if (token === null && answered?.status !== 429) this.#forget();
      this.isRead = true;
      return;
    }
    if (token === null) this.readAt = answered.exchange.at;
    const shown = eachOnce(shownPosts(answered.json));
    const marks = await this.#client.marksOn(shown, userId);
    if (number !== this.#asked) return;
    this.busy = false;
    this.refused = null;
    // A post is shown only when it is known whether the user likes it: otherwise a press might remove the like.
    this.#client.learn(shown, marks);
    this.posts = token === null ? shown : eachOnce([...this.posts, ...shown]);
    if (token === null) this.newest = answered.json.meta?.newest_id ?? beforeAll;
    this.#next = answered.json.meta?.next_token ?? null;
    this.isRead = true;
  }

  #forget(): void {
    this.posts = [];
    this.newest = this.readAt = this.#next = null;
  }
}

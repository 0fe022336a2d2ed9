import type { WorldClient } from './client.svelte.ts';
import type { Answered } from '../../../call/own-call.ts';
import { asked, eachOnce, shownPosts } from './shown-posts.ts';
import type { ShownPost } from './shown-posts.ts';

/** Posts on one page of an answer. */
const aPage = '20';
/** Posts that are shown at once; who wants more begins again. */
const mostShown = 400;

/** An id below that of any post. */
const beforeAll = '0';

/** What is read, and by which call. */
export interface PostList {
  /** "timeline", "posts of @jonas_berg". */
  readonly what: string;
  /** What a list of reads counts it as. */
  readonly reads: string;
  readonly path: string;
  /** Whose posts they are; null for the home timeline. */
  readonly authorId: string | null;
  /** Whether it is another after what the acting user does. */
  readonly isOwn: boolean;
}

/** A list of posts that is read page by page, by the API's own tokens. */
export class PostPages {
  readonly #client: WorldClient;
  readonly list: PostList;
  posts = $state.raw<readonly ShownPost[]>([]);
  /** The last answer where it was none of posts. */
  refused = $state.raw<Answered | null>(null);
  busy = $state(false);
  /** Whether it was read at all. */
  isRead = $state(false);
  /** When its first page was read, in epoch ms of the platform, and what the answer said is left; null before. */
  readAt = $state<number | null>(null);
  left = $state<string | null>(null);
  /** The newest of them, by the id of its entry; null before the first page was read. */
  newest = $state<string | null>(null);
  #next = $state<string | null>(null);
  #asked = 0;
  /** What the acting user had done by the time that it was read. */
  #moves = -1;

  constructor(client: WorldClient, list: PostList) {
    this.#client = client;
    this.list = list;
  }

  /** A visit: reads it unless it was read, and nothing changed since that it would show. */
  async visit(): Promise<void> {
    const isCurrent =
      this.isRead && !this.refused && (!this.list.isOwn || this.#moves === this.#client.moves);
    if (!isCurrent && !this.busy) await this.load();
  }

  get hasMore(): boolean {
    return this.#next !== null && this.posts.length < mostShown;
  }

  /** The first page, in place of all that is shown. */
  load(): Promise<void> {
    return this.#read(null);
  }

  /** The page after what is shown. */
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
    // Another was asked for meanwhile.
    if (number !== this.#asked) return;
    this.left = answered?.left ?? null;
    if (answered?.status !== 200) {
      this.busy = false;
      this.refused = answered;
      // What is used up says nothing against what was read before.
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
    // A post is never shown before it is known whether one likes it: the press would take that back.
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

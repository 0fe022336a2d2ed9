import type { WorldClient } from './client.svelte.ts';
import type { Answered } from '../../../call/own-call.ts';
import { asked, eachOnce, shownPosts } from './shown-posts.ts';
import type { ShownPost } from './shown-posts.ts';

/** Posts on one page of an answer. */
const aPage = '20';
/** Posts that are shown at once; who wants more begins again. */
const mostShown = 400;

/** A list of posts that is read page by page, by the API's own tokens. */
export class PostPages {
  readonly #client: WorldClient;
  readonly #list: () => { readonly title: string; readonly path: string };
  posts = $state.raw<readonly ShownPost[]>([]);
  /** The last answer where it was none of posts. */
  refused = $state.raw<Answered | null>(null);
  busy = $state(false);
  /** Whether it was read at all. */
  isRead = $state(false);
  #next = $state<string | null>(null);
  #asked = 0;

  /** `list`: what is read, as things stand when it is. */
  constructor(client: WorldClient, list: () => { readonly title: string; readonly path: string }) {
    this.#client = client;
    this.#list = list;
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
    const { title, path } = this.#list();
    this.busy = true;
    const query = { ...asked, max_results: aPage, ...(token !== null && { pagination_token: token }) };
    const answered = await this.#client.call(title, { method: 'GET', path, query });
    // Another was asked for meanwhile.
    if (number !== this.#asked) return;
    if (answered?.status !== 200) {
      this.busy = false;
      this.refused = answered;
      if (token === null) this.posts = [];
      this.isRead = true;
      return;
    }
    const shown = eachOnce(shownPosts(answered.json));
    const marks = await this.#client.marksOn(shown);
    if (number !== this.#asked) return;
    this.busy = false;
    this.refused = null;
    // A post is never shown before it is known whether one likes it: the press would take that back.
    this.#client.learn(marks, token === null);
    this.posts = token === null ? shown : eachOnce([...this.posts, ...shown]);
    this.#next = answered.json.meta?.next_token ?? null;
    this.isRead = true;
  }
}

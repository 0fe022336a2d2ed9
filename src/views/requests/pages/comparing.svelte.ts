import { figure } from '../../../parts/figures.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { nothingCompared, seen, turned } from './compare.ts';
import type { Comparison } from './compare.ts';
import { labelNames } from './paging.ts';
import type { Walk } from './walk.ts';

/** The most entries of a list that is followed; the engine gives no more at once. */
export const mostFollowed = 6000;
/** The entries after the page that are read ahead, to show what comes next. */
const ahead = 20;

/** The parameters of a page of a walk. */
export interface AskedPage {
  readonly requestId: string;
  readonly size: number;
}

/** Follows one walk from its first page: the state of the list at each page, and after changes between pages. */
export class Comparing {
  readonly #session: PageSession;
  comparison = $state.raw<Comparison>(nothingCompared);
  /** Why there is no comparison, or why it ended, as a sentence; otherwise null. */
  ended = $state<string | null>(null);
  /** The number of entries when the last page was answered; null if unknown. */
  total = $state<number | null>(null);
  /** The walk that is followed. */
  #of = '';
  #requestId: string | null = null;
  #size = 0;
  /** Pages are processed one after another. */
  #work: Promise<void> = Promise.resolve();

  constructor(session: PageSession) {
    this.#session = session;
  }

  /** Adds an answered page: the walk that includes it, and the page's parameters. */
  add(walk: Walk, asked: AskedPage): void {
    this.#work = this.#work.then(() => this.#add(walk, asked)).catch(() => undefined);
  }

  /** Reads the list after a change. */
  look(): Promise<void> {
    const { cuts } = this.comparison;
    if (this.ended !== null || cuts.length === 0) return Promise.resolve();
    this.#work = this.#work
      .then(async () => {
        const now = await this.#now(cuts.at(-1)!.offset);
        if (now) this.comparison = seen(this.comparison, now);
      })
      .catch(() => undefined);
    return this.#work;
  }

  /** Resolves when every added page is processed. */
  settled(): Promise<void> {
    return this.#work;
  }

  async #add(walk: Walk, { requestId, size }: AskedPage): Promise<void> {
    const page = walk.pages[walk.shown];
    if (!page) return;
    this.#requestId = requestId;
    this.#size = size;
    if (walk.shown === 0 && walk.pages.length === 1) this.#begin(walk);
    if (walk.of !== this.#of || this.ended !== null) return this.#count();
    const read = this.comparison.cuts.length;
    if (walk.pages.length < read) return this.#end('The pages were asked for again. Start again to compare.');
    if (walk.shown !== read) return this.#count();
    const offset = (this.comparison.cuts.at(-1)?.offset ?? 0) + size;
    if (offset > mostFollowed) {
      this.#end(`The comparison ends here: it follows a list for ${figure(mostFollowed)} entries.`);
      return this.#count();
    }
    const now = await this.#now(offset);
    if (!now) return this.#end('The pages of this list do not state its order.');
    const ids = page.entries.map(({ id }) => id);
    const there = new Set(now.entries.map(({ id }) => id));
    if (!ids.every((id) => there.has(id)))
      return this.#end('The list changed while its page was on its way. Start again to compare.');
    this.comparison = turned(seen(this.comparison, now), { ids, next: page.next, size });
  }

  #begin({ of, isWhole }: Walk): void {
    this.#of = of;
    this.comparison = nothingCompared;
    this.ended = isWhole ? null : 'The comparison begins with the first page.';
  }

  #end(why: string): void {
    this.ended = why;
  }

  async #now(offset: number) {
    const most = Math.min(mostFollowed, offset + Math.max(ahead, Math.min(this.#size, 100)));
    const members = [...labelNames, 'created_at', 'updated_at', 'product_key'];
    const now = await this.#session.playground.ask('lists.now', this.#requestId!, most, members);
    this.total = now?.total ?? null;
    return now;
  }

  /** The number of entries of a list that is no longer followed. */
  async #count(): Promise<void> {
    const now = await this.#session.playground.ask('lists.now', this.#requestId!, 0, []);
    this.total = now?.total ?? null;
  }
}

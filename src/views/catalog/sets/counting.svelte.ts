import type { DraftFilter, Funnel, FunnelPart, Match } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import type { PageSession } from '../../../state/session.svelte.ts';

/** The ms after the last key before counting starts. */
const countAfter = 150;
/** The ms after the last key before the count is announced. */
const sayAfter = 600;
/** The ms before another try after a count was superseded. */
const againAfter = 500;
/** Products per page. */
const perPage = 50;
/** The most products that are read again at once. */
const mostRows = 200;

/** What is to be counted now. */
export interface Counted {
  readonly catalogId: string;
  readonly setId: string | null;
  readonly filters: readonly DraftFilter[];
}

/** Counts what the filters leave while they are typed, and pages through the matches. */
export class Counting {
  funnel = $state.raw<Funnel | null>(null);
  /** The filters that `funnel` belongs to. */
  of = $state.raw<readonly DraftFilter[]>([]);
  part = $state.raw<FunnelPart>({ type: 'matches' });
  products = $state.raw<readonly Match[]>([]);
  next = $state.raw<number | null>(null);
  /** How long the last count took, in ms. */
  ms = $state(0);
  isCounting = $state(false);
  /** The announcement for screen readers. */
  said = $state('');
  /** Why nothing could be counted, as a sentence. */
  failure = $state<string | null>(null);
  readonly #session: PageSession;
  readonly #what: () => Counted;
  readonly #asker = crypto.randomUUID();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #saying: ReturnType<typeof setTimeout> | undefined;
  #sayAt = 0;
  #number = 0;

  constructor(session: PageSession, what: () => Counted) {
    this.#session = session;
    this.#what = what;
  }

  /** Call it after an edit. */
  soon(): void {
    this.#sayAt = Date.now() + sayAfter;
    clearTimeout(this.#timer);
    this.isCounting = true;
    this.#timer = setTimeout(() => void this.now(), countAfter);
  }

  /** Shows the first page of a part. */
  show(part: FunnelPart): Promise<void> {
    this.part = part;
    return this.now();
  }

  /** Counts what was typed, and shows the first page. */
  now(): Promise<void> {
    this.isCounting = true;
    return this.#count(perPage);
  }

  /** After a change of products: counts again, and reloads the visible rows, up to a maximum. */
  refresh(): Promise<void> {
    return this.#count(Math.max(perPage, this.products.length));
  }

  async #count(rows: number): Promise<void> {
    clearTimeout(this.#timer);
    const number = ++this.#number;
    const begun = performance.now();
    const what = this.#what();
    const { part } = this;
    const answer = await this.#ask(what, part, 0, rows > mostRows ? 0 : rows);
    if (number !== this.#number || answer === null) return;
    if ('superseded' in answer) {
      this.#timer = setTimeout(() => void this.now(), againAfter);
      return;
    }
    if (part.type === 'near' && !('left' in (answer.filters[part.filter] ?? {}))) {
      // The filter was removed, or is no longer counted.
      await this.show({ type: 'matches' });
      return;
    }
    this.ms = performance.now() - begun;
    this.funnel = answer;
    this.of = what.filters;
    if (rows <= mostRows) [this.products, this.next] = [answer.page.products, answer.page.next];
    this.isCounting = false;
    this.#saySoon(answer.matches);
  }

  async more(): Promise<void> {
    if (this.next === null) return;
    const number = this.#number;
    const answer = await this.#ask(this.#what(), this.part, this.next, perPage);
    if (number !== this.#number || answer === null || 'superseded' in answer) return;
    this.products = [...this.products, ...answer.page.products];
    this.next = answer.page.next;
  }

  stop(): void {
    this.#number++;
    clearTimeout(this.#timer);
    clearTimeout(this.#saying);
  }

  async #ask({ catalogId, setId, filters }: Counted, part: FunnelPart, from: number, count: number) {
    const shown = { part, from, count };
    try {
      const answer = await this.#session.playground.ask('sets.funnel', this.#asker, {
        ...{ catalogId, setId, shown },
        filters: filters.map(({ attribute, operator, value }) => ({ attribute, operator, value })),
      });
      this.failure = null;
      return answer;
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
      this.isCounting = false;
      return null;
    }
  }

  /** Changes by other people are not announced: the figure shows them. */
  #saySoon(matches: number): void {
    if (this.#sayAt === 0) return;
    clearTimeout(this.#saying);
    const say = () => {
      this.#sayAt = 0;
      this.said = `${figure(matches)} ${matches === 1 ? 'product matches' : 'products match'}`;
    };
    this.#saying = setTimeout(say, Math.max(0, this.#sayAt - Date.now()));
  }
}

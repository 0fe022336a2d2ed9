import type {
  ExchangeGist,
  ExchangeRows,
  FilteredExchanges,
  FilterProblem,
  FoundExchanges,
} from '../../../worker/api.ts';
import { Live } from '../../state/live.svelte.ts';
import { messageOf } from '../../state/message-of.ts';
import type { PageSession } from '../../state/session.svelte.ts';

type Wanted = Omit<FoundExchanges, 'from' | 'count'>;

const none: readonly number[] = [];

/** The most rows per request. */
const mostRows = 300;

type Find = (wanted: FoundExchanges) => Promise<FilteredExchanges>;

/** The rows of a log that match a filter: the visible ones and some on each side. */
export class ExchangeList {
  readonly session: PageSession;
  /** null until the first answer. */
  total = $state.raw<number | null>(null);
  matches = $state.raw<number | null>(null);
  narrowest = $state.raw<ExchangeRows['narrowest']>(null);
  problem = $state.raw<FilterProblem | null>(null);
  failure = $state<string | null>(null);
  /** The filter that the rows belong to. */
  answered = $state.raw<string | null>(null);
  /** Whether the rows belong to the wanted filter. */
  isSettled = $state(false);
  #piece = $state.raw<{ readonly from: number; readonly rows: readonly ExchangeGist[] }>({
    from: 0,
    rows: [],
  });
  #wanted: Wanted = { filter: '', pinned: none };
  #seen: readonly [from: number, to: number] = [0, 0];
  /** Increases with every change that makes the loaded rows outdated. */
  #age = 0;
  #ageOfPiece = -1;
  #isAsking = false;
  readonly #live: Live<void>;
  readonly #find: Find;

  /** `find` asks the log; by default that of the platform. */
  constructor(
    session: PageSession,
    find: Find = (wanted) => session.playground.ask('exchanges.find', wanted),
  ) {
    this.session = session;
    this.#find = find;
    this.#live = new Live(session, () => this.renew(), {
      when: ({ type }) => type === 'exchange' || type === 'restarted',
      pause: 150,
    });
  }

  /** undefined for a row that is not loaded yet. */
  row(at: number): ExchangeGist | undefined {
    return this.#piece.rows[at - this.#piece.from];
  }

  /** The newest rows, as far as they are loaded. */
  newest(most: number): readonly ExchangeGist[] {
    return this.#piece.from === 0 ? this.#piece.rows.slice(0, most) : [];
  }

  /**
   * A new filter keeps the rows until its answer arrives. `pinned`: what `is:pinned` matches. `among`: only these
   * sequences are listed.
   */
  look(filter: string, pinned: readonly number[] = none, among?: readonly number[]): void {
    const { filter: before, pinned: pinnedBefore, among: amongBefore } = this.#wanted;
    const isSame = filter === before && pinned === pinnedBefore && among === amongBefore;
    if (this.#ageOfPiece >= 0 && isSame) return;
    this.#wanted = { filter, pinned, ...(among && { among }) };
    this.isSettled = false;
    void this.renew();
  }

  /** Sets the visible rows; `to` is exclusive. */
  see(from: number, to: number): void {
    this.#seen = [from, to];
    void this.#ask();
  }

  /** Follows the log. Returns a function that stops it. */
  follow(): () => void {
    return this.#live.follow();
  }

  /** Asks for the rows again. */
  renew(): Promise<void> {
    this.#age++;
    return this.#ask();
  }

  /** A running loop continues until everything is loaded. There is no await between its last check and its end. */
  async #ask(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    for (let need = this.#missing(); need; need = this.#missing()) await this.#fetch(need);
    this.#isAsking = false;
  }

  /** Never rejects. */
  async #fetch(need: { readonly from: number; readonly count: number }): Promise<void> {
    const wanted = this.#wanted;
    this.#ageOfPiece = this.#age;
    this.failure = null;
    try {
      const answer = await this.#find({ ...wanted, ...need });
      if (wanted !== this.#wanted) return;
      this.isSettled = true;
      this.problem = answer.kind === 'problem' ? answer : null;
      if (answer.kind === 'problem') return;
      this.#piece = answer;
      this.answered = wanted.filter;
      [this.total, this.matches, this.narrowest] = [answer.total, answer.matches, answer.narrowest];
    } catch (cause) {
      this.failure = messageOf(cause);
    }
  }

  /** The rows to load around the visible ones; null if all of them are loaded. */
  #missing(): { readonly from: number; readonly count: number } | null {
    const [seenFrom, seenTo] = this.#seen;
    const to = Math.min(seenTo, this.matches ?? seenTo);
    const { from, rows } = this.#piece;
    const isThere = seenFrom >= from && to <= from + rows.length;
    if (isThere && this.#ageOfPiece === this.#age) return null;
    if ((this.problem || this.failure !== null) && this.#ageOfPiece === this.#age) return null;
    const screen = Math.max(seenTo - seenFrom, 20);
    return { from: Math.max(0, seenFrom - 2 * screen), count: Math.min(5 * screen, mostRows) };
  }
}

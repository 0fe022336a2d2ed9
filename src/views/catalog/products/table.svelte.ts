import type {
  AsSet,
  AttributeName,
  FilterProblem,
  GridAnswer,
  GridRows,
  GridView,
} from '../../../../worker/api.ts';
import { onCatalogs } from '../../../merchants/watch.svelte.ts';
import { Live } from '../../../state/live.svelte.ts';
import type { PageSession } from '../../../state/session.svelte.ts';
import { firstColumns } from './columns.ts';
import type { Product } from './columns.ts';

/** The rows of one piece, which are asked for and kept together. */
const together = 64;
/** The most pieces that are kept. */
const mostPieces = 40;
/** The most values of the sorted column that the scale gets. */
export const mostMarks = 25;
const noRows: ReadonlyMap<number, GridRows['rows']> = new Map();

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** The rows of the current view of the products, as far as they are loaded. */
export class ProductTable {
  readonly session: PageSession;
  columns = $state.raw<readonly AttributeName[]>(firstColumns);
  /** The chosen products, by their keys. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  /** null until the first answer for this view. */
  total = $state.raw<number | null>(null);
  matches = $state.raw<number | null>(null);
  marks = $state.raw<GridRows['marks']>([]);
  asSet = $state.raw<AsSet | null>(null);
  problem = $state.raw<FilterProblem | null>(null);
  failure = $state<string | null>(null);
  /** How long the first answer for this view took, in ms. */
  took = $state.raw<number | null>(null);
  #pieces = $state.raw<ReadonlyMap<number, GridRows['rows']>>(noRows);
  #view: GridView | null = null;
  #seen: readonly [from: number, to: number] = [0, 0];
  #asking: { readonly view: GridView; readonly done: Promise<void> } | null = null;
  /** Whether the loaded rows are older than the last change. */
  #isOld = false;
  #lastTook = 0;
  readonly #live: Live<void>;
  readonly #viewer = crypto.randomUUID();

  constructor(session: PageSession) {
    this.session = session;
    this.#live = new Live(session, () => this.#renew(), onCatalogs());
  }

  /** undefined for a row that is not loaded yet, null for one that is gone. */
  row(at: number): Product | null | undefined {
    return this.#pieces.get(Math.floor(at / together))?.[at % together];
  }

  /** Sets the view. The rows stay until the answer for a new filter arrives. */
  look(view: GridView): void {
    const before = this.#view;
    if (before && isSame(view, before)) return;
    this.#view = view;
    const isOther = before?.catalogId !== view.catalogId || before.setId !== view.setId;
    if (isOther) {
      [this.total, this.matches, this.asSet, this.problem] = [null, null, null, null];
      [this.marks, this.chosen, this.#pieces] = [[], new Set(), noRows];
    }
    this.took = null;
    this.#outdate();
    void this.#ask(view);
  }

  /** Sets the visible rows; `to` is exclusive. */
  see(from: number, to: number): void {
    this.#seen = [from, to];
    if (this.#view) void this.#ask(this.#view);
  }

  /** Follows the changes of catalogs. Returns a function that stops it. */
  follow(): () => void {
    return this.#live.follow();
  }

  /** The longer a renewal takes, the longer the pause after it, so that other tasks can run. */
  async #renew(): Promise<void> {
    const view = this.#view;
    if (!view) return;
    this.#outdate();
    // A request under way may have found nothing missing before the rows were known to be outdated.
    while (this.#isOld && view === this.#view) await this.#ask(view);
    if (this.#lastTook > 100) await sleep(4 * this.#lastTook);
  }

  #outdate(): void {
    this.#isOld = true;
  }

  rankOf(id: string): Promise<number | null> {
    return this.#view
      ? this.session.playground.ask('catalog.rank', this.#viewer, this.#view, id)
      : Promise.resolve(null);
  }

  /** null if it is not a value of the sorted column. */
  async rankOfValue(value: string): Promise<number | null> {
    if (!this.#view) return null;
    return this.session.playground.ask('catalog.rankOfValue', this.#viewer, this.#view, value);
  }

  toggle({ product_key: key }: Product): void {
    const chosen = new Set(this.chosen);
    if (!chosen.delete(key)) chosen.add(key);
    this.chosen = chosen;
  }

  /** Asks until the visible rows, and a screen on each side, are loaded. A request under way continues. */
  #ask(view: GridView): Promise<void> {
    if (this.#asking?.view === view) return this.#asking.done;
    const done = this.#askAll(view).finally(() => {
      if (this.#asking?.done === done) this.#asking = null;
    });
    this.#asking = { view, done };
    return done;
  }

  async #askAll(view: GridView): Promise<void> {
    try {
      for (let need = this.#missing(); need && view === this.#view; need = this.#missing()) {
        this.#isOld = false;
        const begun = performance.now();
        const window = { ...need, marks: view.column === null ? 0 : mostMarks };
        const answer = await this.session.playground.ask('catalog.rows', this.#viewer, view, window);
        if (view !== this.#view) return;
        this.#lastTook = performance.now() - begun;
        if (!this.#take(answer, need.isWhole)) return;
      }
    } catch (cause) {
      this.failure = cause instanceof Error ? cause.message : String(cause);
    }
  }

  /** `isWhole`: all loaded rows are outdated. */
  #missing(): { readonly from: number; readonly count: number; readonly isWhole: boolean } | null {
    const [from, to] = this.#seen;
    const screen = Math.max(to - from, 20);
    const first = Math.floor(Math.max(0, from - screen) / together);
    const end = Math.ceil(Math.min(to + screen, this.matches ?? Infinity) / together);
    const pieces = Math.min(Math.max(1, end - first), Math.floor(500 / together));
    const isThere = Array.from({ length: pieces }, (_, at) => this.#pieces.has(first + at)).every(Boolean);
    if (isThere && !this.#isOld) return null;
    if (this.matches === 0 && !this.#isOld) return null;
    return { from: first * together, count: pieces * together, isWhole: this.#isOld };
  }

  /** Returns whether there may be more to ask for. */
  #take(answer: GridAnswer, isWhole: boolean): boolean {
    this.failure = null;
    if (answer.kind === 'problem') this.problem = answer;
    if (answer.kind !== 'rows') return false;
    const { from, rows, total, matches, marks, asSet } = answer;
    const pieces = new Map(isWhole ? noRows : this.#pieces);
    for (let at = 0; at < rows.length; at += together) {
      const piece = (from + at) / together;
      pieces.delete(piece);
      pieces.set(piece, rows.slice(at, at + together));
    }
    // The answer is beyond the end of a list that became shorter: asks again for the rows that exist now.
    const isBeyond = rows.length === 0 && matches > 0;
    for (const piece of pieces.keys()) if (pieces.size > mostPieces) pieces.delete(piece);
    this.#pieces = pieces;
    [this.total, this.matches, this.marks, this.asSet, this.problem] = [total, matches, marks, asSet, null];
    this.took ??= this.#lastTook;
    return !isBeyond;
  }
}

const isSame = (one: GridView, other: GridView): boolean =>
  one.catalogId === other.catalogId &&
  one.setId === other.setId &&
  one.filter === other.filter &&
  one.column === other.column &&
  one.isFalling === other.isFalling;

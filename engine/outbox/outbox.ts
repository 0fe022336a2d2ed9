/**
 * Carries out what stands in the outbox: of each key one at a time and in order, of all keys so many at a time, each
 * settled in a transaction of its own. A row goes out when it is kept and leaves by its settlement, so a kill between two
 * steps repeats the call, never the settlement.
 */
import { keyAt } from '../state/store/range.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { OutboxParts, Pace } from './carry-out.ts';
import { callsAtOnce } from './courier.ts';

/** Of the calls that are under way at a time: one place is left for what a handler waits for. */
const mostAtOnce = callsAtOnce - 1;
/** Undertakings under way at a time, beside the calls. */
const mostUndertaken = 2;

/** Why an undertaking is aborted: without a reason of ours each would be an exception with its stack. */
const hasLeft = new Error('It has left the outbox');

export class Outbox {
  /** By key. The promises never reject. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Of those that are undertakings, by the ids of their rows. */
  readonly #undertaken = new Map<string, AbortController>();
  /** Names of effects that could not be carried out for our own fault: tried again when the clock moves. */
  readonly #held = new Set<string>();
  private readonly pace: Pace = { left: null, keptAt: -Infinity, keeping: null };
  /** The latest that went out in a jump. */
  #last: Promise<void> = Promise.resolve();
  /** Counts up when what is under way is not to be settled any more. */
  #era = 0;

  constructor(private readonly parts: OutboxParts) {
    parts.state.journal.subscribe((changes) => {
      if (!changes['outbox']) return;
      for (const [id, controller] of this.#undertaken)
        if (!parts.state.tables.outbox.get(id)) controller.abort(hasLeft);
      if (this.pace.left === null) this.pump();
    });
  }

  /** Epoch ms at which something can go out that is not under way; null for never, or not before something comes back. */
  next(): number | null {
    if (this.pace.left === 0) return null;
    const [first] = this.#ready(Infinity);
    return first?.due ?? null;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  get isSpent(): boolean {
    if (this.pace.left !== 0) return false;
    const [first] = this.#ready(this.parts.state.now());
    return first !== undefined;
  }

  /** Tries again what could not be loaded or kept. */
  retry(): void {
    this.#held.clear();
  }

  /** Sends what is due, as far as there is room. */
  pump(): void {
    if (this.pace.left === 0) return;
    for (const row of this.#ready(this.parts.state.now())) {
      this.#start(row);
      if (this.pace.left === 0) return;
    }
  }

  /**
   * For a jump of the clock: what it makes due is settled in the order in which it went out, so that the same answers give
   * the same bytes however long they take. At most `calls` go out until `endJump`.
   */
  beginJump(calls: number): void {
    this.pace.left = calls;
  }

  /** What the jump left over goes out from now on. */
  endJump(): void {
    this.pace.left = null;
    this.pace.keeping = null;
    this.pump();
  }

  /** Sends what is due and resolves when one of those under way came back. */
  async carryOut(): Promise<void> {
    this.pump();
    await Promise.race(this.#underWay.values());
  }

  /**
   * The rows are about to be those of an earlier moment: what is under way is not settled, and goes out again where its
   * row is there then.
   */
  abandon(): void {
    this.#era++;
    for (const controller of this.#undertaken.values()) controller.abort();
  }

  /** Tells whether a row is still there: it may be cancelled, or abandoned, while something else is waited for. */
  #standing({ id }: OutboxRow): () => boolean {
    const era = this.#era;
    return () => era === this.#era && this.parts.state.tables.outbox.get(id) !== undefined;
  }

  /** Rows that are due by `at` and can go out: each when it is its turn, for those before it take room. */
  *#ready(at: number): Generator<OutboxRow, void, undefined> {
    const { outbox } = this.parts.state.tables;
    // Of each key the first alone has a due time.
    for (const place of outbox.range('due', '').ascending()) {
      const row = outbox.must(keyAt(place));
      if (row.due! > at) return;
      if (this.#canGo(row)) yield row;
    }
  }

  /** What this release does not know is left alone. */
  #canGo({ key, effect }: OutboxRow): boolean {
    if (this.#underWay.has(key) || this.#held.has(effect)) return false;
    if (this.parts.undertakings.has(effect)) return this.#undertaken.size < mostUndertaken;
    return this.#underWay.size - this.#undertaken.size < mostAtOnce && this.parts.effects.has(effect);
  }

  #start(row: OutboxRow): void {
    const isOrdered = this.pace.left !== null;
    if (this.pace.left !== null) this.pace.left--;
    const before = isOrdered ? this.#last : Promise.resolve();
    const abort = this.parts.undertakings.has(row.effect) ? new AbortController() : null;
    if (abort) this.#undertaken.set(row.id, abort);
    // Not at once: what is kept at once is told at once, and another look at what is due must find this one under way.
    const stands = this.#standing(row);
    const carried = Promise.resolve()
      .then(() => import('./carry-out.ts'))
      .then(({ carryOut, undertake }) => {
        const { parts, pace } = this;
        return abort
          ? undertake(row, before, stands, parts, abort.signal)
          : carryOut(row, before, stands, parts, pace);
      })
      .catch(() => void this.#held.add(row.effect))
      .then(() => {
        this.#underWay.delete(row.key);
        this.#undertaken.delete(row.id);
        this.pump();
        this.parts.changed();
      });
    this.#underWay.set(row.key, carried);
    if (isOrdered) this.#last = carried;
  }
}

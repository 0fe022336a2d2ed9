/**
 * Carries out the rows of the outbox: one at a time and in order for each key, and a limited number at a time over
 * all keys. Each is settled in its own transaction. A row is sent once it is kept, and is removed by its settlement,
 * so a crash between two steps repeats the call but never the settlement.
 */
import { keyAt } from '../state/store/range.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import type { OutboxParts, Pace } from './carry-out.ts';
import { callsAtOnce } from './courier.ts';

/** Calls under way at a time: one place is left for calls that a handler waits for. */
const mostAtOnce = callsAtOnce - 1;
/** Undertakings under way at a time, beside the calls. */
const mostUndertaken = 2;

/** Why an undertaking is aborted. Without our own reason, each abort would create an exception with its stack. */
const hasLeft = new Error('It has left the outbox');

export class Outbox {
  /** By key. The promises never reject. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Undertakings under way, by the ids of their rows. */
  readonly #undertaken = new Map<string, AbortController>();
  /** Names of effects that failed through a fault of ours. They are tried again when the clock moves. */
  readonly #held = new Set<string>();
  private readonly pace: Pace = { left: null, keptAt: -Infinity, keeping: null };
  /** The latest row sent in a jump. */
  #last: Promise<void> = Promise.resolve();
  /** Counts up when the rows under way must not be settled any more. */
  #era = 0;

  constructor(private readonly parts: OutboxParts) {
    parts.state.journal.subscribe((changes) => {
      if (!changes['outbox']) return;
      for (const [id, controller] of this.#undertaken)
        if (!parts.state.tables.outbox.get(id)) controller.abort(hasLeft);
      if (this.pace.left === null) this.pump();
    });
  }

  /**
   * Epoch ms at which the next row that is not under way can be sent; null for never, or when that depends on a call
   * under way.
   */
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

  /** Tries again the effects that could not be loaded or kept. */
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
   * For a jump of the clock: what it makes due is settled in the order in which it was sent, so that the same answers
   * give the same bytes, however long they take. At most `calls` are sent until `endJump`.
   */
  beginJump(calls: number): void {
    this.pace.left = calls;
  }

  /** Sends what the jump left over. */
  endJump(): void {
    this.pace.left = null;
    this.pace.keeping = null;
    this.pump();
  }

  /** Sends what is due and resolves when one of the calls under way has come back. */
  async carryOut(): Promise<void> {
    this.pump();
    await Promise.race(this.#underWay.values());
  }

  /**
   * The rows are about to be replaced by those of an earlier moment. What is under way is not settled, and is sent
   * again if its row exists at that moment.
   */
  abandon(): void {
    this.#era++;
    for (const controller of this.#undertaken.values()) controller.abort();
  }

  /** Tells whether a row still exists: it may be cancelled or abandoned during a wait. */
  #standing({ id }: OutboxRow): () => boolean {
    const era = this.#era;
    return () => era === this.#era && this.parts.state.tables.outbox.get(id) !== undefined;
  }

  /** Rows due by `at` that can be sent. Each is decided when it is reached, because the rows before it take room. */
  *#ready(at: number): Generator<OutboxRow, void, undefined> {
    const { outbox } = this.parts.state.tables;
    // Only the first row of each key has a due time.
    for (const place of outbox.range('due', '').ascending()) {
      const row = outbox.must(keyAt(place));
      if (row.due! > at) return;
      if (this.#canGo(row)) yield row;
    }
  }

  /** Effects that this release does not know are left alone. */
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
    // Not in this turn: a commit that is kept at once notifies at once, and the next look at what is due must find
    // this row under way.
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

/**
 * Carries out what stands in the outbox: of each key one at a time and in order, of all keys so many at a time, each
 * settled in a transaction of its own. A row goes out when it is kept and leaves by its settlement, so a kill between two
 * steps repeats the call, never the settlement.
 */
import type { Handlers } from '../declaration/handlers.ts';
import type { OutgoingCall, Services } from '../declaration/services.ts';
import type { Effect, Means, Undertaking } from '../declaration/work.ts';
import { nowhereSaid } from '../exchanges/trace.ts';
import { toSecond } from '../state/clock.ts';
import type { State } from '../state/state.ts';
import type { Commits } from '../state/store/commits.ts';
import { keyAt } from '../state/store/range.ts';
import type { OutboxRow } from '../state/tables/work.ts';
import { callsAtOnce } from './courier.ts';
import type { Carried, Courier } from './courier.ts';
import type { Queue } from './queue.ts';

/** Of the calls that are under way at a time: one place is left for what a handler waits for. */
const mostAtOnce = callsAtOnce - 1;
/** How long a jump may go on with calls that only ask before what they changed is kept, in real ms. */
const lagMs = 200;
/** Undertakings under way at a time, beside the calls. */
const mostUndertaken = 2;

/** Why an undertaking is aborted: without a reason of ours each would be an exception with its stack. */
const hasLeft = new Error('It has left the outbox');

export interface OutboxParts {
  readonly state: State;
  readonly commits: Commits;
  readonly effects: Handlers<Effect>;
  readonly undertakings: Handlers<Undertaking>;
  readonly courier: Courier;
  readonly queue: Queue;
  readonly services: Services;
  readonly turn: () => Promise<void>;
  readonly sha256: Means['sha256'];
  readonly isFull: Means['isFull'];
  readonly elapsed: Means['elapsed'];
  /** Told of what an effect or an undertaking threw: nobody waits for it. */
  readonly fault: (error: unknown) => void;
  /** Called when `next` may have changed without a change of rows. */
  readonly changed: () => void;
}

export class Outbox {
  /** By key. The promises never reject. */
  readonly #underWay = new Map<string, Promise<void>>();
  /** Of those that are undertakings, by the ids of their rows. */
  readonly #undertaken = new Map<string, AbortController>();
  /** Names of effects that could not be carried out for our own fault: tried again when the clock moves. */
  readonly #held = new Set<string>();
  /** How many calls a jump of the clock may still make; null outside of one. */
  #left: number | null = null;
  /** The latest that went out in a jump. */
  #last: Promise<void> = Promise.resolve();
  /** When a jump last gave the host what it changed, in real ms. */
  #keptAt = -Infinity;
  #keeping: Promise<void> | null = null;
  /** Counts up when what is under way is not to be settled any more. */
  #era = 0;

  constructor(private readonly parts: OutboxParts) {
    parts.state.journal.subscribe((changes) => {
      if (!changes['outbox']) return;
      for (const [id, controller] of this.#undertaken)
        if (!parts.state.tables.outbox.get(id)) controller.abort(hasLeft);
      if (this.#left === null) this.pump();
    });
  }

  /** Epoch ms at which something can go out that is not under way; null for never, or not before something comes back. */
  next(): number | null {
    if (this.#left === 0) return null;
    const [first] = this.#ready(Infinity);
    return first?.due ?? null;
  }

  get isBusy(): boolean {
    return this.#underWay.size > 0;
  }

  get isSpent(): boolean {
    if (this.#left !== 0) return false;
    const [first] = this.#ready(this.parts.state.now());
    return first !== undefined;
  }

  /** Tries again what could not be loaded or kept. */
  retry(): void {
    this.#held.clear();
  }

  /** Sends what is due, as far as there is room. */
  pump(): void {
    if (this.#left === 0) return;
    for (const row of this.#ready(this.parts.state.now())) {
      this.#start(row);
      if (this.#left === 0) return;
    }
  }

  /**
   * For a jump of the clock: what it makes due is settled in the order in which it went out, so that the same answers give
   * the same bytes however long they take. At most `calls` go out until `endJump`.
   */
  beginJump(calls: number): void {
    this.#left = calls;
  }

  /** What the jump left over goes out from now on. */
  endJump(): void {
    this.#left = null;
    this.#keeping = null;
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

  /** Rows that are due by `at` and can go out: each when it is its turn, for those before it take room. */
  *#ready(at: number): Generator<OutboxRow, void, undefined> {
    const { outbox } = this.parts.state.tables;
    // Of each key the first alone has a due time.
    for (const place of outbox.range('due', '').ascending()) {
      const row = outbox.get(keyAt(place))!;
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
    const isOrdered = this.#left !== null;
    if (this.#left !== null) this.#left--;
    const before = isOrdered ? this.#last : Promise.resolve();
    const abort = this.parts.undertakings.has(row.effect) ? new AbortController() : null;
    if (abort) this.#undertaken.set(row.id, abort);
    // Not at once: what is kept at once is told at once, and another look at what is due must find this one under way.
    const carried = Promise.resolve()
      .then(() => (abort ? this.#undertake(row, abort.signal, before) : this.#carry(row, before)))
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

  /** Rejects when the effect cannot be loaded, or what was changed cannot be kept. */
  async #carry(row: OutboxRow, before: Promise<void>): Promise<void> {
    const { effects, courier, queue, state } = this.parts;
    const era = this.#era;
    const effect = effects.at(row.effect) ?? (await effects.load(row.effect));
    await this.#kept(effect);
    if (!this.#stands(row, era)) return;
    const call = this.#callOf(row, effect);
    if (!call) return state.transact((write) => queue.leave(write, row));
    const carried = await courier.carry(call);
    await before;
    this.#settle(row, effect, carried, era);
    carried.record();
    await this.#kept(effect);
  }

  /**
   * Resolves when what was changed is kept. Within a jump, calls that only ask wait for what had changed `lagMs` ago: so they go
   * on while the host keeps it.
   */
  async #kept({ asksOnly }: Effect): Promise<void> {
    const { commits, elapsed } = this.parts;
    if (!asksOnly || this.#left === null) return void (await commits.settle());
    if (elapsed() - this.#keptAt < lagMs) return;
    this.#keptAt = elapsed();
    const before = this.#keeping;
    this.#keeping = null;
    await before;
    this.#keeping = commits.settle();
    // Waited for with the next one, and at the end of the jump.
    this.#keeping?.catch(() => undefined);
  }

  /** Rejects as `#carry` does. */
  async #undertake(row: OutboxRow, signal: AbortSignal, before: Promise<void>): Promise<void> {
    const { commits, undertakings, courier, queue, services, state, turn, sha256, isFull, elapsed } =
      this.parts;
    const era = this.#era;
    await commits.settle();
    const undertaking = undertakings.at(row.effect) ?? (await undertakings.load(row.effect));
    await before;
    // It is not all or nothing, and so begins when everything is there that it may look for.
    await state.there;
    if (!this.#stands(row, era)) return;
    const kept = new Kept();
    const means: Means = {
      signal,
      sha256,
      isFull,
      elapsed,
      open: (call) => courier.open(call),
      transact: (work) => {
        signal.throwIfAborted();
        return state.transact(work);
      },
      settle: () => kept.by(commits.settle()).then(turn),
    };
    try {
      await undertaking.undertake(row, means, services);
    } catch (error) {
      if (kept.hasFailed) throw error;
      if (!signal.aborted) this.parts.fault(error);
    }
    if (this.#stands(row, era)) state.transact((write) => queue.leave(write, row));
    await commits.settle();
  }

  /** A fault of ours may not block its key for good: its row leaves, and the fault is reported. */
  #callOf(row: OutboxRow, effect: Effect): OutgoingCall | null {
    try {
      return effect.call(row, this.parts.services);
    } catch (error) {
      this.parts.fault(error);
      return null;
    }
  }

  /** Whether it is still there: it may have been cancelled, or abandoned, while something else was waited for. */
  #stands = ({ id }: OutboxRow, era: number): boolean =>
    era === this.#era && this.parts.state.tables.outbox.get(id) !== undefined;

  #settle(row: OutboxRow, effect: Effect, carried: Carried, era: number): void {
    const { state, queue, services } = this.parts;
    const { trace } = carried;
    if (!this.#stands(row, era))
      return trace.add('idle', 'Dropped', 'it was cancelled meanwhile', nowhereSaid);
    try {
      const again = state.transact((write) => {
        const at = effect.settle(row, carried, write, services);
        if (at === null) queue.leave(write, row);
        else queue.postpone(write, row, at);
        return at;
      });
      if (again === null) trace.add('consumed', 'Settled', 'it leaves the outbox', nowhereSaid);
      else trace.add('idle', 'Settled', `it is tried again at ${toSecond(again)}`, nowhereSaid);
    } catch (error) {
      state.transact((write) => queue.leave(write, row));
      this.parts.fault(error);
      trace.add('refused', 'Settled', `not: this is a fault of the platform: ${String(error)}`, nowhereSaid);
    }
  }
}

/** Whether the host could keep what it was given. */
class Kept {
  hasFailed = false;

  async by(commit: Promise<void> | null): Promise<void> {
    try {
      await commit;
    } catch (error) {
      this.hasFailed = true;
      throw error;
    }
  }
}

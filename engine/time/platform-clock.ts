import type { ClockRow } from '../state/clock.ts';
import type { Jump, PlatformRow } from '../state/tables/platform.ts';
import { mostCallsOfJump } from '../state/jumps.ts';
import type { ClockJump, JumpUnderWay } from '../state/jumps.ts';
import type { State } from '../state/state.ts';
import { freezeClock, latestMoment, longestJump, resumeClock, setClock } from '../state/clock.ts';
import type { Scheduler } from './scheduler.ts';

/** How many jumps are remembered by their ids. Most changes write this row, so it must stay small. */
export const jumpsKept = 8;

/** Transactions of a jump that are committed together. */
const batch = 2000;

/** The most that one jump does. A chain of jobs that keeps creating work ends here, and the rest is done after the jump. */
const most = { jobs: 250_000, calls: mostCallsOfJump };

/** The calls to the outside that become due over time (outbox/). */
export interface Outside {
  /** Epoch ms at which the next call can be sent; null for never, or when that depends on a call under way. */
  next(): number | null;
  /** Whether a call is under way. */
  readonly isBusy: boolean;
  /** Whether a jump has made all the calls that it may, and another is due. */
  readonly isSpent: boolean;
  /** Until `endJump`, at most this many calls are sent, and they are settled in the order in which they were sent. */
  beginJump(calls: number): void;
  /** Sends what is due, without waiting for it. */
  endJump(): void;
  /** Sends what is due and resolves when one of the calls under way has come back. */
  carryOut(): Promise<void>;
  retry(): void;
  /** What is under way is not settled: the rows are about to be replaced by those of an earlier moment. */
  abandon(): void;
}

export interface ClockParts {
  readonly state: State;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly real: () => number;
  readonly commit: () => Promise<void> | null;
  /** Yields between two steps of a move that reports no progress. */
  readonly turn?: () => Promise<void>;
  readonly wake: ((at: number | null) => void) | undefined;
  /** Loads what every change needs; null when it is loaded. */
  readonly ready?: () => Promise<void> | null;
  readonly most?: typeof most;
}

/** The platform's clock and what becomes due on it: every move of time runs that, in order. */
export class PlatformClock implements Clock {
  /** Moves of the clock run one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #moving = false;
  readonly #most: typeof most;
  /** The time last given to `wake`. */
  #told: number | null | undefined;
  /** Of the jumps that were requested and have not ended. */
  readonly #cancellations = new Set<Cancellation>();

  constructor(private readonly parts: ClockParts) {
    this.#most = parts.most ?? most;
    parts.state.journal.subscribe((changes) => {
      if (changes['jobs'] || changes['outbox']) this.look();
    });
    this.#tell();
  }

  now(): number {
    return this.parts.state.now();
  }

  get frozen(): boolean {
    return this.parts.state.platform.clock.mode === 'frozen';
  }

  async advance(ms: number, id?: string, progress?: Progress): Promise<boolean> {
    if (!(ms >= 0 && ms <= longestJump))
      throw new RangeError(`ms: ${ms} is not between 0 and ${longestJump}`);
    const cancellation = new Cancellation();
    this.#cancellations.add(cancellation);
    let isMade = false;
    await this.#move(async () => {
      if (!cancellation.isAsked()) isMade = await this.#advance(ms, id, cancellation, progress);
      if (cancellation.isAsked() && id !== undefined) this.#cut(id);
    }).finally(() => this.#cancellations.delete(cancellation));
    return isMade;
  }

  async cancel(): Promise<void> {
    for (const cancellation of this.#cancellations) cancellation.ask();
    await this.#move(() => {
      // A jump that was cut off when its process ended has not ended itself.
      for (const { id, until } of this.parts.state.platform.jumps) if (until > this.now()) this.#cut(id);
    });
  }

  async freeze(at?: number): Promise<void> {
    await this.#move(() => {
      // Read once: time may pass between two reads.
      const now = this.now();
      const moment = at ?? now;
      if (!(moment >= now))
        throw new RangeError(`at: ${moment} is before now, and the clock never runs backwards`);
      if (moment > latestMoment) throw new RangeError(`at: ${moment} is beyond 2079, where the clock ends`);
      this.#set(freezeClock(moment));
    });
  }

  async resume(): Promise<void> {
    await this.#move(() => this.#set(resumeClock(this.parts.state.platform.clock, this.parts.real())));
  }

  /** Runs `bringBack`, which replaces the rows by those of an earlier moment, between moves of the clock. */
  async goBack(bringBack: () => void): Promise<void> {
    await this.#move(() => {
      const { outside, scheduler } = this.parts;
      outside.abandon();
      bringBack();
      scheduler.retry();
      outside.retry();
    });
  }

  /** Tells the host when to come back, if that time has changed. */
  look(): void {
    if (this.parts.wake && !this.#moving && this.#next() !== this.#told) this.#tell();
  }

  /** When its turn comes, runs `work`, keeps the changes, and tells the host when to come back. */
  #move(work: () => Promise<void> | void): Promise<void> {
    const moved = this.#turn.then(async () => {
      this.#moving = true;
      try {
        const preparing = this.parts.ready?.();
        if (preparing) await preparing;
        await work();
        await this.parts.commit();
      } finally {
        this.#moving = false;
        this.#tell();
      }
    });
    this.#turn = moved.catch(() => undefined);
    return moved;
  }

  /** Resolves to whether the jump was made; false when it is cancelled now, or was cancelled when first requested. */
  async #advance(
    ms: number,
    id: string | undefined,
    cancellation: Cancellation,
    progress: Progress | undefined,
  ): Promise<boolean> {
    const { outside, state } = this.parts;
    const asked = state.platform.jumps.find((jump) => jump.id === id);
    const { from, until } = asked ?? this.#aim(ms);
    if (from !== undefined && until - from < Math.round(ms)) return false;
    const way = { from: from ?? this.now(), until };
    const underWay = { ...way, callsUntil: null };
    await progress?.(asked ? this.now() : way.from, underWay);
    if (!asked && id !== undefined) this.#note({ id, ...way });
    if (ms > 0) outside.beginJump(this.#most.calls);
    try {
      return await this.#jump(underWay, ms > 0, cancellation, progress);
    } finally {
      outside.endJump();
    }
  }

  #aim(ms: number): ClockJump {
    const from = this.now();
    const until = from + Math.round(ms);
    if (until > latestMoment) throw new RangeError(`ms: ${ms} goes beyond 2079, where the clock ends`);
    return { from, until };
  }

  /**
   * Goes from moment to moment: first the jobs, then, if the jump waits for them, the calls that are due. Time moves
   * on when all of that is settled. Resolves to whether the jump reached its end.
   */
  async #jump(
    way: JumpUnderWay,
    waits: boolean,
    cancellation: Cancellation,
    progress: Progress | undefined,
  ): Promise<boolean> {
    const { state, scheduler, outside } = this.parts;
    scheduler.retry();
    outside.retry();
    for (let jobs = 0; !cancellation.isAsked();) {
      const now = this.now();
      const job = jobs < this.#most.jobs ? scheduler.next() : null;
      if (isDue(job, now)) {
        const running = scheduler.runNext(now);
        if (running) await running;
        jobs++;
      } else if (waits && (outside.isBusy || isDue(outside.next(), now))) {
        await Promise.race([outside.carryOut(), cancellation.asked]);
      } else {
        const next = earliest(job, waits ? outside.next() : null, way.until);
        if (next <= now) return true;
        this.#set(setClock(state.platform.clock, Math.max(next, this.now()), this.parts.real()));
      }
      if (way.callsUntil === null && outside.isSpent) way = { ...way, callsUntil: now };
      // Outside a jump, calls continue meanwhile: each job is committed by itself, and then calls get a turn.
      if (state.journal.waiting >= (waits ? batch : 1)) await this.parts.commit();
      const pause = progress ? progress(this.now(), way) : this.parts.turn?.();
      if (pause) await pause;
    }
    return false;
  }

  /** Shortens a jump to here, so that a repeated request goes no further. */
  #cut(id: string): void {
    const now = this.now();
    const jump = this.parts.state.platform.jumps.find((each) => each.id === id) ?? {
      id,
      from: now,
      until: now,
    };
    this.#note({ ...jump, until: Math.min(jump.until, now) });
  }

  #note(jump: Jump): void {
    const others = this.parts.state.platform.jumps.filter(({ id }) => id !== jump.id);
    this.#update({ jumps: [...others, jump].slice(-jumpsKept) });
  }

  #set(clock: ClockRow): void {
    this.#update({ clock });
  }

  #update(row: Partial<PlatformRow>): void {
    this.parts.state.transact((write) => {
      write.platform.update('platform', row);
    });
  }

  /** On a frozen clock nothing becomes due, but what is already due still runs. */
  #next(): number | null {
    const next = earliest(this.parts.scheduler.next(), this.parts.outside.next(), Infinity);
    return next === Infinity || (this.frozen && next > this.now()) ? null : next;
  }

  #tell(): void {
    this.#told = this.#next();
    this.parts.wake?.(this.#told);
  }
}

class Cancellation {
  #isAsked = false;
  #ask!: () => void;
  readonly asked = new Promise<void>((resolve) => (this.#ask = resolve));

  isAsked(): boolean {
    return this.#isAsked;
  }

  ask(): void {
    this.#isAsked = true;
    this.#ask();
  }
}

const isDue = (at: number | null, now: number): boolean => at !== null && at <= now;

const earliest = (a: number | null, b: number | null, otherwise: number): number =>
  Math.min(a ?? Infinity, b ?? Infinity, otherwise);

/**
 * Called where a jump begins, before anything is changed, and again after each step, with the current moment and the
 * whole jump. When a jump continues after a restart, `from` is before the first call's moment. The returned promise
 * is awaited, so that others get a turn.
 */
export type Progress = (now: number, way: JumpUnderWay) => Promise<void> | void;

export interface Clock {
  /** Epoch milliseconds of the platform. */
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward. Before it resolves, it runs every job that becomes due, each at its moment and in order,
   * and settles the calls to the outside that became due: up to 250,000 jobs and 10,000 calls. The rest is done after
   * the jump. A jump of 0 runs the jobs that are due and waits for no call. Commits in batches. Moves of the clock
   * run one after another. Resolves to whether the jump was made; false when it was cancelled: the clock then stays
   * at the moment it reached, and what was done stays.
   *
   * The last eight jumps with ids are remembered, also after a restart. Requested again, such a jump leads to the
   * same moment: a finished one has no effect, an interrupted one is finished, and a cancelled one is not. Throws a
   * RangeError for less than 0, for more than 10 years, and for a moment beyond 2079 (choice: clock-range).
   */
  advance(ms: number, id?: string, progress?: Progress): Promise<boolean>;
  /**
   * Ends the jumps requested so far, and those left unfinished when a process ended: the clock stays at the moment it
   * reached. Calls under way are settled when they come back. Requested again by their ids, the jumps have no effect.
   * Resolves when they have ended and everything is kept. Do not await it in `Progress`.
   */
  cancel(): Promise<void>;
  /** Stops the clock, now or at a later moment. Throws a RangeError for a moment before now or beyond 2079. */
  freeze(at?: number): Promise<void>;
  resume(): Promise<void>;
}

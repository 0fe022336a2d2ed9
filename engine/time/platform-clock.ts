import type { ClockRow } from '../state/clock.ts';
import type { Jump, PlatformRow } from '../state/tables/platform.ts';
import { mostCallsOfJump } from '../state/jumps.ts';
import type { ClockJump, JumpUnderWay } from '../state/jumps.ts';
import type { State } from '../state/state.ts';
import { freezeClock, latestMoment, longestJump, resumeClock, setClock } from '../state/clock.ts';
import type { Scheduler } from './scheduler.ts';

/** How many jumps are remembered by their ids: the row is written with most changes, and so stays small. */
export const jumpsKept = 8;

/** Transactions of a jump that are committed together. */
const batch = 2000;

/** What one jump does at most: a chain that makes work for itself ends here, and what is left is done after it. */
const most = { jobs: 250_000, calls: mostCallsOfJump };

/** The calls to the outside that time makes due (outbox/). */
export interface Outside {
  /** Epoch ms at which something can go out; null for never, or not before something comes back. */
  next(): number | null;
  /** Whether something is under way. */
  readonly isBusy: boolean;
  /** Whether a jump has made as many calls as it may, and one is due. */
  readonly isSpent: boolean;
  /** Until `endJump` at most so many calls go out, and are settled in the order in which they did. */
  beginJump(calls: number): void;
  /** What is due goes out, and nobody waits for it. */
  endJump(): void;
  /** Sends what is due and resolves when one of those under way came back. */
  carryOut(): Promise<void>;
  retry(): void;
  /** What is under way is not settled: the rows are about to be those of an earlier moment. */
  abandon(): void;
}

export interface ClockParts {
  readonly state: State;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly real: () => number;
  readonly commit: () => Promise<void> | null;
  /** Lets others have their turn between two steps, in a move that tells nobody of its progress. */
  readonly turn?: () => Promise<void>;
  readonly wake: ((at: number | null) => void) | undefined;
  /** What has to be there before anything is changed; null when it is. */
  readonly ready?: () => Promise<void> | null;
  readonly most?: typeof most;
}

/** The platform's clock with what falls due behind it: whatever moves time runs that, in order. */
export class PlatformClock implements Clock {
  /** Moves of the clock happen one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #moving = false;
  readonly #most: typeof most;
  /** When the host was last told to come back. */
  #told: number | null | undefined;
  /** Of the jumps that were asked for and are not over. */
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
      // What died with its process was not over.
      for (const { id, until } of this.parts.state.platform.jumps) if (until > this.now()) this.#cut(id);
    });
  }

  async freeze(at?: number): Promise<void> {
    await this.#move(() => {
      // Read once: time goes on between two looks.
      const now = this.now();
      const moment = at ?? now;
      if (!(moment >= now))
        throw new RangeError(`at: ${moment} is before now, and the clock never runs back`);
      if (moment > latestMoment) throw new RangeError(`at: ${moment} is beyond 2079, where the clock ends`);
      this.#set(freezeClock(moment));
    });
  }

  async resume(): Promise<void> {
    await this.#move(() => this.#set(resumeClock(this.parts.state.platform.clock, this.parts.real())));
  }

  /** Runs `bringBack`, which puts the rows of an earlier moment in the place of those of now, between moves of the clock. */
  async goBack(bringBack: () => void): Promise<void> {
    await this.#move(() => {
      const { outside, scheduler } = this.parts;
      outside.abandon();
      bringBack();
      scheduler.retry();
      outside.retry();
    });
  }

  /** Tells the host when to come back, if that has changed. */
  look(): void {
    if (this.parts.wake && !this.#moving && this.#next() !== this.#told) this.#tell();
  }

  /** In turn: runs `work`, keeps what it changed, and tells the host when to come back. */
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

  /** Resolves to whether the jump was made; false for one that was cancelled, now or when it was asked for before. */
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
   * Moment by moment: first the jobs, then, when the jump waits for them, the calls that are due; and time goes on when all
   * of that is settled. Resolves to whether it came to its end.
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
      // Outside of a jump calls go on meanwhile: each job is committed by itself, and then calls have their turn.
      if (state.journal.waiting >= (waits ? batch : 1)) await this.parts.commit();
      const pause = progress ? progress(this.now(), way) : this.parts.turn?.();
      if (pause) await pause;
    }
    return false;
  }

  /** Asked for again, it leads no further than here. */
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

  /** A clock that stands still makes nothing due; what is due already it does not hold up. */
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
 * Told where a jump begins, before anything is changed, and again after each of its steps, with the moment that it got to
 * and the way that it has; of one that goes on after a restart `from` is before. What it gives back is waited for: so
 * others have their turn.
 */
export type Progress = (now: number, way: JumpUnderWay) => Promise<void> | void;

export interface Clock {
  /** Epoch milliseconds of the platform. */
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward and runs everything that falls due, each at its moment and in order, before it resolves; the
   * calls to the outside that it made due are settled by then: up to 250,000 jobs and 10,000 calls, and what is left of them
   * is done after the jump. A jump of 0 runs the jobs that are due and waits for no call. Commits in batches. Moves of the
   * clock happen one after another. Resolves to whether the jump was made; false when it was cancelled: the clock stands
   * where it got to, and what was done until there stays.
   *
   * One of the last eight jumps with ids, asked for again, leads where it led at first, also after a restart: one that is
   * over has no effect, one that was broken off is finished, one that was cancelled is not. Throws a RangeError for less
   * than 0, for more than 10 years, and for what goes beyond 2079 (choice: clock-range).
   */
  advance(ms: number, id?: string, progress?: Progress): Promise<boolean>;
  /**
   * Ends the jumps that were asked for until now, and those that a process left unfinished: the clock stays where it got
   * to. What is under way to the outside is settled when it comes back. Asked for again by their ids, they have no effect.
   * Resolves when they are over and all of it is kept; not to be waited for in `Progress`.
   */
  cancel(): Promise<void>;
  /** Stops the clock, now or at a later moment. Throws a RangeError for a moment before now or beyond 2079. */
  freeze(at?: number): Promise<void>;
  resume(): Promise<void>;
}

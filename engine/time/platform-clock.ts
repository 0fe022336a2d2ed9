import type { ClockRow } from '../state/clock.ts';
import type { Jump, PlatformRow } from '../state/tables/platform.ts';
import type { State } from '../state/state.ts';
import { freezeClock, latestMoment, longestJump, resumeClock, setClock } from '../state/clock.ts';
import type { Scheduler } from './scheduler.ts';

/** How many jumps are remembered by their ids: the row is written with most changes, and so stays small. */
const jumpsKept = 8;

/** Transactions of a jump that are committed together. */
const batch = 2000;

/** What one jump does at most: a chain that makes work for itself ends here, and what is left is done after it. */
const most = { jobs: 250_000, calls: 10_000 };

/** The calls to the outside that time makes due (outbox/). */
export interface Outside {
  /** Epoch ms at which something can go out; null for never, or not before something comes back. */
  next(): number | null;
  /** Whether something is under way. */
  readonly isBusy: boolean;
  /** Until `endJump` at most so many calls go out, and are settled in the order in which they did. */
  beginJump(calls: number): void;
  /** What is due goes out, and nobody waits for it. */
  endJump(): void;
  /** Sends what is due and resolves when one of those under way came back. */
  carryOut(): Promise<void>;
  retry(): void;
}

export interface ClockParts {
  readonly state: State;
  readonly scheduler: Scheduler;
  readonly outside: Outside;
  readonly real: () => number;
  readonly commit: () => Promise<void> | null;
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

  async advance(ms: number, id?: string, progress?: (now: number) => void): Promise<void> {
    if (!(ms >= 0 && ms <= longestJump))
      throw new RangeError(`ms: ${ms} is not between 0 and ${longestJump}`);
    const cancellation = new Cancellation();
    this.#cancellations.add(cancellation);
    const { outside } = this.parts;
    await this.#move(async () => {
      if (cancellation.isAsked()) return;
      const from = this.now();
      const until = this.#aim(ms, id);
      if (ms > 0) outside.beginJump(this.#most.calls);
      try {
        await this.#jump(until, ms > 0, cancellation, progress);
      } finally {
        outside.endJump();
      }
      // Asked for again, it leads no further.
      if (cancellation.isAsked() && id !== undefined) this.#note({ id, until: this.now(), from });
    }).finally(() => this.#cancellations.delete(cancellation));
  }

  cancel(): void {
    for (const cancellation of this.#cancellations) cancellation.ask();
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

  /** Where a jump leads: one that was asked for before leads where it led then. */
  #aim(ms: number, id: string | undefined): number {
    const { jumps } = this.parts.state.platform;
    const asked = jumps.find((jump) => jump.id === id);
    if (asked) return asked.until;
    const from = this.now();
    const until = from + Math.round(ms);
    if (until > latestMoment) throw new RangeError(`ms: ${ms} goes beyond 2079, where the clock ends`);
    if (id !== undefined) this.#note({ id, until, from });
    return until;
  }

  /**
   * Moment by moment: first the jobs, then, when the jump waits for them, the calls that are due; and time goes on when all
   * of that is settled.
   */
  async #jump(
    until: number,
    waits: boolean,
    cancellation: Cancellation,
    progress: ((now: number) => void) | undefined,
  ): Promise<void> {
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
        const next = earliest(job, waits ? outside.next() : null, until);
        if (next <= now) break;
        this.#set(setClock(state.platform.clock, Math.max(next, this.now()), this.parts.real()));
      }
      if (state.journal.waiting < batch) continue;
      await this.parts.commit();
      progress?.(this.now());
    }
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

export interface Clock {
  /** Epoch milliseconds of the platform. */
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward and runs everything that falls due, each at its moment and in order, before it resolves; the
   * calls to the outside that it made due are settled by then: up to 250,000 jobs and 10,000 calls, and what is left of them
   * is done after the jump. A jump of 0 runs the jobs that are due
   * and waits for no call. Commits in batches, and tells `progress` the moment that it got to after each. Moves of the
   * clock happen one after another.
   *
   * One of the last eight jumps with ids, asked for again, leads where it led at first, also after a restart: one that is
   * over has no effect, one that was broken off is finished. Throws a RangeError for less than 0, for more than 10 years,
   * and for what goes beyond 2079 (choice: clock-range).
   */
  advance(ms: number, id?: string, progress?: (now: number) => void): Promise<void>;
  /**
   * Ends the jumps that were asked for until now: each resolves, and the clock stays where it got to. What is under way to
   * the outside is settled when it comes back. Asked for again by their ids, they have no effect.
   */
  cancel(): void;
  /** Stops the clock, now or at a later moment. Throws a RangeError for a moment before now or beyond 2079. */
  freeze(at?: number): Promise<void>;
  resume(): Promise<void>;
}

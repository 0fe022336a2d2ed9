import type { ClockRow } from '../state/clock.ts';
import type { PlatformRow } from '../state/tables/platform.ts';
import type { State } from '../state/state.ts';
import { freezeClock, latestMoment, longestJump, resumeClock, setClock } from '../state/clock.ts';
import type { Scheduler } from './scheduler.ts';

/** How many jumps are remembered by their ids: the row is written with most changes, and so stays small. */
const jumpsKept = 8;

/** The platform's clock with the scheduler behind it: whatever moves time runs what falls due, in order. */
export class PlatformClock implements Clock {
  constructor(
    private readonly state: State,
    private readonly scheduler: Scheduler,
    private readonly real: () => number,
    private readonly commit: () => Promise<void> | null,
    private readonly wake: ((at: number | null) => void) | undefined,
  ) {
    this.scheduler.start(this.now());
    this.wake?.(this.scheduler.next());
  }

  now(): number {
    return this.state.now();
  }

  get frozen(): boolean {
    return this.state.platform.clock.mode === 'frozen';
  }

  async advance(ms: number, id?: string): Promise<void> {
    if (!(ms >= 0 && ms <= longestJump))
      throw new RangeError(`ms: ${ms} is not between 0 and ${longestJump}`);
    const { jumps } = this.state.platform;
    if (id !== undefined && jumps.includes(id)) {
      await this.commit(); // the jump itself may still be on its way
      return;
    }
    const target = this.now() + ms;
    if (target > latestMoment) throw new RangeError(`ms: ${ms} goes beyond 2079, where the clock ends`);
    // What a closed night left behind runs once, now; what the jump passes runs at its own moment.
    for (let due = this.scheduler.next(); due !== null && due <= target; due = this.scheduler.next()) {
      if (due > this.now()) this.#set(setClock(this.state.platform.clock, due, this.real()));
      this.scheduler.runNext(this.now());
    }
    if (target > this.now()) this.#set(setClock(this.state.platform.clock, target, this.real()));
    if (id !== undefined) this.#update({ jumps: [...jumps, id].slice(-jumpsKept) });
    await this.commit();
    this.wake?.(this.scheduler.next());
  }

  async freeze(at = this.now()): Promise<void> {
    if (!(at >= this.now())) throw new RangeError(`at: ${at} is before now, and the clock never runs back`);
    if (at > latestMoment) throw new RangeError(`at: ${at} is beyond 2079, where the clock ends`);
    this.#set(freezeClock(at));
    await this.commit();
    this.wake?.(null);
  }

  async resume(): Promise<void> {
    this.#set(resumeClock(this.state.platform.clock, this.real()));
    await this.commit();
    this.wake?.(this.scheduler.next());
  }

  #set(clock: ClockRow): void {
    this.#update({ clock });
  }

  #update(row: Partial<PlatformRow>): void {
    this.state.transact((write) => {
      write.platform.update('platform', row);
    });
  }
}
export interface Clock {
  /** Epoch milliseconds of the platform. */
  now(): number;
  readonly frozen: boolean;
  /**
   * Moves the clock forward and runs everything that falls due, in order, before it resolves. A jump with the id of one
   * of the last eight that had one has no effect, also after a restart. Throws a RangeError for less than 0, for more
   * than 10 years, and for what goes beyond 2079 (choice: clock-range).
   */
  advance(ms: number, id?: string): Promise<void>;
  /** Stops the clock, now or at a later moment. Throws a RangeError for a moment before now or beyond 2079. */
  freeze(at?: number): Promise<void>;
  resume(): Promise<void>;
}

/** Keeps the changes of platforms, and wakes the current one. */
import type { ChangeSet } from '../../engine/inside.ts';
import type { Seat } from './seat.ts';
import type { Beside, HostStorage } from './storage.ts';
import { Alarm, Soon } from './timers.ts';

/** The longest lag of changes that may lag, in ms: 250 is promised, and the rest is for the transaction. */
const flushMs = 200;

export interface KeeperParts {
  readonly storage: HostStorage;
  /** The clock of the current platform, in epoch ms. */
  readonly now: () => number;
  readonly wake: () => void;
  /** Called with changes before they are kept. */
  readonly changed: (changes: ChangeSet) => void;
}

export class Keeper {
  readonly #parts: KeeperParts;
  readonly #flush: Soon;
  readonly #alarm: Alarm;
  /** While everything is being written, the platform does not run by itself, and its changes wait. */
  #holding: Promise<unknown> | null = null;
  /** To be kept with the next changes, in one transaction. */
  beside: Beside | undefined;
  isStopped = false;

  constructor(
    parts: KeeperParts,
    /** The platform's seat: calls of an earlier seat are ignored. */
    public seat: Seat,
  ) {
    this.#parts = parts;
    this.#flush = new Soon(flushMs, () => void parts.storage.flush());
    this.#alarm = new Alarm(parts.now, parts.wake);
  }

  /** Changes that a platform makes before it is current are kept together with the rest of it. */
  async commitOf(seat: Seat, changes: ChangeSet): Promise<void> {
    if (seat.standing === 'waits') return void seat.early.push(changes);
    if (this.#holding) await this.#holding;
    if (!seat.counts) throw new Error('The platform was replaced');
    return this.commit(changes);
  }

  commit(changes: ChangeSet): Promise<void> {
    this.#parts.changed(changes);
    const { beside } = this;
    this.beside = undefined;
    return this.#parts.storage.commit(changes, beside);
  }

  /** Some changes that may lag have been made. */
  lag(): void {
    this.#flush.ask();
  }

  /** `at`: the time at which the platform's clock must be looked at, in epoch ms; null for never. */
  wake(seat: Seat, at: number | null): void {
    seat.wakeAt = at;
    queueMicrotask(() => seat.counts && !this.#holding && this.#alarm.set(seat.wakeAt));
  }

  /** Meanwhile the platform is not woken, and its changes wait until it is known whether it is still current. */
  async whileHeld(work: () => Promise<void>): Promise<void> {
    this.#alarm.set(null);
    const done = work();
    this.#holding = done.catch(() => undefined);
    try {
      await done;
    } finally {
      this.#holding = null;
      this.#alarm.set(this.seat.wakeAt);
    }
  }

  stop(): void {
    this.isStopped = true;
    this.#flush.stop();
    this.#alarm.stop();
  }
}

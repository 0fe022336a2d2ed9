/** Keeps what platforms change, and wakes the one that counts. */
import type { ChangeSet } from '../../engine/inside.ts';
import type { Seat } from './seat.ts';
import type { Beside, HostStorage } from './storage.ts';
import { Alarm, Soon } from './timers.ts';

/** How long what may lag lags at most, in ms: the promise is 250, the rest is for the transaction. */
const flushMs = 200;

export interface KeeperParts {
  readonly storage: HostStorage;
  /** The clock of the platform that counts, in epoch ms. */
  readonly now: () => number;
  readonly wake: () => void;
  /** Hears of changes before they are kept. */
  readonly changed: (changes: ChangeSet) => void;
}

export class Keeper {
  readonly #parts: KeeperParts;
  readonly #flush: Soon;
  readonly #alarm: Alarm;
  /** While everything is being written: the platform changes nothing of its own accord, and what it does waits. */
  #holding: Promise<unknown> | null = null;
  /** What is to be kept with the next changes, in one transaction. */
  beside: Beside | undefined;
  isStopped = false;

  constructor(
    parts: KeeperParts,
    /** That of the platform: what an earlier one still has to say is not heard. */
    public seat: Seat,
  ) {
    this.#parts = parts;
    this.#flush = new Soon(flushMs, () => void parts.storage.flush());
    this.#alarm = new Alarm(parts.now, parts.wake);
  }

  /** What a platform changes before it counts is kept with all the rest of it. */
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

  /** There are changes that may lag. */
  lag(): void {
    this.#flush.ask();
  }

  /** `at`: when the clock of that platform wants to be looked at, in epoch ms; null for never. */
  wake(seat: Seat, at: number | null): void {
    seat.wakeAt = at;
    queueMicrotask(() => seat.counts && !this.#holding && this.#alarm.set(seat.wakeAt));
  }

  /** The platform is not woken meanwhile, and what it changes all the same waits to learn whether it still counts. */
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

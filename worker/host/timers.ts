/** The two timers of the host. Each uses at most one `setTimeout`, however often it is requested. */

/** Runs once, at most `delayMs` after the first request. */
export class Soon {
  #stopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly delayMs: number,
    private readonly run: () => void,
  ) {}

  ask(): void {
    if (this.#stopped) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.run();
    }, this.delayMs);
  }

  /** Permanently. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }
}

/** A longer wait is split: a browser's timer overflows after 24 days, and stops while a machine sleeps. */
const longestSleepMs = 60_000;

/** Runs at a time of a given clock. */
export class Alarm {
  #stopped = false;
  #at: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly now: () => number,
    private readonly run: () => void,
  ) {}

  /** Epoch ms on the given clock; null for never. */
  set(at: number | null): void {
    clearTimeout(this.#timer);
    this.#at = at;
    if (at === null || this.#stopped) return;
    const delay = Math.min(Math.max(0, at - this.now()), longestSleepMs);
    this.#timer = setTimeout(() => this.#ring(), delay);
  }

  /** Permanently. */
  stop(): void {
    this.set(null);
    this.#stopped = true;
  }

  #ring(): void {
    const at = this.#at;
    if (at === null || this.now() < at) return this.set(at);
    this.#at = null;
    this.run();
  }
}

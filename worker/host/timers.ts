/** The two timers of the host. Each is one `setTimeout` at most, however often it is asked for. */

/** Runs once, at most `delayMs` after it was first asked for. */
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

  /** For good. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#stopped = true;
  }
}

/** A longer sleep is cut in pieces: a browser's timer overflows after 24 days, and a suspended machine sleeps on. */
const longestSleepMs = 60_000;

/** Runs when a clock says so. */
export class Alarm {
  #stopped = false;
  #at: number | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly now: () => number,
    private readonly run: () => void,
  ) {}

  /** Epoch ms on the clock that was given; null for never. */
  set(at: number | null): void {
    clearTimeout(this.#timer);
    this.#at = at;
    if (at === null || this.#stopped) return;
    const delay = Math.min(Math.max(0, at - this.now()), longestSleepMs);
    this.#timer = setTimeout(() => this.#ring(), delay);
  }

  /** For good. */
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

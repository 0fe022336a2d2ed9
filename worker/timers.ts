/** The two timers of the host. Each is one `setTimeout` at most, however often it is asked for. */

/** Runs once, at most `delayMs` after it was first asked for. */
export class Soon {
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly delayMs: number,
    private readonly run: () => void,
  ) {}

  ask(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.run();
    }, this.delayMs);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

/** A longer sleep is cut in pieces: a browser's timer overflows after 24 days, and a suspended machine sleeps on. */
const longestSleepMs = 60_000;

/** Runs when a clock says so. */
export class Alarm {
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
    if (at === null) return;
    const delay = Math.min(Math.max(0, at - this.now()), longestSleepMs);
    this.#timer = setTimeout(() => this.#ring(), delay);
  }

  #ring(): void {
    const at = this.#at;
    if (at === null || this.now() < at) return this.set(at);
    this.#at = null;
    this.run();
  }
}

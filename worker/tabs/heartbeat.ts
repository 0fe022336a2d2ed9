/**
 * Notices a leader that holds the lock and does not answer: a suspended tab. Asks once a second, and only while this
 * tab needs an answer; silence for three seconds counts as gone.
 */
const everyMs = 1000;
const silenceMs = 3000;

export interface HeartbeatOptions {
  readonly ask: () => void;
  readonly silent: () => void;
  /** Whether anybody waits for the leader. */
  readonly needed: () => boolean;
  readonly tick: () => void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;
  #tickedAt = 0;
  /** Two tabs that wait for the same leader do not steal at the same moment. */
  readonly #patienceMs = silenceMs + Math.random() * everyMs;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Begins to ask, if it is not asking already and somebody waits. */
  start(): void {
    if (this.#timer !== undefined || !this.#options.needed()) return;
    this.#heardAt = this.#tickedAt = performance.now();
    this.#later();
  }

  /** The leader has said something. */
  heard(): void {
    this.#heardAt = performance.now();
  }

  #later(): void {
    this.#timer = setTimeout(() => this.#tick(), everyMs);
  }

  #tick(): void {
    this.#timer = undefined;
    this.#options.tick();
    if (!this.#options.needed()) return;
    const now = performance.now();
    const slept = now - this.#tickedAt > 2 * everyMs; // this tab was suspended itself: silence proves nothing
    this.#tickedAt = now;
    if (slept) this.#heardAt = now;
    if (now - this.#heardAt > this.#patienceMs) {
      this.#heardAt = now;
      this.#options.silent();
    } else {
      this.#options.ask();
    }
    this.#later();
  }
}

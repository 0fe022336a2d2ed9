/**
 * Notices a leader that holds the lock but does not answer: a suspended tab. Pings once a second, only while this tab
 * needs an answer. After three seconds of silence the leader counts as gone.
 */
const everyMs = 1000;
const silenceMs = 3000;

export interface HeartbeatOptions {
  readonly ask: () => void;
  readonly silent: () => void;
  /** Whether anything waits for the leader. */
  readonly needed: () => boolean;
  readonly tick: () => void;
}

export class Heartbeat {
  readonly #options: HeartbeatOptions;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #heardAt = 0;
  #tickedAt = 0;
  /** Different delays, so that two tabs that wait for the same leader do not steal the lock at the same moment. */
  readonly #patienceMs = silenceMs + Math.random() * everyMs;

  constructor(options: HeartbeatOptions) {
    this.#options = options;
  }

  /** Starts to ping, unless it is already pinging or nothing waits. */
  start(): void {
    if (this.#timer !== undefined || !this.#options.needed()) return;
    this.#heardAt = this.#tickedAt = performance.now();
    this.#later();
  }

  /** The leader has sent something. */
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
    const slept = now - this.#tickedAt > 2 * everyMs; // this tab was itself suspended, so silence proves nothing
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

/** The Web Lock of the leader, which is the tab that runs the engine. A tab that closes releases it automatically. */
export class LeaderLock {
  readonly #name: string;
  readonly #won: () => void;
  readonly #lost: () => void;
  readonly #denied: () => void;
  #waiting: AbortController | null = null;
  #letGo: (() => void) | null = null;

  /** `won` when the lock is held; `lost` when another tab has stolen it; `denied` when this site cannot use locks. */
  constructor(name: string, won: () => void, lost: () => void, denied: () => void) {
    this.#name = name;
    this.#won = won;
    this.#lost = lost;
    this.#denied = denied;
  }

  /** Waits for the lock. */
  queue(): void {
    this.#waiting = new AbortController();
    this.#request({ signal: this.#waiting.signal });
  }

  /** Takes the lock from a leader that does not answer. */
  steal(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#request({ steal: true });
  }

  /** Releases the lock, or its place in the queue. */
  leave(): void {
    this.#waiting?.abort();
    this.#waiting = null;
    this.#letGo?.();
    this.#letGo = null;
  }

  #request(options: LockOptions): void {
    let held = false;
    const hold = () =>
      new Promise<void>((resolve) => {
        held = true;
        this.#waiting = null;
        this.#letGo = () => {
          held = false;
          resolve();
        };
        this.#won();
      });
    navigator.locks.request(this.#name, options, hold).catch((error: unknown) => {
      if (held) this.#lost();
      else if (!isAbort(error)) this.#denied(); // otherwise we gave up our place ourselves, to steal the lock
    });
  }
}

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

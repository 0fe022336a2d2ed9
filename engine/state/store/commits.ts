import type { Journal } from './journal.ts';
import type { ChangeSet } from './store.ts';

/** Gives the host the changes in the journal, and publishes them when they are kept. */
export class Commits {
  #last: Promise<void> | null = null;

  /** Without a host, everything counts as kept once it is committed. */
  constructor(
    private readonly journal: Journal,
    private readonly keep: ((changes: ChangeSet) => Promise<void>) | undefined,
  ) {}

  /**
   * Resolves when all changes so far are kept, in whatever order the host's disk does that; null when there is
   * nothing to wait for. Rejects when the host could not keep them.
   */
  settle(): Promise<void> | null {
    const changes = this.journal.take();
    if (!changes) return this.#last;
    if (!this.keep) {
      this.journal.publish(changes);
      return null;
    }
    const settled = afterwards(this.#last, this.#hand(changes))
      .then(() => this.journal.publish(changes))
      .finally(() => {
        if (this.#last === settled) this.#last = null;
      });
    this.#last = settled;
    return settled;
  }

  /** A host that throws has failed, like one that rejects. */
  async #hand(changes: ChangeSet): Promise<void> {
    await this.keep?.(changes);
  }
}

/** Settles as `own` does, but not before `before`. */
async function afterwards(before: Promise<void> | null, own: Promise<void>): Promise<void> {
  await Promise.allSettled([before, own]);
  await own;
}

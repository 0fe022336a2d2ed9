import type { Journal } from './journal.ts';
import type { ChangeSet } from './store.ts';

/** Hands what the journal holds to the host, and tells of it when it is kept. */
export class Commits {
  #last: Promise<void> | null = null;

  /** Without a host everything is kept as soon as it is committed. */
  constructor(
    private readonly journal: Journal,
    private readonly keep: ((changes: ChangeSet) => Promise<void>) | undefined,
  ) {}

  /**
   * Resolves when everything that was changed so far is kept, however the host's disk orders it; null when there is
   * nothing to wait for. Rejects when the host could not keep it.
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

  /** A host that throws has failed to keep, as one that rejects. */
  async #hand(changes: ChangeSet): Promise<void> {
    await this.keep?.(changes);
  }
}

/** `own`, settled no sooner than `before` is. */
async function afterwards(before: Promise<void> | null, own: Promise<void>): Promise<void> {
  await Promise.allSettled([before, own]);
  await own;
}

import { mergeChanges } from './store.ts';
import type { ChangeSet } from './store.ts';

/**
 * What transactions changed, in order. The platform commits from it; what derives from changes (deliveries, streams,
 * views) listens to it. Nobody carries change sets along.
 */
export class Journal {
  readonly #listeners = new Set<(changes: ChangeSet) => void>();
  readonly #followers = new Set<(changes: ChangeSet) => void>();
  #uncommitted: ChangeSet[] = [];
  #length = 0;

  /** `keyOf` gives the key field of a table, by its name. */
  constructor(private readonly keyOf: (table: string) => string) {}

  /** How many change sets were appended so far. */
  get length(): number {
    return this.#length;
  }

  append(changes: ChangeSet): void {
    this.#length += 1;
    this.#uncommitted.push(changes);
    for (const follow of this.#followers) follow(changes);
  }

  /** How many of them wait to be taken. */
  get waiting(): number {
    return this.#uncommitted.length;
  }

  /** Everything appended since the last call, as one change set; null for nothing. */
  take(): ChangeSet | null {
    const taken = this.#uncommitted;
    if (taken.length === 0) return null;
    this.#uncommitted = [];
    return taken.length === 1 ? taken[0]! : mergeChanges(taken, this.keyOf);
  }

  /** Called with what has been committed, in order, each once. Returns the unsubscriber. */
  subscribe(listener: (changes: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Called with the changes of every transaction as it ends, before anybody can read: for what is derived from rows and has
   * to agree with them. Must not throw. Returns the unsubscriber.
   */
  follow(follower: (changes: ChangeSet) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Tells that these changes have been committed. What a listener throws is its own fault, and unhandled. */
  publish(changes: ChangeSet): void {
    for (const listener of [...this.#listeners])
      try {
        listener(changes);
      } catch (error) {
        void Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
  }
}

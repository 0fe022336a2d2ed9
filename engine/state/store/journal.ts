import { mergeChanges } from './store.ts';
import type { ChangeSet } from './store.ts';

/**
 * The changes of transactions, in order. The platform commits from it; what is derived from changes (deliveries,
 * streams, views) listens to it. Change sets need not be passed along.
 */
export class Journal {
  readonly #listeners = new Set<(changes: ChangeSet) => void>();
  readonly #followers = new Set<(changes: ChangeSet) => void>();
  #uncommitted: ChangeSet[] = [];
  #length = 0;

  /** `keyOf` gives the key field of a table, by the table's name. */
  constructor(private readonly keyOf: (table: string) => string) {}

  /** The number of change sets appended so far. */
  get length(): number {
    return this.#length;
  }

  append(changes: ChangeSet): void {
    this.#length += 1;
    this.#uncommitted.push(changes);
    for (const follow of this.#followers) follow(changes);
  }

  /** The number of change sets that wait to be taken. */
  get waiting(): number {
    return this.#uncommitted.length;
  }

  /** Everything appended since the last call, as one change set; null if there is nothing. */
  take(): ChangeSet | null {
    const taken = this.#uncommitted;
    if (taken.length === 0) return null;
    this.#uncommitted = [];
    return taken.length === 1 ? taken[0]! : mergeChanges(taken, this.keyOf);
  }

  /** The listener is called with committed changes, in order, each once. Returns the function that unsubscribes. */
  subscribe(listener: (changes: ChangeSet) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * The listener is called with the changes of every transaction as it ends, before anything can be read: for data
   * that is derived from rows and must agree with them. Must not throw. Returns the function that unsubscribes.
   */
  follow(follower: (changes: ChangeSet) => void): () => void {
    this.#followers.add(follower);
    return () => this.#followers.delete(follower);
  }

  /** Publishes changes that have been committed. An exception of a listener stays unhandled. */
  publish(changes: ChangeSet): void {
    for (const listener of [...this.#listeners])
      try {
        listener(changes);
      } catch (error) {
        void Promise.reject(error instanceof Error ? error : new Error(String(error)));
      }
  }
}

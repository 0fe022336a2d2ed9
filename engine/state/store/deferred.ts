/**
 * Which rows of a collection changed since they were last taken. Keeps nothing when nobody takes, so that a
 * platform without a host does not grow.
 */
export class DeferredChanges {
  readonly #put = new Set<string>();
  readonly #removed = new Set<string>();

  constructor(private readonly isTaken: boolean) {}

  put(id: string): void {
    if (!this.isTaken) return;
    this.#put.add(id);
    this.#removed.delete(id);
  }

  remove(id: string): void {
    if (!this.isTaken) return;
    this.#put.delete(id);
    this.#removed.add(id);
  }

  take<R>(rowOf: (id: string) => R): { put: R[]; removed: string[] } {
    const taken = { put: Array.from(this.#put, rowOf), removed: [...this.#removed] };
    this.#put.clear();
    this.#removed.clear();
    return taken;
  }
}

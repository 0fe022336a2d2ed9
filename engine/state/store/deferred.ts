import type { ChangeSet, TableChanges } from './store.ts';
import type { Row } from './table.ts';

/**
 * The rows of a collection that changed since they were last taken. Records nothing when nothing takes them, so that
 * a platform without a host does not grow.
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

/** A table that another part keeps in its own form while the platform runs, and gives as rows. */
export interface DeferredTable {
  rows(): readonly Row[];
  /** The changes since the last call. */
  takeDeferred(): { put: readonly Row[]; removed: readonly string[] };
}

/** The tables whose changes may lag behind: the host takes them when it has time, instead of committing them. */
export class DeferredTables {
  #told = false;

  /** Calls `tell` once when there is something to take. */
  constructor(
    private readonly tables: Readonly<Record<string, DeferredTable>>,
    private readonly tell: (() => void) | undefined,
  ) {}

  /** Says that something changed. */
  note(): void {
    if (this.#told) return;
    this.#told = true;
    this.tell?.();
  }

  take(): ChangeSet | null {
    this.#told = false;
    const changes: Record<string, TableChanges> = {};
    for (const [name, table] of Object.entries(this.tables)) {
      const { put, removed } = table.takeDeferred();
      if (put.length > 0 || removed.length > 0) changes[name] = { added: [], updated: put, removed };
    }
    return Object.keys(changes).length > 0 ? changes : null;
  }

  rows(): Record<string, readonly Row[]> {
    return Object.fromEntries(Object.entries(this.tables).map(([name, table]) => [name, table.rows()]));
  }
}

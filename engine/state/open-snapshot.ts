import { LoadedSnapshot } from './loaded-snapshot.ts';
import { migrate, migrating } from './migrations/migrate.ts';
import type { Migrating } from './migrations/migrate.ts';
import { rules } from './rules/index.ts';
import { Arrival } from './arrival.ts';
import type { LateBlocks, LateRows } from './arrival.ts';
import { fillBy, fillLateBy } from './store/load.ts';
import type { Fill, Filling } from './store/load.ts';
import type { Block, Snapshot, SnapshotBlocks } from './store/snapshot.ts';
import type { RowRules } from './store/spec.ts';
import { Store } from './store/store.ts';
import { tables } from './tables/index.ts';

export { blocksOf } from './store/snapshot.ts';

/** A snapshot of the present schema, and what is needed to check its rows. A new world needs neither. */
export interface OpenedSnapshot extends SnapshotBlocks {
  readonly fill: Fill;
  /** Tables that are read after the start; `blocks` does not have them. */
  readonly late?: LateRows;
}

/** The rules of every table's rows. */
export type Rules = Readonly<Record<keyof typeof tables, RowRules>>;

/**
 * Opens a snapshot of any release; its blocks are read and checked as they are taken. `late` is in the present
 * schema. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is not a snapshot.
 */
export const openSnapshot = (
  snapshot: Snapshot | SnapshotBlocks,
  late?: LateBlocks,
  by: Rules = rules,
): OpenedSnapshot => ({
  ...migrate(snapshot),
  fill: fillBy(by),
  ...(late && { late: { ...late, fill: fillLateBy(by), Arrival } }),
});

/** Reads a snapshot of any release whose blocks arrive over time, and checks them as they arrive. */
export class SnapshotReader {
  readonly #store = new Store(tables);
  readonly #filling: Filling;
  readonly #migrating: Migrating;

  /** `head`: a snapshot without its rows. Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is not a snapshot. */
  constructor(head: unknown, by: Rules = rules) {
    this.#migrating = migrating(head);
    this.#filling = this.#store.filling(fillBy(by));
  }

  /** Throws `SnapshotInvalid`; the reading ends then. */
  add(block: Block): void {
    this.#filling.add(this.#migrating.block(block));
  }

  /**
   * Checks the rules between rows. `rest` is called and awaited every few thousand rows. Rejects with
   * `SnapshotInvalid`, or as `rest` does.
   */
  async finish(rest: () => Promise<void>): Promise<LoadedSnapshot> {
    for (const block of this.#migrating.added()) this.#filling.add(block);
    const finishing = this.#filling.finish();
    for (;;) {
      const { done, value } = finishing.next();
      if (done) return new LoadedSnapshot(this.#store, value);
      await rest();
    }
  }
}

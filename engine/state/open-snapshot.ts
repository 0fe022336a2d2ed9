import { migrate } from './migrations/migrate.ts';
import { rules } from './rules/index.ts';
import type { LateBlocks, LateRows } from './arrival.ts';
import { fillBy, fillLateBy } from './store/load.ts';
import type { Fill } from './store/load.ts';
import type { Snapshot, SnapshotBlocks } from './store/snapshot.ts';

/** A snapshot of the present schema with what it takes to check its rows: a new world needs neither. */
export interface OpenedSnapshot extends SnapshotBlocks {
  readonly fill: Fill;
  /** What is read after the start: `blocks` has nothing of it. */
  readonly late?: LateRows;
}

/**
 * Opens a snapshot of any release; it is read, and checked, by whoever takes its blocks. `late` is of the present schema.
 * Throws `SnapshotTooNew`, or `SnapshotInvalid` for what is no snapshot.
 */
export const openSnapshot = (snapshot: Snapshot | SnapshotBlocks, late?: LateBlocks): OpenedSnapshot => ({
  ...migrate(snapshot),
  fill: fillBy(rules),
  ...(late && { late: { ...late, fill: fillLateBy(rules) } }),
});

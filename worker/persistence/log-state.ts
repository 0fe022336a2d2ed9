/** The state of the log when commits begin. */
import type { Starts } from './blocks.ts';
import type { Delta } from './delta.ts';
import type { Head } from './layout.ts';

/** The state from which commits continue. */
export interface LogState {
  /** null if nothing readable was stored. */
  readonly head: Head | null;
  /** Sequence number of the last log record, 0 for none. */
  readonly sequence: number;
  /** The part of the log that is not compacted. */
  readonly uncompacted: Delta;
  readonly starts: ReadonlyMap<string, Starts>;
}

export const emptyLog = (): LogState => ({
  head: null,
  sequence: 0,
  uncompacted: new Map(),
  starts: new Map(),
});

/** The schema version of the stored data, as in the engine's snapshots. */
export const format = 'svc-playground';

export const isKnown = (head: Head): boolean => head.format === format && Number.isInteger(head.version);

/** Where the log stands when commits begin. */
import type { Starts } from './blocks.ts';
import type { Delta } from './delta.ts';
import type { Head } from './layout.ts';

/** What commits go on from. */
export interface LogState {
  /** null where nothing was stored that can be read. */
  readonly head: Head | null;
  /** Sequence of the last log record, 0 for none. */
  readonly sequence: number;
  /** What the log holds that is not at home yet. */
  readonly uncompacted: Delta;
  readonly starts: ReadonlyMap<string, Starts>;
}

export const emptyLog = (): LogState => ({
  head: null,
  sequence: 0,
  uncompacted: new Map(),
  starts: new Map(),
});

/** Of what is stored: that of the engine's snapshots. */
export const format = 'svc-playground';

export const isKnown = (head: Head): boolean => head.format === format && Number.isInteger(head.version);

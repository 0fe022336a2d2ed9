import type { ClockRow } from '../clock.ts';

export interface NoticeRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly at: number;
  readonly subject: string;
  readonly text: string;
}

export interface Jump {
  readonly id: string;
  /** Epoch ms: where it leads, or where it was when it was cancelled. */
  readonly until: number;
}

/** One row: what the platform as a whole remembers. */
export interface PlatformRow {
  readonly id: 'platform';
  readonly seed: string;
  readonly random: readonly number[];
  readonly last_id: string;
  readonly clock: ClockRow;
  /** The clock's latest jumps that have ids, so that one that is asked for again goes where it went, and no further. */
  readonly jumps: readonly Jump[];
  readonly abuse_enabled: boolean;
}

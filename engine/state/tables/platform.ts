import type { ClockRow } from '../clock.ts';

export interface NoticeRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly at: number;
  readonly subject: string;
  readonly text: string;
}

export interface Job {
  readonly id: string;
  readonly name: string;
  readonly due: number;
}

/** What the portal answered to a call that its page may ask again. */
export interface PortalAnswerRow {
  /** The call's. */
  readonly id: string;
  /** Ascending, in the order of the calls. */
  readonly number: number;
  readonly answer: object;
}

/** One row: what the platform as a whole remembers. */
export interface PlatformRow {
  readonly id: 'platform';
  readonly seed: string;
  readonly random: readonly number[];
  readonly last_id: string;
  readonly clock: ClockRow;
  /** Ids of the clock's latest jumps, so that one that is asked for again is not made again. */
  readonly jumps: readonly string[];
  readonly abuse_enabled: boolean;
}

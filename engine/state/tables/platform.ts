import type { ClockRow } from '../clock.ts';
import { lastId } from '../ids.ts';
import {
  either,
  flag,
  id,
  keyOf,
  listOf,
  moment,
  oneOf,
  open,
  optional,
  record,
  text,
  whole,
} from '../store/kinds.ts';
import type { Fields, Kind } from '../store/kinds.ts';
import { compareKeys } from '../store/order.ts';

export interface NoticeRow {
  readonly id: string;
  readonly user_id: string;
  readonly email: string;
  readonly at: number;
  readonly subject: string;
  readonly text: string;
}

export const noticeFields: Fields<NoticeRow> = {
  id,
  user_id: keyOf('users'),
  email: text,
  at: moment,
  subject: text,
  text,
};

export interface Jump {
  readonly id: string;
  /** Epoch ms: the moment it leads to, or at which it was cancelled. */
  readonly until: number;
  /** Epoch ms: the moment at which it began; absent for jumps of an earlier release. */
  readonly from?: number;
}

/** The portal's answer to a call that its page may repeat. */
export interface PortalAnswerRow {
  /** The id of the call. */
  readonly id: string;
  /** Ascending, in the order of the calls. */
  readonly number: number;
  readonly answer: { readonly ok: boolean };
}

export const portalAnswerFields: Fields<PortalAnswerRow> = {
  id: text,
  number: whole(1),
  answer: open({ ok: flag }),
};

/** One row with the state of the platform as a whole. */
export interface PlatformRow {
  readonly id: 'platform';
  readonly seed: string;
  readonly random: readonly number[];
  readonly last_id: string;
  readonly clock: ClockRow;
  /** The clock's latest jumps with ids, so that a repeated request leads to the same moment. */
  readonly jumps: readonly Jump[];
  readonly abuse_enabled: boolean;
  /** What a scenario has not created yet: each part is created by the first call that could see it. */
  readonly populations_due: readonly PopulationName[];
}

export const populationNames = ['starter', 'ads'] as const;
export type PopulationName = (typeof populationNames)[number];

/** What a Date can show (ECMA-262 21.4.1.1). That the clock ends earlier is checked separately. */
const shown = whole(-8.64e15, 8.64e15);

const clock: Kind<ClockRow> = either<ClockRow>(
  record({ mode: oneOf('frozen'), at: shown }),
  record({ mode: oneOf('running'), offset: shown }),
);

const word = whole(-(2 ** 31), 2 ** 32 - 1);

export const platformFields: Fields<PlatformRow> = {
  id: oneOf('platform'),
  seed: text,
  random: listOf(word, 4, 4),
  last_id: id,
  clock,
  jumps: listOf(record<Jump>({ id: text, until: shown, from: optional(shown) })),
  abuse_enabled: flag,
  populations_due: listOf(oneOf(...populationNames), 0, populationNames.length),
};

/** No id beyond it could be read back. */
export const platformFlaw = ({ last_id }: PlatformRow): readonly ['last_id', string] | null =>
  compareKeys(last_id, lastId) > 0 ? ['last_id', `is beyond ${lastId}, the last id that there can be`] : null;

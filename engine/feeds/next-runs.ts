/** When a feed with this schedule would be due: the next times, and the first one after the next clock change. */
import { itemAt, lastOf } from '../checked/known.ts';
import { fromAbsolute } from '@internationalized/date';
import { dueAfter, localTimeAt } from './schedule.ts';
import type { Schedule } from './schedule.ts';

export interface DueTime {
  /** Epoch ms. */
  readonly at: number;
  /** Local time in the zone, such as `2026-03-02T06:00:00`. */
  readonly local: string;
  /** The zone's offset from UTC, in minutes. */
  readonly offset: number;
}

export interface NextRuns {
  readonly next: readonly DueTime[];
  /** The first time whose offset differs from that of the first one; null if there is none within 400 days. */
  readonly shifted: DueTime | null;
}

const shown = 3;
const day = 86_400_000;
const mostDays = 400;

export function nextRuns(schedule: Schedule, now: number): NextRuns {
  const at = (moment: number): DueTime => ({
    at: moment,
    local: localTimeAt(moment, schedule.time_zone),
    offset: offsetAt(moment, schedule.time_zone),
  });
  const next = [at(dueAfter(schedule, now))];
  while (next.length < shown) next.push(at(dueAfter(schedule, lastOf(next).at)));
  const shifted = firstShifted(schedule, itemAt(next, 0));
  return { next, shifted: shifted === null ? null : at(shifted) };
}

/** Steps by days to the clock change, and from the day before it by runs. */
function firstShifted(schedule: Schedule, first: DueTime): number | null {
  const isShifted = (moment: number) => offsetAt(moment, schedule.time_zone) !== first.offset;
  let before = first.at;
  for (let days = 1; days <= mostDays; days++) {
    const due = dueAfter(schedule, first.at + days * day);
    if (!isShifted(due)) before = due;
    else {
      while (!isShifted(before)) before = dueAfter(schedule, before);
      return before;
    }
  }
  return null;
}

const offsetAt = (moment: number, zone: string): number => fromAbsolute(moment, zone).offset / 60_000;

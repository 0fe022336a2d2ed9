/** When a feed is due (choice: feed-schedule): by local time in its own zone, across every clock change. */
import { CalendarDateTime, fromAbsolute, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { ProductFeed } from '../state/tables/catalog.ts';

export type Schedule = Pick<ProductFeed, 'frequency' | 'repeat' | 'start_time' | 'time_zone'>;

const hour = 3_600_000;
const units: Readonly<Record<ProductFeed['frequency'], number>> = {
  HOURLY: hour,
  DAILY: 24 * hour,
  WEEKLY: 7 * 24 * hour,
};

/** The first due time after a moment, both in epoch ms. The very first one is `start_time`. */
export function dueAfter({ frequency, repeat, start_time, time_zone }: Schedule, moment: number): number {
  const start = Date.parse(`${start_time}Z`);
  const step = units[frequency] * repeat;
  const wall = wallTime(moment, time_zone);
  // A clock change shifts a wall time by less than a day.
  let turn = Math.max(0, Math.floor((wall - start - units.DAILY) / step));
  for (;;) {
    const due = momentAt(start + turn * step, time_zone);
    if (due > moment) return due;
    turn++;
  }
}

/** The wall time of a zone at a moment, as the epoch ms at which UTC shows the same time. */
function wallTime(moment: number, zone: string): number {
  const shown = toCalendarDateTime(fromAbsolute(moment, zone));
  return Date.parse(`${shown.toString()}Z`);
}

/** The first moment at which a zone's clocks show a time; if they skip it, the first moment after the gap. */
function momentAt(wall: number, zone: string): number {
  const at = new Date(wall);
  const shown = new CalendarDateTime(
    at.getUTCFullYear(),
    at.getUTCMonth() + 1,
    at.getUTCDate(),
    at.getUTCHours(),
    at.getUTCMinutes(),
    at.getUTCSeconds(),
  );
  const earlier = toZoned(shown, zone, 'earlier').toDate().getTime();
  if (wallTime(earlier, zone) === wall) return earlier;
  // The time is skipped: the clocks were put forward between these two.
  let [before, after] = [earlier, toZoned(shown, zone, 'later').toDate().getTime()];
  const offset = fromAbsolute(before, zone).offset;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (fromAbsolute(middle, zone).offset === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** The wall time of a zone, to the second: `2026-03-02T06:00:00`. */
export const localTimeAt = (moment: number, zone: string): string =>
  new Date(wallTime(moment, zone)).toISOString().slice(0, 19);

/** Whether a text is a valid date and time of day, such as `2026-03-02T06:00:00`. */
export function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString() === `${text}.000Z`;
}

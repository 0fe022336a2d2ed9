/** When a feed is due (choice: feed-schedule): by the clocks of its own zone, through every change of the hour. */
import { CalendarDateTime, fromAbsolute, toCalendarDateTime, toZoned } from '@internationalized/date';
import type { ProductFeed } from '../state/tables/catalog.ts';

export type Schedule = Pick<ProductFeed, 'frequency' | 'repeat' | 'start_time' | 'time_zone'>;

const hour = 3_600_000;
const units: Readonly<Record<ProductFeed['frequency'], number>> = {
  HOURLY: hour,
  DAILY: 24 * hour,
  WEEKLY: 7 * 24 * hour,
};

/** The first due time after a moment, both in epoch ms. The first of all is `start_time`. */
export function dueAfter({ frequency, repeat, start_time, time_zone }: Schedule, moment: number): number {
  const start = Date.parse(`${start_time}Z`);
  const step = units[frequency] * repeat;
  const wall = wallTime(moment, time_zone);
  // A change of the hour puts a wall time off by less than a day.
  let turn = Math.max(0, Math.floor((wall - start - units.DAILY) / step));
  for (;;) {
    const due = momentAt(start + turn * step, time_zone);
    if (due > moment) return due;
    turn++;
  }
}

/** What the clocks of a zone show at a moment, as the ms at which those of UTC show it. */
function wallTime(moment: number, zone: string): number {
  const shown = toCalendarDateTime(fromAbsolute(moment, zone));
  return Date.parse(`${shown.toString()}Z`);
}

/** The moment at which a zone's clocks show a time first; where they never do, the first one after it. */
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
  // Left out: the clocks were put forward between these two.
  let [before, after] = [earlier, toZoned(shown, zone, 'later').toDate().getTime()];
  const offset = fromAbsolute(before, zone).offset;
  while (after - before > 1) {
    const middle = Math.floor((before + after) / 2);
    if (fromAbsolute(middle, zone).offset === offset) before = middle;
    else after = middle;
  }
  return after;
}

/** What the clocks of a zone show, to the second: `2026-03-02T06:00:00`. */
export const localTimeAt = (moment: number, zone: string): string =>
  new Date(wallTime(moment, zone)).toISOString().slice(0, 19);

/** Whether it is a date that the calendar has, and a time of a day: `2026-03-02T06:00:00`. */
export function isLocalTime(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(text)) return false;
  const at = Date.parse(`${text}Z`);
  return !Number.isNaN(at) && new Date(at).toISOString() === `${text}.000Z`;
}

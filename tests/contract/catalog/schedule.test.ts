import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dueAfter } from '../../../engine/feeds/schedule.ts';
import type { Schedule } from '../../../engine/feeds/schedule.ts';
import { rounds } from '../../support/rounds.ts';

const schedule = (more: Partial<Schedule>): Schedule => ({
  ...{
    frequency: 'DAILY',
    repeat: 1,
    start_time: '2026-03-20T02:30:00',
    time_zone: 'Europe/Berlin',
    ...more,
  },
});

/** The next due times after a moment, as UTC. */
function dueTimes(of: Schedule, after: string, count: number): string[] {
  const found: string[] = [];
  let moment = Date.parse(after);
  while (found.length < count) {
    moment = dueAfter(of, moment);
    found.push(new Date(moment).toISOString().slice(0, 16));
  }
  return found;
}

test('a time that the clock change skips is due at the first moment after it', () => {
  // 29 March 2026: from 02:00 to 03:00.
  expect(dueTimes(schedule({}), '2026-03-27T12:00:00Z', 3)).toEqual([
    ...['2026-03-28T01:30', '2026-03-29T01:00', '2026-03-30T00:30'],
  ]);
});

test('a time that occurs twice is due once, the first time', () => {
  // 25 October 2026: from 03:00 back to 02:00.
  expect(dueTimes(schedule({}), '2026-10-23T12:00:00Z', 3)).toEqual([
    ...['2026-10-24T00:30', '2026-10-25T00:30', '2026-10-26T01:30'],
  ]);
});

test('an hourly schedule skips an hour or waits one when the clocks change', () => {
  const hourly = schedule({ frequency: 'HOURLY', start_time: '2026-03-20T00:00:00' });
  expect(dueTimes(hourly, '2026-03-28T23:30:00Z', 4)).toEqual([
    ...['2026-03-29T00:00', '2026-03-29T01:00', '2026-03-29T02:00', '2026-03-29T03:00'],
  ]);
  expect(dueTimes(hourly, '2026-10-24T23:30:00Z', 3)).toEqual([
    ...['2026-10-25T00:00', '2026-10-25T02:00', '2026-10-25T03:00'],
  ]);
});

test('a day that an island skipped, and a change of half an hour', () => {
  // Samoa went from 29 to 31 December 2011.
  const samoa = schedule({ start_time: '2011-12-28T06:00:00', time_zone: 'Pacific/Apia' });
  expect(dueTimes(samoa, '2011-12-28T18:00:00Z', 3)).toEqual([
    ...['2011-12-29T16:00', '2011-12-30T10:00', '2011-12-30T16:00'],
  ]);
  // Lord Howe: half an hour, at 02:00 on 4 October 2026.
  const island = schedule({ start_time: '2026-10-01T02:15:00', time_zone: 'Australia/Lord_Howe' });
  expect(dueTimes(island, '2026-10-02T16:00:00Z', 2)).toEqual(['2026-10-03T15:30', '2026-10-04T15:15']);
});

test('the first due time is the start; weeks and every third day are counted from it', () => {
  expect(dueTimes(schedule({ frequency: 'WEEKLY' }), '2026-01-01T00:00:00Z', 2)).toEqual([
    ...['2026-03-20T01:30', '2026-03-27T01:30'],
  ]);
  expect(dueTimes(schedule({ repeat: 3, time_zone: 'UTC' }), '2026-03-21T00:00:00Z', 2)).toEqual([
    ...['2026-03-23T02:30', '2026-03-26T02:30'],
  ]);
});

test('the next due time is after the moment, and nothing is due between', () => {
  const zones = [
    'UTC',
    'Europe/Berlin',
    'America/New_York',
    'Australia/Lord_Howe',
    'America/Havana',
    'Asia/Kathmandu',
  ];
  const most = Date.UTC(2030, 0, 1);
  fc.assert(
    fc.property(
      fc.record({
        frequency: fc.constantFrom('HOURLY' as const, 'DAILY' as const, 'WEEKLY' as const),
        repeat: fc.integer({ min: 1, max: 40 }),
        start: fc.integer({ min: Date.UTC(2025, 0, 1), max: most }),
        time_zone: fc.constantFrom(...zones),
      }),
      fc.integer({ min: Date.UTC(2024, 0, 1), max: most }),
      fc.integer({ min: 1, max: 60 * 86_400_000 }),
      ({ start, ...rest }, moment, more) => {
        const of = { ...rest, start_time: new Date(start).toISOString().slice(0, 19) };
        const due = dueAfter(of, moment);
        expect(due).toBeGreaterThan(moment);
        // The result is the same from any earlier moment.
        expect(dueAfter(of, moment + Math.floor((due - 1 - moment) * (more / (60 * 86_400_000))))).toBe(due);
        expect(dueAfter(of, due)).toBeGreaterThan(due);
      },
    ),
    rounds(300, 5000),
  );
});

import { expect, it } from 'vitest';
import type { RunFigures } from '../../../../worker/api.ts';
import { whatIsNew } from './announce.ts';
import { inOrder } from './reasons.ts';
import { paceNow, pathOf, roundAbove, stepsOf } from './series.ts';
import { densest, fileLength, ticksOf } from './ticks.ts';
import { paceOf, percent, readWords, shareOf, spanOf, withoutColumn } from './words.ts';

const counts = {
  ...{ bytes: 200_000_000, unpacked: 200_000_000, rows: 1000, warned: 0 },
  ...{ created: 500, updated: 300, unchanged: 197, rejected: 3 },
};
const reason = (message: string, rows = 1): RunFigures['reasons'][number] => ({
  ...{ column: 'price', message, isWarning: false, rows, line: 2, example: null },
});
const figures = (more: Partial<RunFigures> = {}): RunFigures => ({
  ...{
    id: 'r',
    feed_id: 'f',
    catalog_id: 'c',
    status: 'RUNNING',
    queued_at: 0,
    started_at: 0,
    finished_at: null,
  },
  ...{
    length: 400_000_000,
    counts,
    failure: null,
    reasons: [],
    changed: [],
    sets: [],
    absent: null,
    lines: 1001,
  },
  ...{ turns_skipped: 0, isPacked: false, slice: 1000, rejected: [], waitsFor: null },
  samples: [
    { ms: 1000, bytes: 20_000_000, rows: 100 },
    { ms: 3000, bytes: 60_000_000, rows: 300 },
    { ms: 4000, bytes: 100_000_000, rows: 500 },
  ],
  ...more,
});

it('gives the progress of a run by the bytes whose rows are processed', () => {
  expect(shareOf(figures())).toBe(0.25);
  expect(readWords(figures())).toBe('100.0 of 400.0 MB');
  for (const other of [figures({ isPacked: true }), figures({ length: null })]) {
    expect(shareOf(other)).toBeNull();
    expect(readWords(other)).toBe('100.0 MB read');
  }
});

it('gives the current and the past pace', () => {
  expect(paceNow(figures().samples)).toEqual({ bytes: (80_000_000 * 1000) / 3000, rows: 400_000 / 3000 });
  expect(paceNow([])).toBeNull();
  expect(paceNow([{ ms: 0, bytes: 1, rows: 1 }])).toBeNull();
  expect(paceOf(figures())).toBe('4.0 s, 25.0 MB/s, 125 rows a second');
  expect(paceOf(figures({ samples: [{ ms: 0, bytes: 9, rows: 9 }] }))).toBe('');
});

it('draws the pace as a step line from left to right', () => {
  const steps = stepsOf(figures().samples);
  expect(steps).toEqual([
    { from: 0, until: 1000, speed: 20 },
    { from: 1000, until: 3000, speed: 20 },
    { from: 3000, until: 4000, speed: 40 },
  ]);
  expect(pathOf(steps, 40, 1000, 80)).toBe('M0.0 40.0H250.0L250.0 40.0H750.0L750.0 0.0H1000.0');
  expect(pathOf([], 1, 1, 1)).toBe('');
  expect([0, 0.3, 7, 10, 24.8, 31, 420].map(roundAbove)).toEqual([1, 0.3, 10, 10, 30, 50, 500]);
});

it('keeps reasons in their places, the largest first, new ones last', () => {
  const first = inOrder([], [reason('a', 1), reason('b', 5), reason('c', 3)]);
  expect(first).toEqual([1, 2, 0]);
  const grown = [reason('a', 9), reason('b', 5), reason('c', 3)];
  expect(inOrder(first, grown)).toBe(first);
  expect(inOrder(first, [...grown, reason('d', 2), reason('e', 4)])).toEqual([1, 2, 0, 4, 3]);
});

it('announces the start, each quarter, a new reason and the end, and nothing twice', () => {
  const at = (bytes: number, more: Partial<RunFigures> = {}) =>
    figures({ samples: [{ ms: 1, bytes, rows: 1 }], ...more });
  expect(whatIsNew('a.csv', null, at(0))).toBe('');
  expect(whatIsNew('a.csv', at(0, { status: 'QUEUED' }), at(0))).toBe('The run of a.csv has begun.');
  expect(whatIsNew('a.csv', at(1e8 - 1), at(1e8))).toBe('A quarter of a.csv is read.');
  expect(whatIsNew('a.csv', at(1e8), at(1.5e8))).toBe('');
  expect(whatIsNew('a.csv', at(1e8), at(1e8, { reasons: [reason('id is missing')] }))).toBe(
    'A new reason: id is missing.',
  );
  expect(whatIsNew('a.csv', at(1e8), at(4e8, { status: 'SUCCEEDED' }))).toBe(
    'The run of a.csv ended: finished, 997 accepted, 3 rejected.',
  );
  expect(whatIsNew('a.csv', at(1e8), at(1e8, { status: 'INTERRUPTED' }))).toContain('interrupted');
  expect(whatIsNew('a.csv', at(4e8, { status: 'SUCCEEDED' }), at(4e8, { status: 'SUCCEEDED' }))).toBe('');
});

it('draws where rows were rejected, and names where most of them are', () => {
  const some = figures({ slice: 40_000_000, rejected: [0, 100, 1], status: 'RUNNING' });
  expect(fileLength(some)).toBe(400_000_000);
  expect(fileLength(figures({ status: 'SUCCEEDED' }))).toBe(200_000_000);
  expect(fileLength(figures({ length: null }))).toBe(100_000_000);
  expect(ticksOf(some, 400_000_000)).toBe('M150.0 0v18.0M250.0 0v5.4');
  expect(densest(some, 400_000_000)).toBe('most between 15 and 20 %');
  expect(densest(figures({ rejected: [1, 1] }), 4000)).toBeNull();
});

it('writes figures and names', () => {
  expect([percent(0, 9), percent(1, 100_000), percent(28, 10_000), percent(3, 100), percent(1, 2)]).toEqual([
    ...['0 %', 'under 0.01 %', '0.28 %', '3.0 %', '50 %'],
  ]);
  expect([spanOf(4620), spanOf(252_000)]).toEqual(['4.6 s', '4 min 12 s']);
  expect(
    ['price is not a price', 'id is missing', 'title has more than 5 characters', 'the row has 2 fields'].map(
      withoutColumn,
    ),
  ).toEqual(['Not a price', 'Missing', 'Has more than 5 characters', 'The row has 2 fields']);
});

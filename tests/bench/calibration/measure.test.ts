import { expect, test } from 'vitest';
import { fixedLoop } from './fixed-loop.ts';
import { readingOf } from './measure.ts';

test('a reading has the median and excludes a tenth at each end', () => {
  const values = [10, 0, 9, 1, 8, 2, 7, 3, 6, 4, 5];
  expect(readingOf(values)).toEqual({ median: 5, low: 1, high: 9, processor: null });
  expect(readingOf(values, [3, 1, 2]).processor).toBe(2);
  expect(readingOf([7])).toEqual({ median: 7, low: 7, high: 7, processor: null });
});

test('the fixed loop always does the same work', () => {
  const [first, second] = [fixedLoop(), fixedLoop()];
  expect(first).toBe(second);
  expect(first).toBeGreaterThan(0);
});

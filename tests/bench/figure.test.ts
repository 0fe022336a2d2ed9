import { describe, expect, test } from 'vitest';
import { isClearlyMissed, isMet, lineOf, median } from './figure.ts';

const figure = { what: 'a search', value: 2, aim: 2, detail: '4.0 and 2.0 ms' };

describe('a figure', () => {
  test('meets its aim up to and including it', () => {
    expect(isMet(figure)).toBe(true);
    expect(isMet({ ...figure, value: 2.01 })).toBe(false);
  });

  test('that is not a number misses its aim', () => {
    expect(isMet({ ...figure, value: 0 / 0 })).toBe(false);
    expect(isClearlyMissed({ ...figure, value: 0 / 0, clear: 3 })).toBe(true);
  });

  test('that misses its aim fails the bench, unless a clear miss only starts further on', () => {
    expect(isClearlyMissed({ ...figure, value: 2.01 })).toBe(true);
    expect(isClearlyMissed({ ...figure, value: 2.01, clear: 2.5 })).toBe(false);
    expect(isClearlyMissed({ ...figure, value: 2.51, clear: 2.5 })).toBe(true);
  });

  test('is printed with its aim, its unit and the measurements', () => {
    expect(lineOf(figure)).toMatch(/^a search +2\.00 {2}<= 2 times, met {2}\(4\.0 and 2\.0 ms\)$/);
    expect(lineOf({ ...figure, value: 3, unit: 'MB' })).toContain(' 3.00  <= 2 MB, MISSED ');
  });
});

test('the median does not depend on the order, and does not change the values', () => {
  const values = [9, 1, 10];
  expect(median(values)).toBe(9);
  expect(values).toEqual([9, 1, 10]);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rounds } from '../../tests/support/rounds.ts';
import { byteSize, clockFigure, distance, duration, figure, windowLength } from './figures.ts';

describe('clockFigure', () => {
  it('rounds up to whole seconds and never goes below zero', () => {
    expect([702_000, 701_001, 1, 0, -5000].map(clockFigure)).toEqual([
      '11:42',
      '11:42',
      '00:01',
      '00:00',
      '00:00',
    ]);
  });
  it('shows hours if there are any', () => {
    expect([3_599_000, 3_600_000, 86_399_000].map(clockFigure)).toEqual(['59:59', '1:00:00', '23:59:59']);
  });
});

describe('distance', () => {
  it('describes a time in the future', () => {
    expect([187_000, 7_000, 60_000, 86_340_000, 244_380_000, 86_400_000 * 3].map(distance)).toEqual([
      'in 3 min 07 s',
      'in 7 s',
      'in 1 min 00 s',
      'in 23 h 59 min',
      'in 2 days 19 h',
      'in 3 days',
    ]);
  });
  it('describes a time in the past', () => {
    expect([0, -400, -12_000, -187_000].map(distance)).toEqual(['now', 'now', '12 s ago', '3 min 07 s ago']);
  });
});

it('names the windows of the specification', () => {
  expect([900, 86_400, 1].map(windowLength)).toEqual(['15 min', '24 h', '1 s']);
});

it('rounds durations and sizes for reading', () => {
  expect([0.04, 0.44, 8.6, 999, 1234].map(duration)).toEqual(['0.0 ms', '0.4 ms', '9 ms', '999 ms', '1.2 s']);
  expect(duration(NaN)).toBe('');
  expect([0, 311, 999, 12_400, 8_000_000].map(byteSize)).toEqual([
    '0 B',
    '311 B',
    '999 B',
    '12.4 KB',
    '8.0 MB',
  ]);
});

it('groups thousands as the platform of the browser does', () => {
  expect(figure(1_204_500)).toBe('1,204,500');
  fc.assert(
    fc.property(fc.oneof(fc.maxSafeInteger(), fc.integer({ min: -2e6, max: 2e6 }), fc.double()), (value) => {
      expect(figure(value)).toBe((Object.is(value, -0) ? 0 : value).toLocaleString('en'));
    }),
    rounds(100, 2000),
  );
});

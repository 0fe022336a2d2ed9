import { expect, it } from 'vitest';
import { isoSecond, withDay, withTime } from './moment.ts';

const at = Date.parse('2026-03-02T09:41:12.345Z');

it('writes a moment in seconds, and changes only its day or only its time', () => {
  expect(isoSecond(at)).toBe('2026-03-02T09:41:12Z');
  expect(isoSecond(withDay(at, { year: 2024, month: 2, day: 29 }))).toBe('2024-02-29T09:41:12Z');
  expect(isoSecond(withTime(at, '23:59'))).toBe('2026-03-02T23:59:00Z');
  expect(isoSecond(withTime(at, '00:00:01'))).toBe('2026-03-02T00:00:01Z');
  expect(withTime(at, '')).toBeNaN();
});

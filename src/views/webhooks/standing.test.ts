import { expect, test } from 'vitest';
import { standingOf } from './standing.ts';

const hour = 3_600_000;
const check = (hours: number, failed: string | null) =>
  ({ id: String(hours), at: hours * hour, cause: 'hourly', failed, token: 'a', sequence: hours }) as const;

test('a webhook whose checks fail is valid for a day, and shows how many failed and how much time is left', () => {
  const at = (hours: number, checks: readonly ReturnType<typeof check>[], valid = true) =>
    standingOf({ valid, succeededAt: hour, checks }, hours * hour);
  expect(at(2, [check(1, null)])).toEqual({ level: 'ok', icon: 'check', word: 'valid', more: null });
  expect(at(3, [check(0, 'x'), check(1, null), check(3, 'x')])).toMatchObject({
    level: 'warn',
    word: 'valid',
    more: 'a check failed, not valid in 22 h 00 min',
  });
  expect(at(4, [check(2, 'x'), check(3, 'x'), check(4, 'x')]).more).toMatch(
    /^3 checks failed, not valid in 21 h/,
  );
  expect(at(26, [check(2, 'x')]).more).toBe('a check failed, not valid with the next one');
  expect(at(4, [check(2, 'x')], false)).toMatchObject({ level: 'err', word: 'not valid', more: null });
});

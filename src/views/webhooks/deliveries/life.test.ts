import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelled, lifeOf } from './life.ts';
import { rounds } from '../../../../tests/support/rounds.ts';

const now = 1_772_444_400_000;
const check = (at: number, failed: string | null = null) => ({
  id: String(at),
  at,
  cause: 'hourly' as const,
  failed,
  token: 't',
  sequence: null,
});

test('whatever happened, it stands within the width and in its order', () => {
  const moments = fc.array(fc.integer({ min: 0, max: 400_000_000 }), { maxLength: 30 });
  fc.assert(
    fc.property(moments, fc.integer({ min: 200, max: 2000 }), moments, (ages, width, jumped) => {
      const checks = ages.toSorted((a, b) => b - a).map((age) => check(now - age));
      const jumps = jumped.map((age) => ({ from: now - age - 3_600_000, until: now - age }));
      const createdAt = now - 400_000_000;
      const life = lifeOf({ createdAt, checks, nextCheckAt: now + 1 }, [], jumps, now, width);
      const places = life.checks.map(({ x }) => x);
      expect(places.toSorted((a, b) => a - b)).toEqual(places);
      for (const x of places) expect(x >= 5.9 && x <= life.now + 0.1).toBe(true);
      expect(life.nextCheck).toBeGreaterThan(life.now);
      expect(life.earlier + places.length).toBe(checks.length);
    }),
    rounds(100, 2000),
  );
});

test('the newest check has a label, and others as far as there is room', () => {
  const at = (x: number, id: string, failed: string | null) => ({ x, check: { ...check(now, failed), id } });
  const checks = [at(10, 'a', 'no'), at(200, 'b', 'no'), at(260, 'c', 'no'), at(300, 'd', null)];
  expect([...labelled(checks, 90)]).toEqual(['d', 'b', 'a']);
});

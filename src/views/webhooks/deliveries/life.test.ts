import fc from 'fast-check';
import { expect, test } from 'vitest';
import { labelsAbove, lifeOf } from './life.ts';
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

test('every mark is within the width and in order, whatever happened', () => {
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

const half = ({ text }: { readonly text: string }): number => (text.length * 6.2) / 2;
const overlap = (labels: readonly { readonly x: number; readonly text: string }[]): boolean =>
  labels.some((one, at) =>
    labels.slice(at + 1).some((other) => Math.abs(one.x - other.x) < half(one) + half(other)),
  );

test('no two ticks have the same text, no label overlaps another, and each is within the width (Q26)', () => {
  const spans = fc.array(fc.integer({ min: 0, max: 400_000_000 }), { maxLength: 12 });
  fc.assert(
    fc.property(spans, fc.integer({ min: 300, max: 1100 }), spans, (ages, width, jumped) => {
      const checks = ages.toSorted((a, b) => b - a).map((age) => check(now - age, age % 2 ? 'no' : null));
      const jumps = jumped.map((age) => ({ from: now - age - 3_600_000, until: now - age }));
      const seen = { createdAt: now - 400_000_000, checks, nextCheckAt: now + 1_000_000 };
      const life = lifeOf(seen, [], jumps, now, width);
      const above = labelsAbove(life, seen.nextCheckAt, width);
      expect(new Set(life.ticks.map(({ text }) => text)).size).toBe(life.ticks.length);
      expect(overlap(life.ticks)).toBe(false);
      expect(overlap(above)).toBe(false);
      for (const label of [...life.ticks, ...above])
        expect(label.x - half(label) >= -0.1 && label.x + half(label) <= width + 0.1).toBe(true);
    }),
    rounds(100, 2000),
  );
});

test('the next check has its label first, then failures, then the newest check', () => {
  const at = (x: number, id: string, failed: string | null) => ({ x, check: { ...check(now, failed), id } });
  const checks = [at(10, 'a', null), at(200, 'b', 'no'), at(230, 'c', 'no'), at(400, 'd', null)];
  const labels = labelsAbove({ checks, nextCheck: 520 }, now, 600);
  expect(labels.map(({ text }) => text)).toEqual(['next check 09:40', 'check, failed', 'check']);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seeded, waitUntil } from './waiting.ts';
import { rounds } from '../../tests/support/rounds.ts';

const now = 1_000_000;
const never = () => 0;

test('none does not wait; reset waits until the second that the header names', () => {
  expect(waitUntil({ kind: 'none' }, { now, reset: 2000, inARow: 3 }, never)).toBe(now);
  expect(waitUntil({ kind: 'reset' }, { now, reset: 2000, inARow: 3 }, never)).toBe(2_000_000);
  expect(waitUntil({ kind: 'reset' }, { now, reset: 900, inARow: 1 }, never)).toBe(now);
  expect(waitUntil({ kind: 'reset' }, { now, reset: null, inARow: 1 }, never)).toBe(now + 60_000);
});

test('backoff grows by its factor up to its maximum, and jitter subtracts up to half of it', () => {
  const backoff = { kind: 'backoff', firstMs: 1000, factor: 2, mostMs: 10_000, jitter: false } as const;
  const waits = [1, 2, 3, 4, 5, 6].map(
    (inARow) => waitUntil(backoff, { now, reset: null, inARow }, never) - now,
  );
  expect(waits).toEqual([1000, 2000, 4000, 8000, 10_000, 10_000]);
  const jittered = { ...backoff, jitter: true };
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 2000 }), fc.integer(), (inARow, seed) => {
      const wait = waitUntil(jittered, { now, reset: null, inARow }, seeded(seed)) - now;
      const whole = Math.min(10_000, 1000 * 2 ** (inARow - 1));
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    }),
    rounds(100, 2000),
  );
});

test('the same seed gives the same dice', () => {
  const some = (seed: number) => Array.from({ length: 5 }, seeded(seed));
  expect(some(1)).toEqual(some(1));
  expect(some(1)).not.toEqual(some(2));
});

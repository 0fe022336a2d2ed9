import { expect, it } from 'vitest';
import { missedRate, rateText, reachedRate } from './rate.ts';

it('the achieved rate is measured, and shown if it is not the requested one (Q27)', () => {
  const slow = { sent: 1001, tookMs: 24_000, waitedMs: 0 };
  expect(rateText(missedRate(slow, 100) ?? 0)).toBe('42');
  expect(missedRate({ sent: 101, tookMs: 10_100, waitedMs: 0 }, 10)).toBeNull();
  expect(missedRate({ sent: 101, tookMs: 70_000, waitedMs: 60_000 }, 10)).toBeNull();
  expect(reachedRate({ sent: 4, tookMs: 4000, waitedMs: 0 })).toBeNull();
  expect(rateText(3.46)).toBe('3.5');
});

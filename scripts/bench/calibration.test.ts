import { describe, expect, test } from 'vitest';
import { fixedLoop } from '../../tests/bench/calibration/fixed-loop.ts';
import { calibrationLines, changedBetween, factorOf, reference } from './calibration.ts';

const { node } = reference;

describe('calibration', () => {
  test('a machine half as fast as the reference has the factor 2', () => {
    expect(factorOf(2 * node.loopMs, node.loopMs)).toBe(2);
    const [loop, hmac] = calibrationLines('before', { loopMs: 2 * node.loopMs, hmacUs: node.hmacUs });
    expect(loop).toMatch(/^calibration, before: a fixed loop +2\.00 +of the reference/);
    expect(hmac).toMatch(/^calibration, before: a bare HMAC +1\.00 +of the reference/);
  });

  test('a machine that changed by more than a quarter, to either side, is said to have changed', () => {
    expect(changedBetween(node, { ...node, loopMs: node.loopMs * 1.2 })).toBeNull();
    expect(changedBetween(node, { ...node, hmacUs: node.hmacUs * 1.3 })).toContain('1.30 times as fast');
    expect(changedBetween({ ...node, loopMs: node.loopMs * 1.5 }, node)).toContain('1.50 times as fast');
  });

  test('the fixed loop is the same work every time', () => {
    expect(fixedLoop()).toBe(fixedLoop());
    expect(fixedLoop()).toBeGreaterThan(0);
  });
});

import { describe, expect, test } from 'vitest';
import { readingOf } from '../../tests/bench/calibration/measure.ts';
import { calibrationLines, changedBetween, factorOf, reference } from './calibration.ts';

const { node, page } = reference;
const loop = readingOf([node.loop]);
const hmac = readingOf([node.hmac]);

describe('calibration', () => {
  test('a machine half as fast as the reference has the factor 2', () => {
    expect(factorOf(2 * node.loop, node.loop)).toBe(2);
    const [first, second] = calibrationLines('before', { loop: readingOf([2 * node.loop]), hmac }, 'node');
    expect(first).toMatch(/^calibration, before: a fixed loop +2\.00 +of the reference/);
    expect(second).toMatch(/^calibration, before: a bare HMAC +1\.00 +of the reference/);
  });

  test('processor time, where it is known, has a separate factor', () => {
    const busy = readingOf([3 * node.loop], [node.loop]);
    const [line] = calibrationLines('after', { loop: busy }, 'node');
    expect(line).toMatch(/ 3\.00 +of the reference .*; 1\.00 by processor time\)$/);
    expect(calibrationLines('after', { loop }, 'node')[0]).not.toContain('processor');
  });

  test('a page has its own references; a reading without a reference is refused', () => {
    const click = readingOf([3 * page.click]);
    expect(calibrationLines('after', { click }, 'page')[0]).toMatch(/an empty click to paint +3\.00 /);
    expect(() => calibrationLines('after', { click }, 'node')).toThrow('has no reference in node');
  });

  test('a change of the machine by more than a quarter, in either direction, is reported', () => {
    const times = (factor: number) => readingOf([node.loop * factor]);
    expect(changedBetween({ loop, hmac }, { loop: times(1.25), hmac })).toBeNull();
    expect(changedBetween({ loop, hmac }, { loop: times(1.3), hmac })).toContain('1.30 times as fast');
    expect(changedBetween({ loop: times(1.5), hmac }, { loop, hmac })).toContain('1.50 times as fast');
  });
});

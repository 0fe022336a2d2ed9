import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Alarm, Soon } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('requested often, runs once, on time after the first request', () => {
  const run = vi.fn();
  const soon = new Soon(200, run);
  for (let at = 0; at < 19; at++) {
    soon.ask();
    vi.advanceTimersByTime(10);
  }
  expect(run).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1000);
  expect(run).toHaveBeenCalledTimes(1);
});

test('an alarm in sixty days fires in sixty days, not at once', () => {
  const start = Date.now();
  const ring = vi.fn();
  const days = 86_400_000;
  new Alarm(Date.now, ring).set(start + 60 * days);
  vi.advanceTimersByTime(59 * days);
  expect(ring).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1.1 * days);
  expect(ring).toHaveBeenCalledTimes(1);
});

test('a new time replaces the old one, null means never, and only one timer is kept', () => {
  const ring = vi.fn();
  const alarm = new Alarm(Date.now, ring);
  for (let at = 0; at < 100; at++) alarm.set(Date.now() + 10 + at);
  expect(vi.getTimerCount()).toBe(1);
  alarm.set(null);
  vi.advanceTimersByTime(100_000);
  expect(ring).not.toHaveBeenCalled();
  expect(vi.getTimerCount()).toBe(0);
});

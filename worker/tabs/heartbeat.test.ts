import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Heartbeat } from './heartbeat.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

function start() {
  const silent = vi.fn();
  const heartbeat = new Heartbeat({ ask: () => {}, silent, needed: () => true, tick: () => {} });
  heartbeat.start();
  return { heartbeat, silent };
}

test('a leader from which nothing is heard for four seconds is gone, and one that answers is not', () => {
  const { heartbeat, silent } = start();
  for (let seconds = 0; seconds < 10; seconds++) {
    vi.advanceTimersByTime(1000);
    heartbeat.heard();
  }
  expect(silent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(silent).toHaveBeenCalledOnce();
});

test('the silence while this tab itself was suspended proves nothing', () => {
  const { silent } = start();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000);
  vi.advanceTimersByTime(2000);
  expect(silent).not.toHaveBeenCalled();
  vi.advanceTimersByTime(4000);
  expect(silent).toHaveBeenCalledOnce();
});

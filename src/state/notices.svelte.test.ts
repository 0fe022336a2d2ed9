import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a line goes after eight seconds, and one that comes while somebody points there waits for them', () => {
  const notices = new Notices();
  notices.say('One');
  notices.pause();
  notices.say('Another');
  vi.advanceTimersByTime(20_000);
  expect(notices.current?.text).toBe('Another');
  notices.resume();
  vi.advanceTimersByTime(8000);
  expect(notices.current).toBeNull();

  notices.say('Done', { label: 'Undo', run: () => undefined });
  vi.advanceTimersByTime(19_000);
  expect(notices.current?.text).toBe('Done');
  vi.advanceTimersByTime(1000);
  expect(notices.current).toBeNull();

  notices.say('One more');
  notices.pause();
  notices.dismiss();
  // What was pointed at is gone, and with it who points.
  notices.say('The last');
  vi.advanceTimersByTime(8000);
  expect(notices.current).toBeNull();
});

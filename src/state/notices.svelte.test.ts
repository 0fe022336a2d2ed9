import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Notices } from './notices.svelte.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('a notice disappears after eight seconds; a new one waits while the pointer is on the current one', () => {
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
  // The notice under the pointer is gone, so nothing is pointed at.
  notices.say('The last');
  vi.advanceTimersByTime(8000);
  expect(notices.current).toBeNull();
});

it('a notice that takes the place of another has eight seconds of its own', () => {
  const notices = new Notices();
  notices.say('One');
  vi.advanceTimersByTime(5000);
  notices.say('Another');
  vi.advanceTimersByTime(5000);
  expect(notices.current?.text).toBe('Another');
  vi.advanceTimersByTime(3000);
  expect(notices.current).toBeNull();
});

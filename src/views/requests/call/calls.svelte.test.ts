import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openSession } from '../../../../tests/support/session.ts';
import { Calls } from './calls.svelte.ts';
import { Draft } from './draft.svelte.ts';

let calls: Calls;
let draft: Draft;
let settle: { readonly reject: (cause: Error) => void };

beforeEach(async () => {
  const session = await openSession();
  calls = new Calls(session.playground);
  draft = new Draft(session);
  vi.spyOn(session.playground, 'send').mockImplementation(
    () => new Promise((_, reject) => (settle = { reject })),
  );
  vi.useFakeTimers();
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('says that an answer is late after 300 ms, and that it takes long after 2 s', async () => {
  const sent = calls.send(draft.message);
  expect([calls.pending, calls.wait]).toEqual([true, 'short']);
  vi.advanceTimersByTime(299);
  expect(calls.wait).toBe('short');
  vi.advanceTimersByTime(1);
  expect(calls.wait).toBe('late');
  vi.advanceTimersByTime(1700);
  expect(calls.wait).toBe('long');
  settle.reject(new Error('The platform is gone.'));
  await sent;
  expect([calls.pending, calls.wait, calls.failure]).toEqual([false, 'short', 'The platform is gone.']);
  vi.advanceTimersByTime(5000);
  expect(calls.wait).toBe('short');
});

it('waits for a call again after the one before was abandoned', () => {
  void calls.send(draft.message);
  vi.advanceTimersByTime(1900);
  calls.abandon();
  expect([calls.pending, calls.wait]).toEqual([false, 'short']);
  void calls.send(draft.message);
  vi.advanceTimersByTime(200);
  expect([calls.pending, calls.wait]).toEqual([true, 'short']);
  vi.advanceTimersByTime(100);
  expect(calls.wait).toBe('late');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Conduct } from '../../contract/file.ts';
import type { Place } from './place.ts';
import type { FileRecord } from '../../contract/file.ts';
import { answerOf } from './serve.ts';
import { withoutStalls } from './streams.ts';

const bytes = 200_000;
const place: Pick<Place, 'chunk'> = {
  chunk: (_, at) => Promise.resolve(at === 0 ? new Uint8Array(bytes) : null),
};
const fileWith = (conduct: Conduct): FileRecord => ({
  ...{ id: '1', name: 'a.xml.gz', bytes, addedAt: 0, origin: { type: 'given' } },
  conduct,
});

/** How many bytes came, and how it ended. */
async function read(body: ReadableStream<Uint8Array>): Promise<{ given: number; end: unknown }> {
  const reader = body.getReader();
  let given = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { given, end: 'whole' };
      given += value.length;
    }
  } catch (error) {
    return { given, end: error };
  }
}

const never = new AbortController().signal;
const serve = (conduct: Conduct, signal = never) =>
  withoutStalls(answerOf(fileWith(conduct), place as Place).body, signal);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a host that answers at once gives the whole file', async () => {
  expect(await read(serve({ type: 'normal' }))).toEqual({ given: bytes, end: 'whole' });
  expect(vi.getTimerCount()).toBe(0);
});

test('a slow one gives a number of bytes per second, and does not count as stalled however long it takes', async () => {
  const began = Date.now();
  const reading = read(serve({ type: 'slow', bytesPerSecond: 2000 }));
  await vi.advanceTimersByTimeAsync(200_000);
  expect(await reading).toEqual({ given: bytes, end: 'whole' });
  expect(Date.now() - began).toBeGreaterThanOrEqual(100_000);
});

test('one that stalls is abandoned after 30 s without a byte', async () => {
  const reading = read(serve({ type: 'stalls', after: 0.25 }));
  await vi.advanceTimersByTimeAsync(29_999);
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await reading).toEqual({
    given: 50_000,
    end: expect.objectContaining({ reason: 'stalled', message: 'nothing came for 30 s' }) as unknown,
  });
  expect(vi.getTimerCount()).toBe(0);
});

test('one that ends early closes the connection there', async () => {
  expect(await read(serve({ type: 'endsEarly', after: 0.5 }))).toEqual({
    given: 100_000,
    end: expect.objectContaining({
      reason: 'closed',
      message: 'the connection ended after 100000 of 200000 bytes',
    }) as unknown,
  });
});

test('a reader that cancels while the host is silent does not wait any longer', async () => {
  const abort = new AbortController();
  const reading = read(serve({ type: 'stalls', after: 0 }, abort.signal));
  await vi.advanceTimersByTimeAsync(10);
  abort.abort();
  expect((await reading).end).toMatchObject({ reason: 'closed' });
  expect(vi.getTimerCount()).toBe(0);
});

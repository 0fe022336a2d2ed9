import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { longestLine, mostKept, StreamReading } from './stream-reading.svelte.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A stream written by the test, read with its own clock. */
function opened() {
  const clock = { now: 1000 };
  let controller!: ReadableStreamDefaultController<Uint8Array>;
  const seen = { cancelled: 0 };
  const body = new ReadableStream<Uint8Array>({
    start: (given) => {
      controller = given;
    },
    cancel: () => {
      seen.cancelled++;
    },
  });
  const reading = new StreamReading(body, 1000, () => clock.now);
  const encoder = new TextEncoder();
  const write = async (text: string | Uint8Array) => {
    controller.enqueue(typeof text === 'string' ? encoder.encode(text) : text);
    await vi.advanceTimersByTimeAsync(200);
  };
  const settle = () => vi.advanceTimersByTimeAsync(200);
  return { reading, clock, controller, seen, write, settle };
}

const texts = ({ received }: StreamReading) => received.lines.map(({ text }) => text);

describe('a stream is read', () => {
  test('line by line, however it is chunked; empty lines are counted and not listed', async () => {
    const { reading, write } = opened();
    const whole = new TextEncoder().encode('{"a":"é"}\r\n\r\n{"b":1}\r\n');
    await write(whole.slice(0, 7)); // inside a letter
    expect(texts(reading)).toEqual([]);
    await write(whole.slice(7, 11));
    await write(whole.slice(11));
    expect(texts(reading)).toEqual(['{"a":"é"}', '{"b":1}']);
    expect(reading.received).toMatchObject({ count: 2, keepAlives: 1, bytes: whole.length });
    expect(reading.received.raw.map(({ text, end }) => text + end).join('')).toBe(
      new TextDecoder().decode(whole),
    );
  });

  test('and a line that tells why it is broken off does not count as a post', async () => {
    const { reading, write } = opened();
    await write('{"data":{"id":"1","text":"x"}}\n{"errors":[{"code":89,"message":"Gone."}]}\n');
    expect(reading.received).toMatchObject({ count: 2, posts: 1 });
    expect(reading.inLastMinute(1000)).toBe(1);
  });

  test('and keeps the last lines, and says how many there were', async () => {
    const { reading, write } = opened();
    await write(Array.from({ length: mostKept + 50 }, (_, at) => `${at}\n`).join(''));
    expect(texts(reading)).toHaveLength(mostKept);
    expect(reading.received.lines[0]).toMatchObject({ number: 51, text: '50' });
    expect(reading.received.count).toBe(mostKept + 50);
  });

  test('with limited memory for a line that never ends', async () => {
    const { reading, write } = opened();
    await write('x'.repeat(longestLine + 1));
    expect(reading.received.lines).toMatchObject([{ end: '' }]);
  });

  test('with the rate of the last minute, on the platform’s clock', async () => {
    const { reading, clock, write } = opened();
    await write('a\nb\n');
    clock.now += 30_000;
    await write('\n');
    await write('c\n');
    expect(reading.inLastMinute(clock.now)).toBe(3);
    clock.now += 30_000;
    expect(reading.inLastMinute(clock.now)).toBe(1);
    clock.now += 3_600_000;
    expect(reading.inLastMinute(clock.now)).toBe(0);
  });
});

describe('a stream ends', () => {
  test('when its reader stops it: received lines stay, and the platform is told', async () => {
    const { reading, clock, seen, write, settle } = opened();
    await write('a\nhal');
    clock.now = 5000;
    reading.stop();
    reading.stop();
    await settle();
    expect(reading.ending).toEqual({ at: 5000, how: 'stopped' });
    expect(texts(reading)).toEqual(['a', 'hal']);
    expect(seen.cancelled).toBe(1);
  });

  test('by itself', async () => {
    const { reading, controller, write, settle } = opened();
    await write('a\n');
    controller.close();
    await settle();
    expect(reading.ending).toEqual({ at: 1000, how: 'complete' });
    expect(reading.isOpen).toBe(false);
  });

  test('with the reason for breaking it off, after everything sent before', async () => {
    const { reading, controller, write, settle } = opened();
    await write('a\n');
    controller.error(new Error('the token was revoked'));
    await settle();
    expect(reading.ending).toEqual({ at: 1000, how: 'broken', reason: 'the token was revoked' });
    expect(texts(reading)).toEqual(['a']);
    reading.stop();
    expect(reading.ending?.how).toBe('broken');
  });
});

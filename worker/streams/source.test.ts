import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { StreamSink } from '../../engine/index.ts';
import { readStream, StreamEnded } from './reader.ts';
import { firstCredit, weigh } from './protocol.ts';
import type { Down, Up } from './protocol.ts';
import { StreamSource } from './source.ts';
import { mostQueued } from '../contract/streaming.ts';
import type { Open } from '../contract/streaming.ts';
import { openOf } from '../host/transfer/open-of.ts';
import { rounds } from '../../tests/support/rounds.ts';

/** A stream whose engine and reader are controlled by the test. */
function opened() {
  const { port1, port2 } = new MessageChannel();
  let sink!: StreamSink;
  const seen = { cancelled: 0, over: 0, down: [] as Down[], up: [] as Up[] };
  const source = new StreamSource(
    (given) => {
      sink = given;
      return () => {
        seen.cancelled++;
      };
    },
    (part) => {
      seen.down.push(part);
      port1.postMessage(part);
    },
    () => {
      seen.over++;
    },
  );
  port1.onmessage = ({ data }: MessageEvent<Up>) => {
    seen.up.push(data);
    source.hear(data);
  };
  const close = () => {
    port1.close();
    port2.close();
  };
  return { sink, source, seen, body: readStream(port2), close };
}

const numbered = (at: number, length = 4): Uint8Array => {
  const chunk = new Uint8Array(Math.max(4, length));
  new DataView(chunk.buffer).setUint32(0, at);
  return chunk;
};

async function collect(body: ReadableStream<Uint8Array>): Promise<Uint8Array> {
  const all: number[] = [];
  for await (const chunk of body) for (const byte of chunk) all.push(byte);
  return Uint8Array.from(all);
}

test('what is written is read completely and in order, in any pieces', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(200_000), { maxLength: 12 }), async (lengths) => {
      const { sink, body, seen, close } = opened();
      const chunks = lengths.map((length, at) => numbered(at, length));
      const reading = collect(body);
      for (const chunk of chunks) {
        expect(sink.write(chunk)).toBe(true);
        await new Promise((resolve) => setImmediate(resolve));
      }
      sink.end();
      const expected = Buffer.concat(chunks);
      expect(Buffer.compare(await reading, expected)).toBe(0);
      expect(seen.over).toBe(1);
      close();
    }),
    rounds(30, 600),
  );
});

test('ten thousand posts are read in order, none lost and none repeated', async () => {
  const { sink, body, close } = opened();
  const read: number[] = [];
  const reading = (async () => {
    for await (const chunk of body) read.push(new DataView(chunk.buffer).getUint32(0));
  })();
  for (let at = 0; at < 10_000; at++) {
    sink.write(numbered(at, 300));
    if (at % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  sink.end();
  await reading;
  expect(read).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
  close();
});

describe('a reader that does not read', () => {
  test('is sent no more than its credit; the buffer is bounded, and then there is no room', async () => {
    const { sink, seen, close } = opened();
    let taken = 0;
    while (sink.write(numbered(taken, 1000))) taken++;
    const sent = seen.down.flatMap((part) => (part.type === 'chunk' ? [weigh(part.bytes)] : []));
    expect(sent.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(firstCredit + 1064);
    expect(taken * 1064).toBeLessThanOrEqual(firstCredit + mostQueued + 1064);
    expect(sink.write(numbered(taken)), 'nothing is accepted after a chunk that found no room').toBe(false);
    close();
  });

  test('gets, when it reads at last, the buffered part without a gap, and then the reason', async () => {
    const { sink, body, seen, close } = opened();
    let taken = 0;
    while (sink.write(numbered(taken, 1000))) taken++;
    sink.end('too slow'); // as the engine then does
    const read: number[] = [];
    const reading = (async () => {
      for await (const chunk of body) read.push(new DataView(chunk.buffer).getUint32(0));
    })();
    await expect(reading).rejects.toEqual(new StreamEnded('too slow'));
    expect(read).toEqual(Array.from({ length: taken }, (_, at) => at));
    expect(seen.over).toBe(1);
    close();
  });

  test('gets the last line of a stream that ends while the buffer is full', async () => {
    const { sink, body, close } = opened();
    const length = 64 * 1024 - 64; // weighs 64 KiB
    const room = (firstCredit + mostQueued) / (64 * 1024);
    for (let at = 0; at < room; at++) expect(sink.write(numbered(at, length))).toBe(true);
    sink.end('the month is spent', numbered(room));
    const read: number[] = [];
    const reading = (async () => {
      for await (const chunk of body) read.push(new DataView(chunk.buffer).getUint32(0));
    })();
    await expect(reading).rejects.toEqual(new StreamEnded('the month is spent'));
    expect(read).toEqual(Array.from({ length: room + 1 }, (_, at) => at));
    close();
  });

  test('uses no more memory for tiny chunks', () => {
    const { sink, close } = opened();
    let taken = 0;
    while (sink.write(new Uint8Array(2))) taken++;
    expect(taken).toBeLessThan((firstCredit + mostQueued) / 64);
    close();
  });
});

test('bytes that the engine changes after writing are not changed in the queue', async () => {
  const { sink, body, close } = opened();
  const chunk = numbered(7);
  sink.write(chunk);
  chunk.fill(0);
  sink.end();
  expect(new DataView((await collect(body)).buffer).getUint32(0)).toBe(7);
  close();
});

test('a stream that the platform breaks off is an error with the reason, after what was sent', async () => {
  const { sink, body, close } = opened();
  sink.write(numbered(1));
  sink.end('The platform closes for the night.');
  const reader = body.getReader();
  expect((await reader.read()).value).toEqual(numbered(1));
  await expect(reader.read()).rejects.toThrow('closes for the night');
  close();
});

test('a reader that leaves cancels the stream, once', async () => {
  const { sink, source, body, seen, close } = opened();
  sink.write(numbered(1));
  const reader = body.getReader();
  await reader.read();
  const waiting = reader.read();
  await reader.cancel();
  expect((await waiting).done).toBe(true);
  await expect.poll(() => seen.cancelled).toBe(1);
  source.hear({ type: 'cancel' });
  sink.end();
  expect([seen.cancelled, seen.over]).toEqual([1, 1]);
  expect(sink.write(numbered(2))).toBe(false);
  close();
});

test('an engine may end the stream while opening it', () => {
  const down: Down[] = [];
  let cancelled = 0;
  new StreamSource(
    (sink) => {
      sink.end('no');
      return () => {
        cancelled++;
      };
    },
    (part) => down.push(part),
    () => {},
  );
  expect(down).toEqual([{ type: 'end', reason: 'no' }]);
  expect(cancelled).toBe(0);
});

describe('a body written as fast as it is read', () => {
  /** Chunks without end, or `count` of them; counts the requested ones. */
  function bodyOf(length: number, count = Infinity) {
    const made = { chunks: 0, cancelled: 0 };
    const body = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (made.chunks === count) return controller.close();
          controller.enqueue(numbered(made.chunks++, length));
        },
        cancel: () => void made.cancelled++,
      },
      { highWaterMark: 0 },
    );
    return { made, body };
  }

  function served(open: Open) {
    const { port1, port2 } = new MessageChannel();
    const source = new StreamSource(
      open,
      (part) => port1.postMessage(part),
      () => {},
    );
    port1.onmessage = ({ data }: MessageEvent<Up>) => source.hear(data);
    return { read: readStream(port2), close: () => [port1, port2].forEach((port) => port.close()) };
  }

  test('arrives completely, however large it is and however slowly it is read', async () => {
    const { body } = bodyOf(700_000, 12);
    const { read, close } = served(openOf(body));
    let bytes = 0;
    for await (const chunk of read) {
      bytes += chunk.length;
      if (bytes % 7 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    expect(bytes).toBe(12 * 700_000);
    close();
  });

  test('is not produced while it is not read', async () => {
    const { made, body } = bodyOf(100_000);
    const { read, close } = served(openOf(body));
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(made.chunks * 100_000).toBeLessThan(firstCredit + mostQueued);
    await read.cancel();
    await expect.poll(() => made.cancelled).toBe(1);
    close();
  });

  test('ends with the reason when it cannot be produced', async () => {
    const body = new ReadableStream<Uint8Array>({
      pull: () => {
        throw new Error('no room');
      },
    });
    const { read, close } = served(openOf(body));
    await expect(collect(read)).rejects.toEqual(new StreamEnded('no room'));
    close();
  });
});

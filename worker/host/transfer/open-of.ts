/** A body as a stream of the engine, to be sent to a tab's own page or to another tab. */
import { mostQueued } from '../../contract/streaming.ts';
import type { Open, Sink } from '../../contract/streaming.ts';

/** Bytes written at a time: less than is buffered for a slow reader. */
const writtenAtOnce = mostQueued / 4;

/** Writes a body exactly as fast as it is read. */
export const openOf =
  (body: ReadableStream<Uint8Array>): Open =>
  (sink) => {
    const reader = body.getReader();
    void pump(reader, sink);
    return () => void reader.cancel().catch(() => undefined);
  };

async function pump(reader: ReadableStreamDefaultReader<Uint8Array>, sink: Sink): Promise<void> {
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return sink.end();
      for (let at = 0; at < value.length; at += writtenAtOnce) {
        if (!sink.write(value.subarray(at, at + writtenAtOnce))) return;
        await sink.drained();
      }
    }
  } catch (error) {
    sink.end(error instanceof Error ? error.message : String(error));
  }
}

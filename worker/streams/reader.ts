/** The page's end of a stream: a ReadableStream that grants credit as it is read. */
import { firstCredit, weigh } from './protocol.ts';
import type { Down, Up } from './protocol.ts';

/** The stream was ended before it was complete, by the platform or by losing it. */
export class StreamEnded extends Error {
  override readonly name = 'StreamEnded';
}

/** Credit is granted in portions, not for every chunk. */
const portion = firstCredit / 4;

/**
 * Closes when the stream is complete, and fails with `StreamEnded` when it was ended early. What was sent before is
 * read first.
 */
export function readStream(port: MessagePort): ReadableStream<Uint8Array> {
  const parts: Down[] = [];
  let arrived: (() => void) | null = null;
  let read = 0;
  const say = (part: Up) => port.postMessage(part);
  port.onmessage = ({ data }: MessageEvent<Down>) => {
    parts.push(data);
    arrived?.();
  };
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        if (parts.length === 0) await new Promise<void>((resolve) => (arrived = resolve));
        const part = parts.shift();
        if (!part) return; // cancelled during the wait
        if (part.type === 'end') {
          port.close();
          if (part.reason === null) controller.close();
          else controller.error(new StreamEnded(part.reason));
          return;
        }
        controller.enqueue(part.bytes);
        read += weigh(part.bytes);
        if (read < portion) return;
        say({ type: 'credit', weight: read });
        read = 0;
      },
      cancel() {
        say({ type: 'cancel' });
        port.close();
        parts.length = 0;
        arrived?.();
      },
    },
    { highWaterMark: 0 },
  );
}

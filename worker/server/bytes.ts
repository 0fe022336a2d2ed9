import type { Readable } from 'node:stream';

/** All bytes, or, if there are more than `most`, only `most` and one more. Rejects when the stream is cut off. */
export function bytesOf(stream: Readable, most: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const finish = () => {
      resolve(new Uint8Array(Buffer.concat(chunks).subarray(0, most + 1)));
    };
    stream.on('data', (chunk: Uint8Array) => {
      if (length > most) return; // the rest is read and dropped
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) finish();
    });
    stream.once('end', finish);
    stream.once('error', reject);
    stream.once('close', () => {
      reject(new Error('The stream was cut off'));
    });
  });
}

/** The same bytes, read as fast as the consumer takes them. */
export const webStreamOf = (stream: Readable): ReadableStream<Uint8Array> =>
  new ReadableStream<Uint8Array>(
    {
      start(controller) {
        stream.on('data', (chunk: Uint8Array) => {
          controller.enqueue(new Uint8Array(chunk));
          if ((controller.desiredSize ?? 0) <= 0) stream.pause();
        });
        stream.once('end', () => {
          controller.close();
        });
        stream.once('error', (error) => {
          controller.error(error);
        });
      },
      pull() {
        stream.resume();
      },
      cancel() {
        stream.destroy();
      },
    },
    { highWaterMark: 1 },
  );

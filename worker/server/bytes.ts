import type { Readable } from 'node:stream';

/** All that comes, or the first bytes and one more than `most`. Rejects when it ends before its end. */
export function bytesOf(stream: Readable, most: number): Promise<Uint8Array<ArrayBuffer>> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const finish = () => {
      resolve(new Uint8Array(Buffer.concat(chunks).subarray(0, most + 1)));
    };
    stream.on('data', (chunk: Uint8Array) => {
      if (length > most) return; // what nobody wants still comes
      chunks.push(chunk);
      length += chunk.length;
      if (length > most) finish();
    });
    stream.once('end', finish);
    stream.once('error', reject);
    stream.once('close', () => {
      reject(new Error('It ended before its end'));
    });
  });
}

/** The same bytes as they come, as fast as they are read. */
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

import { FileRefused, mostFileBytes } from '../../contract/file.ts';
import { chunkBytes } from './place.ts';

/**
 * A stream in chunks of `chunkBytes`; the last one is shorter. Rejects with the signal's reason when it aborts, and
 * with `FileRefused` for a file that is too long. `told` is called with the number of bytes so far.
 */
export async function* chunksOf(
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
  told: (bytes: number) => void,
): AsyncGenerator<Uint8Array<ArrayBuffer>, void, undefined> {
  const reader = stream.getReader();
  const stop = () => void reader.cancel(signal.reason).catch(() => undefined);
  signal.addEventListener('abort', stop);
  let [chunk, filled, bytes] = [new Uint8Array(chunkBytes), 0, 0];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) break;
      bytes += value.length;
      if (bytes > mostFileBytes) throw new FileRefused('A file has at most 8 GB.');
      for (let at = 0; at < value.length;) {
        const part = value.subarray(at, at + chunkBytes - filled);
        chunk.set(part, filled);
        filled += part.length;
        at += part.length;
        if (filled < chunkBytes) break;
        yield chunk;
        [chunk, filled] = [new Uint8Array(chunkBytes), 0];
      }
      told(bytes);
    }
    if (filled > 0) yield chunk.slice(0, filled);
  } finally {
    signal.removeEventListener('abort', stop);
    void reader.cancel().catch(() => undefined);
  }
}

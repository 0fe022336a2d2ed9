/** The bytes of a file as they are read, decompressed if needed. */
import { unshared } from '../../../engine/inside.ts';
import type { FileLimits } from './limits.ts';
import { FileIncomplete, FileRefused, FileTooLarge } from './refused.ts';

/** Bytes decompressed at a time: even if they expand a thousandfold, the result is small. */
const packedPiece = 16 * 1024;

/** Whether a file begins as gzip does (RFC 1952 2.3.1). */
export async function isPacked(file: Blob): Promise<boolean> {
  const [first, second] = await beginningOf(file);
  return first === 0x1f && second === 0x8b;
}

async function beginningOf(file: Blob): Promise<Uint8Array> {
  try {
    return new Uint8Array(await file.slice(0, 2).arrayBuffer());
  } catch {
    throw unreadable();
  }
}

/** `read` is called with the number of bytes read so far. Throws `FileTooLarge`, `FileIncomplete` or `FileRefused`. */
export async function* unpacked(
  file: Blob,
  packed: boolean,
  limits: FileLimits,
  read: (bytes: number) => void,
): AsyncGenerator<Uint8Array, void, undefined> {
  const raw = file.stream().pipeThrough(inPieces(read));
  const reader = (packed ? raw.pipeThrough(new DecompressionStream('gzip')) : raw).getReader();
  let length = 0;
  try {
    for (;;) {
      const { done, value } = await nextOf(reader, packed);
      if (done) return;
      length += value.length;
      if (length > limits.whole) throw new FileTooLarge('unpacked', length, limits.whole);
      yield value;
    }
  } finally {
    void reader.cancel().catch(() => undefined);
  }
}

async function nextOf(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  packed: boolean,
): ReturnType<ReadableStreamDefaultReader<Uint8Array>['read']> {
  try {
    return await reader.read();
  } catch (error) {
    // The file was deleted or changed since it was chosen.
    if (!packed || (error instanceof DOMException && error.name === 'NotReadableError')) throw unreadable();
    throw new FileIncomplete('It is compressed with gzip, and cannot be decompressed to its end.');
  }
}

const unreadable = (): FileRefused =>
  new FileRefused('The browser could not read it. It may have been moved or changed since it was chosen.');

function inPieces(read: (bytes: number) => void): TransformStream<Uint8Array, Uint8Array<ArrayBuffer>> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += packedPiece)
        controller.enqueue(unshared(chunk.subarray(at, at + packedPiece)));
      bytes += chunk.length;
      read(bytes);
    },
  });
}

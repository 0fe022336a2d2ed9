/** A receiver's Response as plain data. */
import type { SendResult } from '../../../worker/api.ts';

const RealResponse = Response;
const RealBytes = Uint8Array;

/**
 * Throws a TypeError for anything but a Response, and for a body that was already read or does not consist of bytes.
 */
export async function answerOf(answer: unknown, maxBytes: number): Promise<SendResult> {
  if (!(answer instanceof RealResponse))
    throw new TypeError(`It returned ${kindOf(answer)}, and a request is answered with a Response.`);
  const { status } = answer;
  if (status === 0) return { kind: 'failure', reason: 'closed', message: 'it answered Response.error()' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (answer.bodyUsed) throw new TypeError('The body of its Response was read already.');
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    const chunk: unknown = read.value;
    if (!(chunk instanceof RealBytes)) {
      void reader?.cancel();
      throw new TypeError(
        `The body of its Response holds a chunk of type ${kindOf(chunk)}: chunks are Uint8Arrays.`,
      );
    }
    size += chunk.length;
    if (size > maxBytes) {
      void reader?.cancel();
      return { kind: 'failure', reason: 'tooLarge', message: `the body has more than ${maxBytes} bytes` };
    }
    chunks.push(chunk);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { status, headers: [...answer.headers], body };
}

const kindOf = (value: unknown): string =>
  value === null ? 'null' : value instanceof ArrayBuffer ? 'ArrayBuffer' : typeof value;

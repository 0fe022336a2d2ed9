/** A receiver's Response as plain data. */
import type { SendResult } from '../../../worker/api.ts';

const RealResponse = Response;

/** Throws a TypeError for what is no Response, or one whose body was read already. */
export async function answerOf(answer: unknown, maxBytes: number): Promise<SendResult> {
  if (!(answer instanceof RealResponse))
    throw new TypeError(
      `It returned ${answer === null ? 'null' : typeof answer}, and a request is answered with a Response.`,
    );
  const { status } = answer;
  if (status === 0) return { kind: 'failure', reason: 'closed', message: 'it answered Response.error()' };
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (answer.bodyUsed) throw new TypeError('The body of its Response was read already.');
  const reader = answer.body?.getReader();
  for (let read = await reader?.read(); read?.value; read = await reader?.read()) {
    size += read.value.length;
    if (size > maxBytes) {
      void reader?.cancel();
      return { kind: 'failure', reason: 'tooLarge', message: `the body has more than ${maxBytes} bytes` };
    }
    chunks.push(read.value);
  }
  const body = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return { status, headers: [...answer.headers], body };
}

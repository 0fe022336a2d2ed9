/** `send` of a host in Node: uses fetch, without redirects, with its limits of time and size. */
import type { HttpRequest, Send, SendFailure, SendFailureReason } from '../../engine/index.ts';

/** `addressOf` maps a URL to its destination: a test maps all of them to itself. */
export const nodeSend =
  (addressOf: (url: string) => string): Send =>
  async (request, { timeoutMs, maxBytes }) => {
    try {
      const response = await fetch(addressOf(request.url), {
        method: request.method,
        headers: request.headers.map(([name, value]): [string, string] => [name, value]),
        ...bodyOf(request),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeoutMs),
      });
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of response.body ?? []) {
        size += chunk.length;
        if (size > maxBytes) return failure('tooLarge', `the body has more than ${maxBytes} bytes`);
        chunks.push(chunk);
      }
      const headers = [...response.headers].map(([name, value]) => [name, value] as const);
      return { status: response.status, headers, body: new Uint8Array(Buffer.concat(chunks)) };
    } catch (error) {
      return failureOf(error as Error);
    }
  };

const bodyOf = ({ body }: HttpRequest) => (body ? { body: new Uint8Array(body) } : {});

const failure = (reason: SendFailureReason, message: string): SendFailure => ({
  kind: 'failure',
  reason,
  message,
});

const reasons: Readonly<Record<string, SendFailureReason>> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
};

function failureOf(error: Error): SendFailure {
  if (error.name === 'TimeoutError') return failure('timeout', error.message);
  const cause = error.cause as { code?: string; message?: string } | undefined;
  const code = cause?.code ?? '';
  const isTls = /CERT|TLS|SSL/.test(code);
  return failure(reasons[code] ?? (isTls ? 'tls' : 'closed'), cause?.message ?? error.message);
}

/** The standard interface: `Request` in, `Response` out. */
import type { HeaderList, HttpRequest } from './messages.ts';
import type { Outcome } from './outcome.ts';
import { streamBody } from './stream-body.ts';

/** Statuses for which the Response constructor does not allow a body. */
const bodiless = new Set([101, 103, 204, 205, 304]);

/** Every body of the platform is text, and runtimes handle text faster than bytes. */
const words = new TextDecoder('utf-8', { ignoreBOM: true });

type Handle = (request: HttpRequest) => Promise<Outcome>;

/**
 * Rejects with a TypeError if no response comes, and with the reason of the request's signal as soon as it aborts. If
 * the signal aborted beforehand, the call has no effect; if it aborts while the call is handled, the effect remains.
 */
export async function fetchThrough(handle: Handle, request: Request): Promise<Response> {
  const { signal } = request;
  signal.throwIfAborted();
  const headers: HeaderList = [...request.headers];
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  signal.throwIfAborted();
  const answer = handle({ method: request.method, url: request.url, headers, body });
  const outcome = await unlessAborted(answer, signal);
  signal.throwIfAborted();
  if (outcome.kind === 'closed') throw new TypeError('fetch failed', { cause: new Error(outcome.reason) });
  // A browser shows a page the real answer only after a successful preflight.
  if (isPreflight(request) && outcome.status >= 400)
    return new Response(null, { status: 204, headers: toHeaders(withCors([], headers)) });
  return new Response(bodyOf(outcome, signal), {
    status: outcome.status,
    headers: toHeaders(withCors(outcome.headers, headers)),
  });
}

/** Settles like the work, unless the signal aborts first. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', abort, { once: true });
    const settled = () => signal.removeEventListener('abort', abort);
    void work.then(resolve, reject).finally(settled);
  });
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

const bodyOf = (
  outcome: Exclude<Outcome, { kind: 'closed' }>,
  signal: AbortSignal,
): string | ReadableStream<Uint8Array> | null => {
  if (outcome.kind === 'stream') return streamBody(outcome, signal);
  return bodiless.has(outcome.status) ? null : words.decode(outcome.body);
};

/** A record is cheaper to read than a list, and enough while no name repeats (Set-Cookie does). */
function toHeaders(list: HeaderList): Record<string, string> | [string, string][] {
  const record: Record<string, string> = {};
  for (const [name, value] of list) {
    if (name in record) return list.map(([each, held]): [string, string] => [each, held]);
    record[name] = value;
  }
  return record;
}

/** choice: methods — pages may call a local server, so a call with an Origin gets the CORS headers. */
function withCors(answer: HeaderList, request: HeaderList): HeaderList {
  if (!request.some(([name]) => name === 'origin')) return answer;
  return [
    ...answer,
    ['access-control-allow-origin', '*'],
    ['access-control-allow-headers', 'authorization, content-type'],
    ['access-control-allow-methods', 'GET, HEAD, POST, PUT, DELETE, OPTIONS'],
    ['access-control-expose-headers', '*'],
  ];
}

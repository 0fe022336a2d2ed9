/** The standard door: `Request` in, `Response` out, over the plain messages inside. */
import type { HeaderList, HttpRequest } from './messages.ts';
import type { Outcome, StreamOutcome } from './outcome.ts';

/** Statuses that may not have a body, as the Response constructor insists. */
const bodiless = new Set([101, 103, 204, 205, 304]);

/** Every body of the platform is text, and runtimes take text faster than bytes. */
const words = new TextDecoder('utf-8', { ignoreBOM: true });

type Handle = (request: HttpRequest) => Promise<Outcome>;

export async function fetchThrough(handle: Handle, request: Request): Promise<Response> {
  const headers: HeaderList = [...request.headers];
  const body = request.body === null ? undefined : new Uint8Array(await request.arrayBuffer());
  const outcome = await handle({ method: request.method, url: request.url, headers, body });
  if (outcome.kind === 'closed') throw new TypeError('fetch failed', { cause: new Error(outcome.reason) });
  // A browser shows a page the real answer only after a preflight that succeeds.
  if (isPreflight(request) && outcome.status >= 400)
    return new Response(null, { status: 204, headers: toHeaders(withCors([], headers)) });
  return new Response(bodyOf(outcome), {
    status: outcome.status,
    headers: toHeaders(withCors(outcome.headers, headers)),
  });
}

const isPreflight = ({ method, headers }: Request): boolean =>
  method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method');

const bodyOf = (
  outcome: Exclude<Outcome, { kind: 'closed' }>,
): string | ReadableStream<Uint8Array> | null => {
  if (outcome.kind === 'stream') return readable(outcome);
  return bodiless.has(outcome.status) ? null : words.decode(outcome.body);
};

/** Bytes that a reader of a stream may leave unread before the platform ends it. */
const roomForUnread = 1024 * 1024;

function readable(stream: StreamOutcome): ReadableStream<Uint8Array> {
  let cancel: (() => void) | undefined;
  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        cancel = stream.open({
          write(chunk) {
            if ((controller.desiredSize ?? 0) < chunk.length) return false;
            controller.enqueue(chunk);
            return true;
          },
          end(reason) {
            if (reason === undefined) controller.close();
            else controller.error(new TypeError('terminated', { cause: new Error(reason) }));
          },
        });
      },
      cancel: () => cancel?.(),
    },
    { highWaterMark: roomForUnread, size: (chunk) => chunk.length },
  );
}

/** A record is cheaper to read than a list, and enough while no name repeats (Set-Cookie does). */
function toHeaders(list: HeaderList): Record<string, string> | [string, string][] {
  const record: Record<string, string> = {};
  for (const [name, value] of list) {
    if (name in record) return list as [string, string][];
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

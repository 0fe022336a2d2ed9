/** Converts requests and responses between Node and the plain messages of the engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList, HttpRequest, Outcome, StreamOutcome } from '../../engine/inside.ts';
import { bytesOf } from './bytes.ts';
import type { Head } from './guard.ts';

/** The platform takes 8 MiB (choice: sizes): of a longer body it gets one byte more, and refuses it. */
const mostBytes = 8 * 1024 * 1024;

/** The longest body that is copied to be written together with its head. */
const mostCopied = 16 * 1024;

/** The unread bytes that a reader of a stream may have. */
const roomForUnread = 1024 * 1024;

/** A request without its body: all headers as they were sent, and those that the server itself looks at. */
export interface Received extends Head {
  readonly headers: HeaderList;
  readonly hasBody: boolean;
  /** Of a preflight. */
  readonly asksFor: string | undefined;
}

/** What the server itself looks at, apart from the host and the body's length. */
const lookedAt: ReadonlySet<string> = new Set([
  'access-control-request-method',
  'content-type',
  'origin',
  'sec-fetch-mode',
  'sec-fetch-site',
]);

/** Reads the headers in one pass. Node's own `headers` would be an object of all of them, made for each call. */
export function headOf({ method = 'GET', url: target = '/', rawHeaders }: IncomingMessage): Received {
  const headers: [string, string][] = [];
  const hosts: string[] = [];
  const seen = new Map<string, string>();
  let hasBody = false;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const [name, value] = [rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''];
    headers.push([name, value]);
    const key = name.toLowerCase();
    if (key === 'host') hosts.push(value);
    else if (key === 'content-length' || key === 'transfer-encoding') hasBody = true;
    // A header sent twice counts as one with both values, and the guard accepts no such value.
    else if (lookedAt.has(key)) seen.set(key, seen.has(key) ? `${seen.get(key)}, ${value}` : value);
  }
  return {
    ...{ method, target, headers, hasBody, hosts },
    origin: seen.get('origin'),
    fetchSite: seen.get('sec-fetch-site'),
    fetchMode: seen.get('sec-fetch-mode'),
    contentType: seen.get('content-type'),
    asksFor: seen.get('access-control-request-method'),
  };
}

/** The request. Rejects when the connection ends before it is complete. */
export async function requestOf(
  { method, target, headers, hasBody }: Received,
  incoming: IncomingMessage,
  url: string,
): Promise<HttpRequest> {
  const request = { method, url: url + target, headers };
  if (!hasBody) return request;
  const body = await bytesOf(incoming, mostBytes);
  return body.length > 0 ? { ...request, body } : request;
}

/** For a stream the promise resolves when it is over. */
export function writeOutcome(
  response: ServerResponse,
  outcome: Outcome,
  more: HeaderList,
): Promise<void> | undefined {
  if (outcome.kind === 'closed') {
    response.destroy();
    return undefined;
  }
  const headers = flat(outcome.headers, more);
  response.sendDate = false; // the answer has the time of the platform's clock
  if (outcome.kind === 'stream') {
    response.writeHead(outcome.status, headers);
    response.flushHeaders();
    return writeStream(response, outcome);
  }
  const isHead = response.req.method === 'HEAD';
  const hasLength = !isHead && ![204, 304].includes(outcome.status);
  if (hasLength) headers.push('content-length', String(outcome.body.length));
  response.writeHead(outcome.status, headers);
  end(response, outcome.body);
  return undefined;
}

/** Names and values in turn, as Node takes them. */
function flat(...lists: readonly HeaderList[]): string[] {
  const headers: string[] = [];
  for (const list of lists) for (const [name, value] of list) headers.push(name, value);
  return headers;
}

/** Node writes a text together with the head, and bytes apart from it, which costs a short answer more than the copy. */
function end(response: ServerResponse, body: Uint8Array): void {
  if (body.length > mostCopied) response.end(body);
  else response.end(Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('latin1'), 'latin1');
}

/** Sends chunks as fast as the reader takes them. The platform notices a reader that lags, and ends its stream. */
function writeStream(response: ServerResponse, stream: StreamOutcome): Promise<void> {
  return new Promise((resolve) => {
    const cancel = stream.open({
      write(chunk) {
        if (response.destroyed || response.writableLength + chunk.length > roomForUnread) return false;
        response.write(chunk);
        return true;
      },
      end(reason, last) {
        if (reason === undefined) response.end(last);
        // Cut off: what was written before can still be read, but no regular end follows.
        else response.write(last ?? '', () => response.destroy());
      },
    });
    response.once('close', () => {
      cancel();
      resolve();
    });
  });
}

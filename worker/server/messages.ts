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

/** Reads the headers in one pass. Node's own `headers` would be an object of all of them, made for each call. */
export function headOf({ method = 'GET', url: target = '/', rawHeaders }: IncomingMessage): Received {
  const headers: [string, string][] = [];
  const hosts: string[] = [];
  let hasBody = false;
  let origin: string | undefined;
  let fetchSite: string | undefined;
  let fetchMode: string | undefined;
  let contentType: string | undefined;
  let asksFor: string | undefined;
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    const value = rawHeaders[at + 1] ?? '';
    headers.push([name, value]);
    switch (name.toLowerCase()) {
      case 'host':
        hosts.push(value);
        break;
      case 'content-length':
      case 'transfer-encoding':
        hasBody = true;
        break;
      case 'origin':
        origin = joined(origin, value);
        break;
      case 'sec-fetch-site':
        fetchSite = joined(fetchSite, value);
        break;
      case 'sec-fetch-mode':
        fetchMode = joined(fetchMode, value);
        break;
      case 'content-type':
        contentType = joined(contentType, value);
        break;
      case 'access-control-request-method':
        asksFor = joined(asksFor, value);
    }
  }
  return { method, target, headers, hasBody, hosts, origin, fetchSite, fetchMode, contentType, asksFor };
}

/** A header sent twice counts as one with both values, and the guard accepts no such value. */
const joined = (before: string | undefined, value: string): string =>
  before === undefined ? value : `${before}, ${value}`;

/** A promise only if there is a body to wait for. It rejects when the connection ends before the body is complete. */
export function requestOf(
  { method, target, headers, hasBody }: Received,
  incoming: IncomingMessage,
  url: string,
): HttpRequest | Promise<HttpRequest> {
  const request = { method, url: url + target, headers };
  return hasBody ? withBody(request, incoming) : request;
}

async function withBody(request: HttpRequest, incoming: IncomingMessage): Promise<HttpRequest> {
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

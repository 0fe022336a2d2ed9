/** Converts requests and responses between Node and the plain messages of the engine. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HeaderList, HttpRequest, Outcome, StreamOutcome } from '../../engine/inside.ts';
import { bytesOf } from './bytes.ts';

/** The platform takes 8 MiB (choice: sizes): of a longer body it gets one byte more, and refuses it. */
const mostBytes = 8 * 1024 * 1024;

/** The longest body that is copied to be written together with its head. */
const mostCopied = 16 * 1024;

/** The unread bytes that a reader of a stream may have. */
const roomForUnread = 1024 * 1024;

export function headersOf({ rawHeaders }: IncomingMessage): HeaderList {
  const list: [string, string][] = [];
  for (let at = 0; at + 1 < rawHeaders.length; at += 2)
    list.push([rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '']);
  return list;
}

/** The request. Rejects when the connection ends before it is complete. */
export async function requestOf(incoming: IncomingMessage, url: string): Promise<HttpRequest> {
  const { method = 'GET', headers } = incoming;
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined;
  const body = hasBody ? await bytesOf(incoming, mostBytes) : null;
  return {
    ...{ method, url: url + (incoming.url ?? '/'), headers: headersOf(incoming) },
    ...(body && body.length > 0 && { body }),
  };
}

/** Resolves when the response has been sent; for a stream, when it is over. */
export async function writeOutcome(
  response: ServerResponse,
  outcome: Outcome,
  more: HeaderList,
): Promise<void> {
  if (outcome.kind === 'closed') {
    response.destroy();
    return;
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

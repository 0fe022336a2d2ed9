import { utf8 } from '../../worker/api.ts';
import type { Exchange } from '../../worker/api.ts';

/** One call of a run: its name, and the SHA-256 of its two messages as they were sent. */
export interface CallDigest {
  readonly call: string;
  readonly request: string;
  readonly response: string;
}

/** Of a stream, the response is its head: what follows comes while the run goes on. */
export async function digestOf({ request, outcome }: Exchange): Promise<CallDigest> {
  const { method, url, headers, body } = request;
  const answered =
    outcome.kind === 'closed'
      ? messageOf(`closed: ${outcome.reason}`, [])
      : messageOf(
          String(outcome.status),
          outcome.headers,
          outcome.kind === 'response' ? outcome.body : undefined,
        );
  return {
    call: `${method} ${url.replace(/^https?:\/\/[^/]+/, '').replace(/\?.*/, '')}`,
    request: await sha256(messageOf(`${method} ${url}`, headers, body)),
    response: await sha256(answered),
  };
}

/** The first line, a line for each header, an empty line and the body. */
function messageOf(
  first: string,
  headers: Exchange['request']['headers'],
  body?: Uint8Array,
): Uint8Array<ArrayBuffer> {
  const head = utf8([first, ...headers.map(([name, value]) => `${name}: ${value}`), '', ''].join('\r\n'));
  const message = new Uint8Array(head.length + (body?.length ?? 0));
  message.set(head);
  if (body) message.set(body, head.length);
  return message;
}

async function sha256(message: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', message));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

import { isCurl, parseCurl } from '../../curl/parse.ts';
import type { CurlRequest } from '../../curl/types.ts';

/** What a person pasted: a whole call, or the value of an Authorization header alone. */
export type Pasted =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'call'; readonly from: 'curl command' | 'raw message'; readonly call: CurlRequest }
  | { readonly kind: 'header'; readonly authorization: string }
  | { readonly kind: 'problem'; readonly problem: string };

export const longestPaste = 64 * 1024;
const startLine = /^([A-Z]+) (\S+) HTTP\/1\.[01]\r?\n/;

/** Never throws. `origin` is where a raw message without a whole address goes. */
export function readPaste(text: string, origin: string): Pasted {
  if (text.length > longestPaste) return { kind: 'problem', problem: 'This is longer than 64 KB.' };
  const trimmed = text.trim();
  if (trimmed === '') return { kind: 'nothing' };
  if (isCurl(trimmed)) {
    const read = parseCurl(trimmed);
    return 'problem' in read
      ? { kind: 'problem', problem: read.problem }
      : { kind: 'call', from: 'curl command', call: read };
  }
  const message = startLine.exec(text.trimStart());
  if (message) return { kind: 'call', from: 'raw message', call: rawCall(text.trimStart(), message, origin) };
  const authorization = trimmed.replace(/^(?:proxy-)?authorization\s*:\s*/i, '').replace(/\s*\r?\n\s*/g, ' ');
  return { kind: 'header', authorization };
}

/** RFC 9112: start line, header fields, an empty line, the body. */
function rawCall(text: string, [line, method, target]: RegExpExecArray, origin: string): CurlRequest {
  const rest = text.slice(line.length);
  const [, head, body] = /^([^]*?)(?:\r?\n\r?\n([^]*))?$/.exec(rest) ?? [];
  const headers = (head ?? '').split(/\r?\n/).flatMap((field): [string, string][] => {
    const colon = field.indexOf(':');
    return colon < 1 ? [] : [[field.slice(0, colon).trim(), field.slice(colon + 1).trim()]];
  });
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const base = host === undefined ? origin : `${origin.split('://')[0]}://${host}`;
  return {
    method: method!,
    url: target!.startsWith('/') ? base + target! : target!,
    headers,
    body: body || null,
  };
}

/** An answer as somebody pasted it: a body, or the whole of it as tools show it. */
import { utf8 } from '../../http/messages.ts';
import type { Answer } from './answer.ts';
import type { PastedAnswer } from './types.ts';

const statusLine = /^HTTP\/\d(?:\.\d)?\s+(\d{3})\b/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/;

/** Bounded: of a longer text it is only said that it is too long. */
export function headOf({ text, status, contentType }: PastedAnswer): Omit<Answer, 'failure' | 'ms'> {
  const split = splitHead(ofVerbose(text));
  const named = (name: string): string | undefined =>
    split.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const type = named('content-type') ?? (contentType?.trim() || undefined);
  const body = /chunked/i.test(named('transfer-encoding') ?? '') ? unchunked(split.body) : split.body;
  return {
    status: split.status ?? status ?? null,
    contentType: type ?? (split.status === null ? undefined : null),
    location: named('location'),
    body: utf8(body),
  };
}

interface Split {
  readonly status: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
}

/** Of several heads, as of a proxy or of "100 Continue", the last one counts. */
function splitHead(text: string): Split {
  let found: Split = { status: null, headers: [], body: text };
  for (let heads = 0; heads < 8; heads++) {
    const next = oneHead(found.body);
    if (!next || (heads > 0 && next.status === null)) break;
    found = next;
  }
  return found;
}

function oneHead(text: string): Split | null {
  const start = /^\s*/.exec(text)![0].length;
  const blank = /\r?\n[ \t]*\r?\n/.exec(text.slice(start));
  const head = blank ? text.slice(start, start + blank.index) : text.slice(start);
  if (head.length > 32_768) return null;
  const lines = head.split(/\r?\n/);
  const status = statusLine.exec(lines[0]!)?.[1];
  // Without a blank line, headers alone are no answer, and a body may look like one.
  if (status === undefined && !blank) return null;
  const headers = (status === undefined ? lines : lines.slice(1)).map((line) => headerLine.exec(line));
  if (headers.some((each) => each === null)) return null;
  return {
    status: status === undefined ? null : Number(status),
    headers: headers.map((each) => [each![1]!, each![2]!.trim()]),
    body: blank ? text.slice(start + blank.index + blank[0].length) : '',
  };
}

/** What `curl -v` shows, without its marks. */
function ofVerbose(text: string): string {
  if (!/^< HTTP\//m.test(text)) return text;
  const lines = text.split(/\r?\n/);
  const isHead = (line: string): boolean => line.startsWith('<') && /^<(?: |$)/.test(line);
  const head = lines.filter(isHead).map((line) => line.slice(2));
  const last = lines.findLastIndex(isHead);
  const body = lines.slice(last + 1).filter((line) => !/^(?:[*>] |[{}] \[)/.test(line));
  return `${head.join('\n').trimEnd()}\n\n${body.join('\n')}`;
}

/** Chunks as they stand on the wire; the text itself where it is none. */
function unchunked(text: string): string {
  let body = '';
  let rest = text;
  for (let chunks = 0; chunks < 1_000; chunks++) {
    const size = /^([0-9a-f]{1,6})(?:;[^\r\n]*)?\r?\n/i.exec(rest);
    if (!size) return chunks === 0 ? text : body;
    const length = Number.parseInt(size[1]!, 16);
    if (length === 0) return body;
    body += rest.slice(size[0].length, size[0].length + length);
    rest = rest.slice(size[0].length + length).replace(/^\r?\n/, '');
  }
  return body;
}

/** Reads a pasted answer: a body, or a whole answer as tools show it. */
import { utf8 } from '../../http/messages.ts';
import type { Answer } from './answer.ts';
import { ofPowerShell } from './powershell.ts';
import { withoutTerminal } from './terminal.ts';
import type { PastedAnswer } from './types.ts';

const statusLine = /^HTTP\/\d(?:\.\d)?\s+(\d{3})\b(.*)/;
const headerLine = /^([!#$%&'*+.^_`|~\w-]+):[ \t]*(.*)$/;

/** Limited in length: a longer text is only reported as too long. */
export function headOf({
  text,
  status,
  contentType,
}: PastedAnswer): Omit<Answer, 'failure' | 'notStarted' | 'ms'> {
  const bare = withoutTerminal(text);
  const split = firstAnswer(ofPowerShell(bare) ?? fromStatusLine(ofVerbose(bare)));
  const named = (name: string): string | undefined =>
    split.headers.find(([each]) => each.toLowerCase() === name)?.[1];
  const type = named('content-type') ?? (contentType?.trim() || undefined);
  const body = /chunked/i.test(named('transfer-encoding') ?? '') ? unchunked(split.body) : split.body;
  return {
    status: split.status ?? status ?? null,
    contentType: type ?? (split.status === null ? undefined : null),
    contentEncoding: named('content-encoding'),
    location: named('location'),
    body: utf8(body),
  };
}

/** Removes what comes before the first head, such as a remark. A body may contain a status line too. */
function fromStatusLine(text: string): string {
  const start = text.search(/^HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b/m);
  return start < 0 || text.slice(0, start).includes('{') ? text : text.slice(start);
}

interface Split {
  readonly status: number | null;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string;
  /** Whether the real answer comes after this head. */
  readonly isInterim?: boolean;
}

/**
 * The platform does not follow redirects, so the first of several answers counts. "100 Continue" and a proxy's "200
 * Connection established" are not answers.
 */
function firstAnswer(text: string): Split {
  let found: Split = { status: null, headers: [], body: text };
  for (let heads = 0; heads < 8; heads++) {
    const next = oneHead(found.body);
    if (!next || (heads > 0 && next.status === null)) break;
    if (heads > 0 && !found.isInterim) return { ...found, body: '' };
    found = next;
  }
  return found;
}

function oneHead(text: string): Split | null {
  const start = text.length - text.trimStart().length;
  const blank = /\r?\n[ \t]*\r?\n/.exec(text.slice(start));
  const head = blank ? text.slice(start, start + blank.index) : text.slice(start);
  if (head.length > 32_768) return null;
  const lines = head.split(/\r?\n/);
  const [, status, reason = ''] = statusLine.exec(lines[0] ?? '') ?? [];
  // Headers without a blank line are not an answer, and a body may look like them.
  if (status === undefined && !blank) return null;
  const headers: [string, string][] = [];
  for (const line of status === undefined ? lines : lines.slice(1)) {
    const [, name, value] = headerLine.exec(line) ?? [];
    if (name === undefined || value === undefined) return null;
    headers.push([name, value.trim()]);
  }
  return {
    status: status === undefined ? null : Number(status),
    headers,
    body: blank ? text.slice(start + blank.index + blank[0].length) : '',
    isInterim: /^1/.test(status ?? '') || /^ connection established/i.test(reason),
  };
}

/** Converts the output of `curl -v` to that of `curl -i`. */
function ofVerbose(text: string): string {
  if (!/^< HTTP\//m.test(text)) return text;
  const lines = text.split(/\r?\n/);
  return lines
    .slice(lines.findIndex((line) => line.startsWith('< HTTP/')))
    .filter((line) => !/^(?:[*>](?: |$)|[{}] \[)/.test(line))
    .map((line) => line.replace(/^<(?: |$)/, ''))
    .join('\n');
}

/** Joins the chunks of a chunked body; returns any other text unchanged. */
function unchunked(text: string): string {
  let body = '';
  let rest = text;
  for (let chunks = 0; chunks < 1_000; chunks++) {
    const [line, size] = /^([0-9a-f]{1,6})(?:;[^\r\n]*)?\r?\n/i.exec(rest) ?? [];
    if (line === undefined || size === undefined) return chunks === 0 ? text : body;
    const length = Number.parseInt(size, 16);
    if (length === 0) return body;
    body += rest.slice(line.length, line.length + length);
    rest = rest.slice(line.length + length).replace(/^\r?\n/, '');
  }
  return body;
}

import { isCurl, longestCurl, parseFirstCurl } from '../../curl/parse.ts';
import { anotherBegins, curlBegins } from '../../curl/ends.ts';
import type { CurlRequest } from '../../curl/types.ts';
import { looksLikeHar, readHar } from '../../har/read.ts';
import type { HarEntry } from '../../har/read.ts';
import { isSigned } from '../../har/signed.ts';
import { readSnippet } from '../../snippets/read.ts';
import type { SnippetKind } from '../../snippets/types.ts';

/** One request from pasted text: a whole call, or only the value of an Authorization header. */
export type Pasted =
  | {
      readonly kind: 'call';
      readonly from: 'curl' | 'raw message' | 'HAR' | SnippetKind;
      /** How it was read: "bash quoting" of a curl command, "entry 12 of shop.har". */
      readonly how: string | null;
      /** When it was sent, epoch ms, if known. */
      readonly sentAt?: number;
      readonly call: CurlRequest;
      readonly notes: readonly string[];
      readonly text: string;
    }
  | { readonly kind: 'header'; readonly authorization: string; readonly text: string }
  /** `near`: the text that cannot be read. */
  | { readonly kind: 'problem'; readonly problem: string; readonly near: string; readonly text: string };

export const longestPaste = 64 * 1024;
/** The most requests that are read from one text. */
export const mostAtOnce = 50;

const startLine = /^\s*([A-Z]+) (\S+) HTTP\/\d(?:\.\d)?[^\S\n]*\r?\n/;

/** Reads one request after another. Never throws. `origin` completes a raw message without an absolute address. */
export function readPaste(text: string, origin: string): Pasted[] {
  if (text.length > longestPaste)
    return [{ kind: 'problem', problem: 'This is longer than 64 KB.', near: '', text: text.slice(0, 60) }];
  if (looksLikeHar(text)) return pastedHar(text);
  const found: Pasted[] = [];
  let rest = text;
  while (rest.trim() !== '' && found.length < mostAtOnce) {
    const [pasted, end] = next(rest, origin);
    found.push(...pasted);
    rest = rest.slice(Math.max(1, end));
  }
  return found.slice(0, mostAtOnce);
}

/** Of several entries, the signed ones. A single entry is always read. */
function pastedHar(text: string): Pasted[] {
  const har = readHar(text);
  const refused = (problem: string): Pasted[] => [{ kind: 'problem', problem, near: '', text: text.trim() }];
  if ('problem' in har) return refused(har.problem);
  const { entries, problems } = har;
  const wanted = entries.length === 1 ? entries : entries.filter(({ call }) => isSigned(call));
  if (wanted.length > 0) return wanted.slice(0, mostAtOnce).map((each) => fromHar(each, 'HAR'));
  return refused(problems[0] && entries.length === 0 ? problems[0].problem : noneSigned(entries.length));
}

export const noneSigned = (entries: number): string =>
  `${entries === 1 ? 'Its one request carries no' : `None of its ${entries} requests carries a`} signature of OAuth 1.0a.`;

/** `file`: its name. */
export const fromHar = (
  { at, call, sentAt, notes }: HarEntry,
  file: string,
): Exclude<Pasted, { kind: 'problem' }> => ({
  kind: 'call',
  from: 'HAR',
  how: `entry ${at + 1} of ${file}`,
  call,
  notes,
  text: '',
  ...(sentAt !== null && { sentAt }),
});

/** Reads the next request, or the several requests of a program. */
function next(text: string, origin: string): [Pasted[], end: number] {
  if (isCurl(text) || startLine.test(text)) return alone(first(text, origin));
  const end = endOf(text);
  const own = text.slice(0, end).trim();
  const snippet = readSnippet(own);
  if (!snippet) return alone(first(text, origin));
  const { kind, calls } = snippet;
  const read = calls.map((each): Pasted => {
    if ('problem' in each) {
      const near = own.slice(each.start, Math.min(each.start + 60, lineEnd(own, each.start)));
      return { kind: 'problem', problem: each.problem, near, text: own };
    }
    return { kind: 'call', from: kind, how: null, call: each.call, notes: each.notes, text: own };
  });
  return [read, end];
}

const alone = ([pasted, end]: [Pasted, number]): [Pasted[], number] => [[pasted], end];

function lineEnd(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end < 0 ? text.length : end;
}

function first(text: string, origin: string): [Pasted, end: number] {
  if (isCurl(text)) return firstCurl(text);
  const end = endOf(text);
  const own = text.slice(0, end);
  const message = startLine.exec(own);
  if (message) return [rawMessage(own, message, origin), end];
  const authorization = own
    .trim()
    .replace(/^(?:proxy-)?authorization\s*:\s*/i, '')
    .replace(/\s*\r?\n\s*/g, ' ');
  if (/^[\w-]+(?:\s|$)/.test(authorization) && /=|^(?:Bearer|Basic) /i.test(authorization))
    return [{ kind: 'header', authorization, text: own.trim() }, end];
  const problem = 'This is not a request that the doctor can read.';
  return [{ kind: 'problem', problem, near: own.trim().slice(0, 60), text: own.trim() }, end];
}

function firstCurl(text: string): [Pasted, end: number] {
  const { result, end } = parseFirstCurl(text);
  const own = text.slice(0, end).trim();
  if (!('problem' in result)) {
    const { shell, notes, ...call } = result;
    return [{ kind: 'call', from: 'curl', how: `${shell} quoting`, call, notes, text: own }, end];
  }
  const near = text.slice(result.start, Math.min(result.end, result.start + 60));
  // Reading resumes at the next command after one that cannot be read.
  return [
    { kind: 'problem', problem: result.problem, near, text: own.slice(0, longestCurl) },
    nextCurl(text),
  ];
}

function nextCurl(text: string): number {
  for (const { index } of text.matchAll(/\n/g)) if (curlBegins(text, index)) return index + 1;
  return text.length;
}

/** The end of a message: the line that begins another request. The message's own header fields do not count. */
function endOf(text: string): number {
  const isMessage = startLine.test(text);
  for (const { index } of text.trimStart().matchAll(/\n/g)) {
    const at = index + text.length - text.trimStart().length;
    if (isMessage ? curlBegins(text, at) || startLine.test(lineAfter(text, at)) : anotherBegins(text, at))
      return at + 1;
  }
  return text.length;
}

const lineAfter = (text: string, at: number): string => text.slice(at + 1, at + 2048);

/** RFC 9112: start line, header fields, an empty line, the body. */
function rawMessage(text: string, [line, method = '', target = '']: RegExpExecArray, origin: string): Pasted {
  const [, head, body] = /^([^]*?)(?:\r?\n\r?\n([^]*))?$/.exec(text.slice(line.length).trimEnd()) ?? [];
  const headers = (head ?? '').split(/\r?\n/).flatMap((field): [string, string][] => {
    const colon = field.indexOf(':');
    return colon < 1 ? [] : [[field.slice(0, colon).trim(), field.slice(colon + 1).trim()]];
  });
  const host = headers.find(([name]) => name.toLowerCase() === 'host')?.[1];
  const base = host === undefined ? origin : `${origin.split('://')[0]}://${host}`;
  const url = target.startsWith('/') ? base + target : target;
  const call = { method, url, headers, body: body || null };
  return { kind: 'call', from: 'raw message', how: null, call, notes: [], text: text.trim() };
}

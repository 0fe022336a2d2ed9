/** Reads a complete paste: an answer as curl or PowerShell shows it, or a delivery as received. */
import { loadCrcDoctor, text } from '../../../../worker/api.ts';

export interface WholeAnswer {
  readonly status: number | null;
  /** undefined if the paste has no headers that could name one. */
  readonly contentType: string | null | undefined;
  readonly contentEncoding: string | undefined;
  readonly location: string | undefined;
  readonly body: string;
  /** The value of `crc_token` as in the query, if the paste shows the request. */
  readonly token: string | undefined;
  /** The address of the request, if the paste shows it. */
  readonly url: string | undefined;
}

const verbose = /^< HTTP\/\d/m;
const statusLine = /^HTTP\/\d(?:\.\d)?[ \t]+\d{3}\b/m;
/** The output of `Invoke-WebRequest`. */
const statusProperty = /^StatusCode +: \d{3}\b/m;
/** In the first line. */
const command = /^\s*[^\n{]{0,400}\b(?:curl|curl\.exe|Invoke-\w{1,20}|iwr|irm) [^\n]{0,4000}crc_token=/i;

/** Whether a text is more than a body. */
export const isWholeAnswer = (pasted: string): boolean =>
  [verbose, statusLine, statusProperty, command].some((each) => each.test(pasted));

/** Call it only if `isWholeAnswer`. */
export async function readWholeAnswer(pasted: string): Promise<WholeAnswer> {
  const { headOf } = await loadCrcDoctor();
  const head = headOf({ kind: 'pasted', text: pasted });
  const answer = verbose.test(pasted) ? -1 : pasted.search(/^(?:HTTP\/|StatusCode |\s*[{[<"])/m);
  return {
    status: head.status,
    contentType: head.contentType,
    contentEncoding: head.contentEncoding,
    location: head.location,
    body: text(head.body).replace(/^\s+$/, ''),
    ...askedIn(answer < 0 ? pasted : pasted.slice(0, answer)),
  };
}

/** From the command, or from the request that `curl -v` shows. */
function askedIn(pasted: string): Pick<WholeAnswer, 'token' | 'url'> {
  const lines = pasted.split('\n').filter((line) => line.length <= 4_096);
  const line =
    lines.find((each) => each.includes('crc_token=') && /^> |curl|Invoke-|iwr|irm/i.test(each)) ?? '';
  const token = /[?&]crc_token=([^&\s'"#\\]+)/.exec(line)?.[1];
  const address = /https?:\/\/[^\s'"\\]+/.exec(line)?.[0];
  const target = /^> [A-Z]+ (\/\S*)/.exec(line)?.[1];
  const host = lines.map((each) => /^> host: *(\S+)/i.exec(each)?.[1]).find((each) => each !== undefined);
  return { token, url: address ?? (target && host ? `https://${host}${target}` : undefined) };
}

export interface WholeDelivery {
  /** The value of its signature header; undefined if it has none. */
  readonly signature: string | undefined;
  readonly body: string;
}

const header = /^svc-webhooks-signature[ \t]*:(.*)$/im;

/** The value of the signature header in this text; undefined if there is none. */
function signatureOf(text: string): string | undefined {
  const value = header.exec(text)?.[1];
  return value === undefined ? undefined : withoutBlanks(value);
}

/** Trims blanks. A pattern for trailing blanks would scan each run of blanks repeatedly. */
function withoutBlanks(value: string): string {
  let end = value.length;
  while (end > 0 && /[ \t]/.test(value[end - 1]!)) end--;
  return value.slice(0, end).replace(/^[ \t]+/, '');
}

/** A request with its headers; null for other text. */
export function readWholeDelivery(pasted: string): WholeDelivery | null {
  const start = /^\s*/.exec(pasted)![0].length;
  const blank = /\r?\n\r?\n/.exec(pasted.slice(start));
  if (!blank) return null;
  const head = pasted.slice(start, start + blank.index);
  if (head.length > 32_768 || !/^(?:[A-Z]+ \S+ HTTP\/|[\w-]+[ \t]*:)/.test(head)) return null;
  const signature = signatureOf(head);
  if (signature === undefined && !/^POST \S+ HTTP\//.test(head)) return null;
  return { signature, body: pasted.slice(start + blank.index + blank[0].length) };
}

/** The header's value, with or without its name before it. */
export const signatureIn = (pasted: string): string =>
  signatureOf(pasted.length > 8_192 ? '' : pasted.trim()) ?? pasted;

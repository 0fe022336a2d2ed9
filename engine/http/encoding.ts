/** Percent encoding (RFC 3986 2.1, RFC 5849 3.6) and form encoding (application/x-www-form-urlencoded). */
import { header } from './messages.ts';
import type { HttpRequest } from './messages.ts';

const unreserved = /^[A-Za-z0-9\-._~]*$/;

/**
 * Percent encoding encodes octets (RFC 5849 3.6). An octet that is not part of a UTF-8 sequence is kept: decoded text
 * has the lone surrogate U+DC00 + octet in its place, and encoding the text restores the octet. So well-formed text was
 * valid UTF-8 (choice: octets).
 */
const strayOctet = /([\udc80-\udcff])/u;
const octetOf = (stray: string): number => stray.charCodeAt(0) - 0xdc00;

const encoder = new TextEncoder();
const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Encodes everything except the unreserved characters, with upper-case hex. Other lone surrogates become U+FFFD. */
export function encodeRfc3986(value: string): string {
  if (unreserved.test(value)) return value;
  if (value.isWellFormed()) return encodeText(value);
  return value
    .split(strayOctet)
    .map((part, at) => (at % 2 === 0 ? encodeText(part.toWellFormed()) : `%${hexOf(octetOf(part))}`))
    .join('');
}

const encodeText = (value: string): string =>
  encodeURIComponent(value).replace(/[!'()*]/g, (character) => `%${hexOf(character.charCodeAt(0))}`);

const hexOf = (octet: number): string => octet.toString(16).toUpperCase();

/** Decodes percent escapes. Malformed escapes stay as they are, and octets that are not UTF-8 stay those octets. */
export function decodeRfc3986(value: string): string {
  if (!value.includes('%')) return value;
  try {
    return decodeURIComponent(value);
  } catch {
    return readOctets(unescaped(value));
  }
}

const escape = /^%[0-9A-Fa-f]{2}$/;

/** The octets that a percent-encoded text stands for. */
function unescaped(value: string): Uint8Array {
  const octets = new Uint8Array(3 * value.length);
  let length = 0;
  for (let at = 0; at < value.length;) {
    const code = value.codePointAt(at)!;
    if (code === 0x25 && escape.test(value.slice(at, at + 3))) {
      octets[length++] = Number.parseInt(value.slice(at + 1, at + 3), 16);
      at += 3;
      continue;
    }
    if (code < 0x80) octets[length++] = code;
    else if (code >= 0xdc80 && code <= 0xdcff) octets[length++] = code - 0xdc00;
    else length += encoder.encodeInto(String.fromCodePoint(code), octets.subarray(length)).written;
    at += code > 0xffff ? 2 : 1;
  }
  return octets.subarray(0, length);
}

/** Decodes octets to text without loss: octets that are not UTF-8 become lone surrogates. */
export function readOctets(octets: Uint8Array): string {
  try {
    return strict.decode(octets);
  } catch {
    return readStray(octets);
  }
}

function readStray(octets: Uint8Array): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < octets.length;) {
    const length = sequenceAt(octets, at);
    if (length === 0) {
      parts.push(strict.decode(octets.subarray(from, at)), String.fromCharCode(0xdc00 + octets[at]!));
      from = at + 1;
    }
    at += Math.max(1, length);
  }
  return parts.join('') + strict.decode(octets.subarray(from));
}

/** The length of the UTF-8 sequence that begins here; 0 if none does (RFC 3629 4). */
function sequenceAt(octets: Uint8Array, at: number): number {
  const first = octets[at]!;
  const length =
    first < 0x80 ? 1 : first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  if (length < 2) return length;
  const second = octets[at + 1] ?? 0;
  const [least = 0x80, most = 0xbf] =
    { 0xe0: [0xa0, 0xbf], 0xed: [0x80, 0x9f], 0xf0: [0x90, 0xbf], 0xf4: [0x80, 0x8f] }[first] ?? [];
  if (second < least || second > most) return 0;
  for (let next = at + 2; next < at + length; next++) if ((octets[next]! & 0xc0) !== 0x80) return 0;
  return length;
}

/** Name and value pairs of a query or a form body, in order. Repeated names are kept. + is a space. */
export function decodeForm(encoded: string): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (const part of encoded.split('&')) {
    if (part === '') continue;
    const equals = part.indexOf('=');
    const name = equals < 0 ? part : part.slice(0, equals);
    const value = equals < 0 ? '' : part.slice(equals + 1);
    pairs.push([decodeForm1(name), decodeForm1(value)]);
  }
  return pairs;
}

const decodeForm1 = (value: string): string =>
  decodeRfc3986(value.includes('+') ? value.replaceAll('+', ' ') : value);

/** Pairs as a form body. A space is %20, which every reader accepts. */
export const encodeForm = (pairs: Iterable<readonly [string, string]>): string =>
  Array.from(pairs, ([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`).join('&');

/** Whether a Content-Type is this type. Case, parameters and white space do not matter (RFC 9110 8.3.1). */
export const isType = (contentType: string | undefined, type: string): boolean =>
  contentType !== undefined &&
  contentType
    .split(';', 1)[0]!
    .replace(/^[ \t]+|[ \t]+$/g, '')
    .toLowerCase() === type;

export const isForm = (contentType: string | undefined): boolean =>
  isType(contentType, 'application/x-www-form-urlencoded');

/** The first repeated name. */
export function repeatedName(pairs: readonly (readonly [name: string, value: string])[]): string | undefined {
  const seen = new Set<string>();
  for (const [name] of pairs) {
    if (seen.has(name)) return name;
    seen.add(name);
  }
  return undefined;
}

/** The pairs of a form body; empty for a body of another type. */
export const formPairs = ({ headers, body }: HttpRequest): [name: string, value: string][] =>
  body?.length && isForm(header(headers, 'content-type')) ? decodeForm(readOctets(body)) : [];

/** Changes one character of the signed part of a request, such that an endpoint still matches its path. */
import { header, text, utf8 } from '../../engine/index.ts';
import type { HttpRequest } from '../../engine/index.ts';

/** `where` chooses the place and the character, modulo their number; null if a request has no such part. */
type Tampering = (request: HttpRequest, where: number) => HttpRequest | null;

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** A different character in place of one that matches, differing in more than its case. */
function changeOne(value: string, where: number, among = /[A-Za-z0-9]/g): string | null {
  const places = [...value.matchAll(among)].map(({ index }) => index);
  if (places.length === 0) return null;
  const place = places[where % places.length]!;
  const old = value[place]!.toLowerCase();
  const others = [...alphabet].filter((each) => each !== old);
  return `${value.slice(0, place)}${others[where % others.length]!}${value.slice(place + 1)}`;
}

const inHeader =
  (name: string, among?: RegExp): Tampering =>
  (request, where) => {
    const before = header(request.headers, 'authorization')!;
    const found = new RegExp(`(?<=[ ,]${name}=")[^"]+`).exec(before);
    const changed = found && changeOne(found[0], where, among);
    if (!changed) return null;
    const value = before.slice(0, found.index) + changed + before.slice(found.index + found[0].length);
    const rest = request.headers.filter(([each]) => each.toLowerCase() !== 'authorization');
    return { ...request, headers: [...rest, ['authorization', value]] };
  };

/** Changes the first match of `part` in the URL: its query's names or values. */
const inUrl =
  (part: RegExp): Tampering =>
  (request, where) => {
    const found = [...request.url.matchAll(part)];
    const [match] = found.slice(where % Math.max(1, found.length));
    const changed = match && changeOne(match[0], where);
    if (!changed) return null;
    const { index } = match;
    return {
      ...request,
      url: request.url.slice(0, index) + changed + request.url.slice(index + match[0].length),
    };
  };

/** Other methods of the same path. */
const otherMethods: readonly (readonly [path: RegExp, from: string, to: string])[] = [
  [/\/2\/posts$/, 'POST', 'GET'],
  [/\/2\/posts\/\d+$/, 'DELETE', 'GET'],
  [/\/2\/posts\/\d+$/, 'GET', 'DELETE'],
  [/\/2\//, 'GET', 'HEAD'],
  [/\/2\//, 'HEAD', 'GET'],
];

const method: Tampering = (request) => {
  const path = request.url.split('?')[0]!;
  const other = otherMethods.find(([pattern, from]) => pattern.test(path) && from === request.method);
  return other ? { ...request, method: other[2] } : null;
};

const body: Tampering = (request, where) => {
  const isForm = header(request.headers, 'content-type')?.includes('form');
  const changed = isForm && request.body && changeOne(text(request.body), where);
  return changed ? { ...request, body: utf8(changed) } : null;
};

export const tamperings: Readonly<Record<string, Tampering>> = {
  method,
  path: inUrl(/(?<=\/2\/(?:users|posts)\/)[0-9]+|(?<=\/by\/username\/)[^?]+|(?<=\/users\/)me(?=$|\?)/g),
  'query name': inUrl(/(?<=[?&])[^=&]+/g),
  'query value': inUrl(/(?<=[?&][^=&]*=)[^&]+/g),
  'query, one more': (request) => ({
    ...request,
    url: `${request.url}${request.url.includes('?') ? '&' : '?'}z`,
  }),
  body,
  nonce: inHeader('oauth_nonce'),
  timestamp: inHeader('oauth_timestamp'),
  token: inHeader('oauth_token'),
  key: inHeader('oauth_consumer_key'),
  signature: inHeader('oauth_signature', /[A-Za-z0-9%]/g),
};

/** The request with one change, and what was changed; `choice` selects among the request's parts. */
export function tamper(
  request: HttpRequest,
  choice: number,
  where: number,
): { kind: string; changed: HttpRequest } {
  const all = Object.entries(tamperings).flatMap(([kind, change]) => {
    const changed = change(request, where);
    return changed ? [{ kind, changed }] : [];
  });
  return all[choice % all.length]!;
}

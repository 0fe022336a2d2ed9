/** Cookies as a browser keeps them (RFC 6265): the host that set them, where they are sent, and until when. */

export interface Cookie {
  readonly name: string;
  readonly value: string;
  /** The host that set it. The cookie is sent only to this host: Domain is ignored. */
  readonly host: string;
  readonly path: string;
  /** Epoch ms on the platform's clock; null until the browser is closed. */
  readonly expires: number | null;
  readonly secure: boolean;
  readonly httpOnly: boolean;
  readonly sameSite: string | null;
}

export type Jar = readonly Cookie[];

/** The size limit of browsers for one cookie, in characters. */
const longest = 4096;

/** The cookie of a Set-Cookie header (RFC 6265 5.2 and 5.3); null if it is to be ignored. */
export function parseSetCookie(header: string, url: URL, now: number): Cookie | null {
  const [pair = '', ...parts] = header.split(';');
  const equals = pair.indexOf('=');
  const name = pair.slice(0, equals).trim();
  const value = pair.slice(equals + 1).trim();
  if (equals < 0 || name === '' || name.length + value.length > longest || hasControls(header)) return null;
  const attributes = new Map(parts.map(attribute));
  const secure = attributes.has('secure');
  // A Secure cookie is not accepted over a plain connection (RFC 6265bis 5.7).
  if (secure && url.protocol !== 'https:') return null;
  const path = attributes.get('path');
  return {
    name,
    value,
    host: url.host,
    path: path?.startsWith('/') ? path : defaultPath(url.pathname),
    expires: expiry(attributes, now),
    secure,
    httpOnly: attributes.has('httponly'),
    sameSite: attributes.get('samesite') ?? null,
  };
}

const hasControls = (text: string): boolean =>
  [...text].some((character) => character < ' ' || character === '\x7f');

function attribute(part: string): [name: string, value: string] {
  const equals = part.indexOf('=');
  if (equals < 0) return [part.trim().toLowerCase(), ''];
  return [part.slice(0, equals).trim().toLowerCase(), part.slice(equals + 1).trim()];
}

/** Max-Age takes precedence over Expires (RFC 6265 5.3, step 3). */
function expiry(attributes: ReadonlyMap<string, string>, now: number): number | null {
  const maxAge = attributes.get('max-age');
  if (maxAge !== undefined && /^-?\d+$/.test(maxAge)) return now + Number(maxAge) * 1000;
  const at = Date.parse(attributes.get('expires') ?? '');
  return Number.isNaN(at) ? null : at;
}

/** RFC 6265 5.1.4. */
const defaultPath = (pathname: string): string => pathname.slice(0, pathname.lastIndexOf('/')) || '/';

/** The jar after an answer: a cookie replaces one of the same name, host and path; expired ones are dropped. */
export function keepCookies(jar: Jar, headers: readonly string[], url: URL, now: number): Jar {
  let next = jar;
  for (const header of headers) {
    const cookie = parseSetCookie(header, url, now);
    if (!cookie) continue;
    const others = next.filter((each) => !isSame(each, cookie));
    next = isLive(cookie, now) ? [...others, cookie] : others;
  }
  return next.filter((each) => isLive(each, now));
}

const isSame = (a: Cookie, b: Cookie): boolean => a.name === b.name && a.host === b.host && a.path === b.path;

const isLive = (cookie: Cookie, now: number): boolean => cookie.expires === null || now < cookie.expires;

/** Value of the Cookie header for an address, longer paths first (RFC 6265 5.4); null if there is none to send. */
export function cookieHeader(jar: Jar, url: URL, now: number): string | null {
  const sent = jar
    .filter((cookie) => isLive(cookie, now) && goesTo(cookie, url))
    .toSorted((a, b) => b.path.length - a.path.length);
  return sent.length === 0 ? null : sent.map(({ name, value }) => `${name}=${value}`).join('; ');
}

function goesTo({ host, path, secure }: Cookie, { host: to, pathname, protocol }: URL): boolean {
  if (host !== to || (secure && protocol !== 'https:')) return false;
  if (!pathname.startsWith(path)) return false;
  return pathname.length === path.length || path.endsWith('/') || pathname[path.length] === '/';
}

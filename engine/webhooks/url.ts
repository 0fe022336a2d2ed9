/** Which URLs a webhook may have (platform.md 4.3; choice: webhook-url). */
import { hostObjection } from './public-host.ts';

/** Characters of a URL (platform.md 2.1). */
export const urlLength = { least: 1, most: 200 } as const;

/** Why a value is refused as the URL of a webhook; null for one that is allowed. */
export function urlObjection(url: unknown): string | null {
  if (url === undefined) return '`url` is missing';
  if (typeof url !== 'string') return '`url` is not a string';
  const { least, most } = urlLength;
  if (url.length < least || url.length > most)
    return `\`url\` has ${url.length} characters; ${least} to ${most} are allowed`;
  // RFC 3986 2: what a parser would leave out or read as something else is no part of a URL.
  if (!/^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(url))
    return '`url` has characters that a URL does not have; encode them';
  const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(url) ?? [];
  if (scheme === undefined) return '`url` is not a complete address: https://host/path is expected';
  if (scheme.toLowerCase() !== 'https') return `\`url\` is not https but ${scheme}`;
  if (url.includes('#')) return '`url` has a fragment, which is never sent';
  if (authority.includes('@')) return '`url` has a user name before its host';
  const [, host = authority, port] = /^(\[[^\]]*\]|[^:[]*)(:.*)?$/.exec(authority) ?? [];
  if (port !== undefined) return `\`url\` has a port (${port}); none may be written`;
  return hostObjection(host);
}

/** Whether two URLs lead to the same place. */
export const isSameUrl = (one: string, other: string): boolean => placeOf(one) === placeOf(other);

/** What is no URL leads nowhere but to itself. */
const placeOf = (url: string): string => (URL.canParse(url) ? new URL(url).href : url);

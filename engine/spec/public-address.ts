/** Addresses that the platform calls at hosts of others: webhooks (choice: webhook-url) and feeds (choice: feed-fetch). */
import { hostObjection } from './public-host.ts';

/**
 * Why a value is refused as an address of another host; null for an allowed one. `name` is the name of the field;
 * `least` and `most` bound its length.
 */
export function addressObjection(
  name: string,
  value: unknown,
  { least, most }: { readonly least: number; readonly most: number },
): string | null {
  const called = `\`${name}\``;
  if (value === undefined) return `${called} is missing`;
  if (typeof value !== 'string') return `${called} is not a string`;
  if (value.length < least || value.length > most)
    return `${called} has ${value.length} characters; ${least} to ${most} are allowed`;
  // RFC 3986 2: characters that a parser would drop or change do not belong in a URL.
  if (!/^[\w.~:/?#[\]@!$&'()*+,;=%-]+$/.test(value))
    return `${called} has characters that a URL does not have; encode them`;
  const [broken] = /%(?![\da-f]{2}).{0,2}/i.exec(value) ?? [];
  if (broken !== undefined) return `${called} has ${broken}, which encodes nothing`;
  const [, scheme, authority = ''] = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)/i.exec(value) ?? [];
  if (scheme === undefined) return `${called} is not a complete address: https://host/path is expected`;
  if (scheme.toLowerCase() !== 'https') return `${called} is not https but ${scheme}`;
  if (value.includes('#')) return `${called} has a fragment, which is never sent`;
  if (authority.includes('@')) return `${called} has a user name before its host`;
  const [, host = authority, port] = /^(\[[^\]]*\]|[^:[]*)(:.*)?$/.exec(authority) ?? [];
  if (port !== undefined) return `${called} has a port (${port}); none may be written`;
  return hostObjection(host);
}

/** Which callback URLs an App may have: specification 5, rule 4, and 2.8. */
import { lastOf } from '../checked/known.ts';
import { splitUrl } from '../http/url.ts';

/** The most callback URLs of an App. */
export const mostCallbacks = 10;

/** specification 2.8. */
export const disallowedProtocols: ReadonlySet<string> = new Set(
  (
    'vbscript javascript vbs data mocha keyword livescript ftp file gopher acrobat callto daap itpc itms firefoxurl hcp ldap ' +
    'mailto mmst mmsu msbd rtsp mso-offdap snews news nntp outlook stssync rlogin telnet tn3270 shell sip'
  ).split(' '),
);

/** Why a callback URL is refused; null for one that is allowed. */
export function callbackObjection(url: string): string | null {
  if (url.length > 1000) return 'A callback URL has at most 1000 characters.';
  // Only visible ASCII: URLs are compared exactly, so they must be what a person sees.
  if (!/^[\x21-\x7e]+$/.test(url))
    return 'A callback URL is written in ASCII without spaces; encode other characters.';
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(url)?.[1]?.toLowerCase();
  if (!scheme) return 'A callback URL starts with a scheme, such as https:// or myapp://.';
  if (disallowedProtocols.has(scheme)) return `The protocol ${scheme} is not allowed for callbacks (2.8).`;
  if (url.includes('#')) return 'A callback URL has no fragment: request-specific data travels in state.';
  return scheme === 'http' || scheme === 'https' ? webObjection(url) : customObjection(url);
}

const noLocalhost = 'localhost must not be used; take http://127.0.0.1 or a host of your own.';

const isLocalhost = (host: string): boolean => /^(.*\.)?localhost\.?$/i.test(host);

function webObjection(url: string): string | null {
  const parts = splitUrl(url);
  if (!parts || url.includes('@')) return 'This is not a complete address: https://host/path is expected.';
  if (isLocalhost(parts.host)) return noLocalhost;
  return hostObjection(parts.host) ?? portObjection(parts.port);
}

/** Custom protocol URLs need a domain and a path part. */
function customObjection(url: string): string | null {
  const [, domain, port = ''] =
    /^[a-z][a-z0-9+.-]*:\/\/(\[[^\]/?@]*\]|[^/?@:]+)(?::(\d+))?\/[^?]+/i.exec(url) ?? [];
  if (!domain) return 'A custom protocol URL needs a domain and a path: myapp://host/path.';
  if (isLocalhost(domain)) return noLocalhost;
  return hostObjection(domain) ?? portObjection(port);
}

/** choice: o1-callback-check — refuses an address that a browser would not open. */
const portObjection = (port: string): string | null =>
  Number(port) > 65_535 ? `The port ${port.slice(0, 20)} is beyond 65535.` : null;

function hostObjection(host: string): string | null {
  if (host.startsWith('['))
    return isIPv6(host.slice(1, -1)) ? null : `${host.slice(0, 80)} is not an IPv6 address.`;
  const labels = host.replace(/\.$/, '').split('.');
  if (labels.includes('')) return 'The host has an empty label: two dots in a row, or one at its start.';
  if (!labels.every((label) => /^[a-z0-9_-]{1,63}$/i.test(label)) || host.length > 254)
    return 'A host has labels of 1 to 63 letters, digits, hyphens and underscores, with dots between.';
  // A browser reads a host whose last label is a number as an IPv4 address.
  const isNumeric = /^(\d+|0x[0-9a-f]*)$/i.test(lastOf(labels));
  return isNumeric && !isIPv4(host)
    ? `${host} is not an IPv4 address: four numbers up to 255 are expected.`
    : null;
}

const isIPv4 = (host: string): boolean =>
  /^(\d{1,3}\.){3}\d{1,3}$/.test(host) &&
  host.split('.').every((part) => Number(part) <= 255 && String(Number(part)) === part);

/** RFC 4291 2.2: eight groups, of which a run may be shortened to :: and the last two may be an IPv4 address. */
function isIPv6(text: string): boolean {
  const [head = '', tail, ...more] = text.split('::');
  if (more.length > 0) return false;
  const groups = [...groupsOf(head, tail === undefined), ...groupsOf(tail ?? '', true)];
  if (!groups.every((group) => group !== null)) return false;
  return tail === undefined ? groups.length === 8 : groups.length < 8;
}

/** One entry for each group of 16 bits; null for text that is not a group. */
function groupsOf(text: string, isLast: boolean): (true | null)[] {
  if (text === '') return [];
  const parts = text.split(':');
  return parts.flatMap((part, at) => {
    if (isLast && at === parts.length - 1 && isIPv4(part)) return [true, true];
    return [/^[0-9a-f]{1,4}$/i.test(part) ? true : null];
  });
}

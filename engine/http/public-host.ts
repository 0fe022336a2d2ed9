/** Which hosts are publicly reachable, as far as their name or number tells (choice: webhook-url). */

/** Why the platform does not call a host; null for one that it does. Odd notations count as what a URL parser reads. */
export function hostObjection(host: string): string | null {
  if (host === '') return 'the URL has no host';
  const read = asRead(host);
  if (read === null) return `${clip(host)} is no host`;
  const name = read.replace(/\.$/, '');
  if (name.startsWith('[')) return addressObjection(host, kindOf6(groupsOf(name.slice(1, -1))));
  if (isIPv4(name)) return addressObjection(host, kindOf4(numberOf(name)));
  if (!name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) || name.length > 253)
    return `${clip(host)} is no host: labels of 1 to 63 letters, digits, hyphens and underscores are expected`;
  if (/(^|\.)localhost$/.test(name)) return `${clip(host)} is this machine itself, not a public host`;
  return name.includes('.') ? null : `${clip(host)} has a single label, and no public host has`;
}

/** As a URL parser writes it: 0x7f.1 is 127.0.0.1. null for what it does not take. */
function asRead(host: string): string | null {
  // It would decode what is percent-encoded: what is sent must be what was looked at.
  if (host.includes('%')) return null;
  try {
    return new URL(`https://${host}/`).hostname;
  } catch {
    return null;
  }
}

const addressObjection = (host: string, kind: string | null): string | null =>
  kind && `${clip(host)} is ${kind}, which is not publicly reachable`;

const clip = (host: string): string => (host.length > 80 ? `${host.slice(0, 79)}…` : host);

const isIPv4 = (name: string): boolean => /^\d+\.\d+\.\d+\.\d+$/.test(name);

const numberOf = (address: string): number =>
  address.split('.').reduce((number, part) => number * 256 + Number(part), 0);

const isPrivate = 'a private address';
const isLoopback = 'a loopback address';
const isLinkLocal = 'a link-local address';
const isNoHost = 'the address of no host';

/** The first address of a range, the length of its prefix, and what its addresses are. */
const ranges4 = (
  [
    ['0.0.0.0', 8, isLoopback],
    ['10.0.0.0', 8, isPrivate],
    ['100.64.0.0', 10, isPrivate],
    ['127.0.0.0', 8, isLoopback],
    ['169.254.0.0', 16, isLinkLocal],
    ['172.16.0.0', 12, isPrivate],
    ['192.168.0.0', 16, isPrivate],
    ['224.0.0.0', 3, isNoHost],
  ] as const
).map(([first, length, kind]) => ({ first: numberOf(first), size: 2 ** (32 - length), kind }));

/** What keeps an IPv4 address from being public; null for nothing. */
const kindOf4 = (address: number): string | null =>
  ranges4.find(({ first, size }) => address >= first && address < first + size)?.kind ?? null;

/** The same of an IPv6 address. One that stands for an IPv4 address is what that one is. */
function kindOf6(groups: readonly number[]): string | null {
  const [first = 0, second = 0, third = 0] = groups;
  const last = groups[6]! * 65_536 + groups[7]!;
  const head = groups.slice(0, 6);
  if (head.every((group) => group === 0)) return last <= 1 ? isLoopback : kindOf4(last);
  if (head.join() === '0,0,0,0,0,65535') return kindOf4(last); // RFC 4291 2.5.5.2
  if (head.join() === '100,65435,0,0,0,0') return kindOf4(last); // 64:ff9b::/96, RFC 6052
  if (first === 0x2002) return kindOf4(second * 65_536 + third); // RFC 3056
  if ((first & 0xfe00) === 0xfc00 || (first & 0xffc0) === 0xfec0) return isPrivate; // RFC 4193, 3879
  if ((first & 0xffc0) === 0xfe80) return isLinkLocal;
  return (first & 0xff00) === 0xff00 ? isNoHost : null;
}

/** The eight groups of an address that a URL parser wrote: in hexadecimal, with at most one ::. */
function groupsOf(address: string): number[] {
  const [head = '', tail] = address.split('::');
  const groups = (part: string) =>
    part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16));
  if (tail === undefined) return groups(head);
  const [before, after] = [groups(head), groups(tail)];
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

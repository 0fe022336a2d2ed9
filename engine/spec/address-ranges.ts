/**
 * IP addresses that are not globally reachable, by the IANA registries of special-purpose addresses (RFC 6890) and of the
 * IPv6 address space. The addresses for documentation stay public (choice: webhook-url): 192.0.2.0/24, 198.51.100.0/24,
 * 203.0.113.0/24, 2001:db8::/32 and 3fff::/20.
 */

const isPrivate = 'a private address';
const isLoopback = 'a loopback address';
const isLinkLocal = 'a link-local address';
const isNoHost = 'the address of no host';
const isProtocol = 'an address of a protocol';
const isUnassigned = 'an address that is not assigned';

type Range = readonly [first: string, prefixLength: number, kind: string | null];

/** The first range that contains an address says what it is; null means globally reachable. */
const ranges4: readonly Range[] = [
  ['0.0.0.0', 8, isLoopback], // RFC 791 3.2: this host on this network
  ['10.0.0.0', 8, isPrivate], // RFC 1918
  ['100.64.0.0', 10, isPrivate], // RFC 6598: shared address space
  ['127.0.0.0', 8, isLoopback], // RFC 1122 3.2.1.3
  ['169.254.0.0', 16, isLinkLocal], // RFC 3927
  ['172.16.0.0', 12, isPrivate], // RFC 1918
  ['192.0.0.9', 32, null], // RFC 7723: anycast
  ['192.0.0.10', 32, null], // RFC 8155: anycast
  ['192.0.0.0', 24, isProtocol], // RFC 6890 2.1
  ['192.88.99.0', 24, isProtocol], // RFC 7526: 6to4 relays, deprecated
  ['192.168.0.0', 16, isPrivate], // RFC 1918
  ['198.18.0.0', 15, isPrivate], // RFC 2544: benchmarking
  ['224.0.0.0', 4, isNoHost], // RFC 5771: multicast
  ['240.0.0.0', 4, isNoHost], // RFC 1112 4: reserved, with the limited broadcast
];

const ranges6: readonly Range[] = [
  ['100::', 64, isNoHost], // RFC 6666: discarded
  ['2001:1::1', 128, null], // RFC 7723
  ['2001:1::2', 128, null], // RFC 8155
  ['2001:1::3', 128, null], // RFC 9665
  ['2001:3::', 32, null], // RFC 7450: AMT
  ['2001:4:112::', 48, null], // RFC 7535: AS112-v6
  ['2001:20::', 28, null], // RFC 7343: ORCHIDv2
  ['2001:30::', 28, null], // RFC 9374: DRIP
  ['2001::', 23, isProtocol], // RFC 2928, with Teredo (RFC 4380) and benchmarking (RFC 5180)
  ['2000::', 3, null], // global unicast
  ['fc00::', 7, isPrivate], // RFC 4193: unique local
  ['fe80::', 10, isLinkLocal], // RFC 4291 2.5.6
  ['fec0::', 10, isPrivate], // RFC 3879: site-local, deprecated
  ['ff00::', 8, isNoHost], // RFC 4291 2.7: multicast
  ['::', 0, isUnassigned],
];

/** IPv6 addresses that contain an IPv4 address from this bit on, and count as that address. */
const holders: readonly (readonly [first: string, prefixLength: number, at: number])[] = [
  ['::', 96, 96], // RFC 4291 2.5.5.1: IPv4-compatible, deprecated
  ['::ffff:0:0', 96, 96], // RFC 4291 2.5.5.2: IPv4-mapped
  ['::ffff:0:0:0', 96, 96], // RFC 2765 2.1: IPv4-translated
  ['64:ff9b::', 96, 96], // RFC 6052
  ['2002::', 16, 16], // RFC 3056: 6to4
];

/** Why an IPv4 address, four numbers with dots, is not globally reachable; null if it is. */
export const kindOf4 = (address: string): string | null => kindOfBits4(bits4(address));

/** The same for an IPv6 address as a URL parser writes it, without brackets. */
export function kindOf6(address: string): string | null {
  const bits = bits6(address);
  if (isWithin(bits, bits6('::'), 127)) return isLoopback; // RFC 4291 2.5.2, 2.5.3
  const holder = holders.find(([first, length]) => isWithin(bits, bits6(first), length));
  if (!holder) return ranges6.find(([first, length]) => isWithin(bits, bits6(first), length))?.[2] ?? null;
  const [, , at] = holder;
  return kindOfBits4(bits.slice(at, at + 32));
}

const kindOfBits4 = (bits: string): string | null =>
  ranges4.find(([first, length]) => isWithin(bits, bits4(first), length))?.[2] ?? null;

const isWithin = (bits: string, first: string, length: number): boolean =>
  bits.startsWith(first.slice(0, length));

const binary = (number: number, length: number): string => number.toString(2).padStart(length, '0');

/** 32 binary digits. */
const bits4 = (address: string): string =>
  address
    .split('.')
    .map((part) => binary(Number(part), 8))
    .join('');

/** 128 binary digits. */
function bits6(address: string): string {
  const groupsOf = (part: string) => (part === '' ? [] : part.split(':'));
  const [head = '', tail = ''] = address.split('::');
  const [before, after] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after].map((group) => binary(Number.parseInt(group, 16), 16)).join('');
}

/** Which hosts are publicly reachable, as far as their name or number shows (choice: webhook-url). */
import { kindOf4, kindOf6 } from './address-ranges.ts';
import { specialNameOf } from './special-names.ts';

/** Why the platform does not call a host; null if it does. Unusual notations count as what a URL parser reads. */
export function hostObjection(host: string): string | null {
  if (host === '') return 'the URL has no host';
  const read = asRead(host);
  if (read === null) return `${clip(host)} is not a host`;
  const name = read.replace(/\.$/, '');
  if (name.startsWith('[')) return addressObjection(host, kindOf6(name.slice(1, -1)));
  if (isIPv4(name)) return addressObjection(host, kindOf4(name));
  if (!name.split('.').every((label) => /^[a-z0-9_-]{1,63}$/.test(label)) || name.length > 253)
    return `${clip(host)} is not a host: labels of 1 to 63 letters, digits, hyphens and underscores are expected`;
  const special = specialNameOf(name);
  if (special === 'localhost') return `${clip(host)} is this machine itself, not a public host`;
  if (special !== null)
    return `${clip(host)} ends in .${special}, which is reserved and never names a public host`;
  return name.includes('.') ? null : `${clip(host)} has a single label, unlike every public host`;
}

/** As a URL parser writes it: 0x7f.1 is 127.0.0.1. null for text that the parser refuses. */
function asRead(host: string): string | null {
  // The parser would decode percent-encoding, but the checked host must be exactly the one that is called.
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

/**
 * Top-level domains that no public host has: those of the IANA registry of special-use domain names (RFC 6761 and its
 * updates), `internal`, which ICANN reserves for private use, and `localdomain`, which resolvers map to this machine.
 * The simulated internet uses `example`, `example.com`, `example.net` and `example.org`, which count as public
 * (choice: webhook-url).
 */
export const specialNames: readonly string[] = [
  'alt', // RFC 9476
  'arpa', // home.arpa (RFC 8375), resolver.arpa, ipv4only.arpa; no hosts elsewhere
  'internal',
  'invalid',
  'local', // RFC 6762
  'localdomain',
  'localhost',
  'onion', // RFC 7686
  'test',
];

/** The special-use domain at the end of a name in lower case; null for none. */
export function specialNameOf(name: string): string | null {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return specialNames.includes(last) ? last : null;
}

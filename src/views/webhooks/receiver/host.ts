import { specialNameOf } from '../../../../worker/api.ts';

/** The problem of a hostname for a receiver, as a sentence; null if there is none. */
export function flawOfHost(host: string): string | null {
  if (host === '') return 'A receiver answers at a host: give it one, such as hooks.northwind.example.';
  if (/^[a-z][a-z0-9+.-]*:/i.test(host)) return 'Only the host: without https:// and without a port.';
  if (/[/?#]/.test(host)) return 'Only the host: it answers at all of its paths.';
  if (/[A-Z]/.test(host)) return 'A host is written in lower case here.';
  const [, odd] = /([^a-z0-9.-])/u.exec(host) ?? [];
  if (odd !== undefined)
    return `A host has letters a to z, digits, hyphens and dots: ${JSON.stringify(odd)} is none of these.`;
  if (host.length > 253) return 'A host has at most 253 characters.';
  const labels = host.split('.');
  if (labels.length < 2)
    return 'A public host has at least two parts with a dot between, as in hooks.example.';
  if (labels.some((label) => label === '')) return 'Between two dots there is at least one character.';
  if (labels.some((label) => label.length > 63)) return 'Each part of a host has at most 63 characters.';
  if (labels.some((label) => /^-|-$/.test(label))) return 'No part of a host begins or ends with a hyphen.';
  if (/^\d+$/.test(labels.at(-1)!))
    return 'The last part of a host is not a number: that would be an IP address.';
  const special = specialNameOf(host);
  if (special !== null) return `No public host ends in .${special}: the name is set aside for other uses.`;
  return null;
}

/** A free hostname for this App. */
export function hostFor(appName: string, taken: readonly string[]): string {
  const [word] = /[a-z0-9]{1,40}/.exec(appName.toLowerCase()) ?? ['my'];
  for (let count = 1; ; count++) {
    const host = `${count === 1 ? 'hooks' : `hooks${count}`}.${word}.example`;
    if (!taken.includes(host)) return host;
  }
}

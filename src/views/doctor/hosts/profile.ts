/** A host's rules for a signature, as a person set them. They contain no secret. */
import type { HostRules, SignatureMethod } from '../../../../worker/api.ts';
import { isOneOf, isWhole, splitUrl } from '../../../../worker/api.ts';
import { transmissions } from './transmission.ts';
import type { Transmission } from './transmission.ts';

export const methods = [
  'declared',
  'HMAC-SHA1',
  'HMAC-SHA256',
  'HMAC-SHA512',
  'PLAINTEXT',
] as const satisfies readonly ('declared' | SignatureMethod)[];
export const tokenRules = ['never', 'always', 'sent'] as const;

export interface HostProfile {
  /** The host as in an address, with its port unless that is the default. */
  readonly host: string;
  /**
   * Scheme and host that clients sign, if a program sees another address, as behind a proxy. Empty for the address of
   * each request.
   */
  readonly address: string;
  readonly method: (typeof methods)[number];
  /** `sent`: a request may have a token. */
  readonly token: (typeof tokenRules)[number];
  /** Where a repaired request carries its parameters. */
  readonly parameters: Transmission;
  /** Empty if none is required. */
  readonly realm: string;
  /** The seconds that a timestamp may be off; null if unknown. */
  readonly tolerance: number | null;
}

export type Rules = Omit<HostProfile, 'host'>;

export const longestRealm = 200;
export const mostTolerance = 1_000_000;

/** The rules that the doctor judges by. */
export const rulesOf = ({ method, token, realm, tolerance }: HostProfile): HostRules => ({
  method,
  ...(token === 'sent' ? {} : { token }),
  ...(realm === '' ? {} : { realm }),
  ...(tolerance === null ? {} : { tolerance }),
});

/** As one short line: "HMAC-SHA256, no token, in the query". */
export function inShort({ method, token, parameters, realm }: HostProfile): string {
  return [
    method === 'declared' ? 'the method that is declared' : method,
    ...(token === 'sent' ? [] : [token === 'never' ? 'no token' : 'always a token']),
    ...(parameters === 'header' ? [] : [parameters === 'query' ? 'in the query' : 'in the form body']),
    ...(realm === '' ? [] : [`realm ${realm}`]),
  ].join(', ');
}

/** `https://shop.example:8443` of an address; null if it is neither http nor https. */
export function originOf(address: string): string | null {
  const parts = splitUrl(address.trim());
  return parts && `${parts.scheme}://${hostOf(parts)}`;
}

/** The host of an address, with its port unless that is the default. */
export const hostOf = ({ host, port }: { readonly host: string; readonly port: string }): string =>
  host + (port && `:${port}`);

/** Reads a stored profile, which may be damaged or foreign. */
export function profileIn(stored: Readonly<Record<string, unknown>>): HostProfile | null {
  const { host, address = '', method, token, parameters, realm, tolerance } = stored;
  if (typeof host !== 'string' || host === '' || host.length > 300 || /[\s/?#@]/.test(host)) return null;
  if (!isOneOf(methods, method) || !isOneOf(tokenRules, token) || !isOneOf(transmissions, parameters))
    return null;
  if (typeof address !== 'string' || (address !== '' && originOf(address) !== address)) return null;
  if (typeof realm !== 'string' || realm.length > longestRealm) return null;
  if (tolerance !== null && !isWhole(tolerance, 0, mostTolerance)) return null;
  return { host, address, method, token, parameters, realm, tolerance };
}

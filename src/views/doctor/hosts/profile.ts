/** What a host asks of a signature, as a person has set it. Nothing in it is a secret. */
import type { HostRules, SignatureMethod } from '../../../../worker/api.ts';
import { isOneOf, isWhole } from '../../../../worker/api.ts';
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
  /** As it stands in an address, with a port that is not the usual one. */
  readonly host: string;
  readonly method: (typeof methods)[number];
  /** `sent`: a request may name one. */
  readonly token: (typeof tokenRules)[number];
  /** Where a repaired request carries its parameters. */
  readonly parameters: Transmission;
  /** Empty: none is asked for. */
  readonly realm: string;
  /** Seconds that a timestamp may be off; null where none was given. */
  readonly tolerance: number | null;
}

export type Rules = Omit<HostProfile, 'host'>;

export const longestRealm = 200;
export const mostTolerance = 1_000_000;

/** What the doctor judges by. */
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

/** Reads one that may be anybody's. */
export function profileIn(stored: Readonly<Record<string, unknown>>): HostProfile | null {
  const { host, method, token, parameters, realm, tolerance } = stored;
  if (typeof host !== 'string' || host === '' || host.length > 300 || /[\s/?#@]/.test(host)) return null;
  if (!isOneOf(methods, method) || !isOneOf(tokenRules, token) || !isOneOf(transmissions, parameters))
    return null;
  if (typeof realm !== 'string' || realm.length > longestRealm) return null;
  if (tolerance !== null && !isWhole(tolerance, 0, mostTolerance)) return null;
  return { host, method, token, parameters, realm, tolerance };
}

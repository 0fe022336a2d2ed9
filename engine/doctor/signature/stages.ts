/** The computation of a signature in stages (RFC 5849 3.4), each of which a mistake can replace. */
import { encodeRfc3986 } from '../../http/encoding.ts';
import { defaultPort } from '../../http/url.ts';
import type { UrlParts } from '../../http/url.ts';
import type { Parameter, SignedParameter } from '../../auth/signature.ts';
import type { Message, Secrets } from './received.ts';

/** The base string URI before it is joined. Its case is kept; a port or a query that is not empty goes in. */
export interface Address extends Omit<UrlParts, 'scheme'> {
  readonly scheme: string;
}

/** What stands between the parameters. */
export interface Joints {
  readonly equals: string;
  readonly ampersand: string;
  /** Those of the two that are encoded once more with what they join. */
  readonly encoded: 'both' | 'equals' | 'neither';
  /** Whether a parameter with an empty value has its = as well. */
  readonly always: boolean;
  readonly before: string;
  readonly after: string;
}

export type Text = (text: string) => string;

export interface Stages {
  readonly collect: () => readonly Parameter[];
  readonly encodeName: Text;
  readonly encodeValue: (value: string, parameter: Parameter) => string;
  readonly sort: (parameters: readonly SignedParameter[]) => readonly SignedParameter[];
  readonly joints: () => Joints;
  /** The joined parameters, character by character: what stands beside one changes nothing. */
  readonly encodeString: Text;
  readonly method: Text;
  readonly address: (url: Address) => Address;
  readonly encodeUri: Text;
  /** Method and URI, both encoded, as they stand before the parameters. */
  readonly head: (method: string, uri: string) => string;
  readonly secrets: (secrets: Secrets) => Secrets;
  /** By its place in the key: the consumer's is the first. */
  readonly encodeSecret: (secret: string, place: keyof Secrets) => string;
  /** What stands between the secrets. */
  readonly separator: () => string;
}

/** One way to make a mistake: what becomes of a stage, given the stage as it would be without. */
export interface Way {
  /** What tells this way from the others of the same mistake. */
  readonly detail?: string;
  /** One guess of many, which is not tried together with another mistake. */
  readonly alone?: true;
  readonly stages: { readonly [S in keyof Stages]?: (next: Stages[S]) => Stages[S] };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byEncodedNameAndValue = (a: SignedParameter, b: SignedParameter): number =>
  order(a.encodedName, b.encodedName) || order(a.encodedValue, b.encodedValue);

/** `encode` is encodeRfc3986, for names and values that come again and again. */
export const rightStages = (message: Message, encode: Text): Stages => ({
  collect: () => message.parameters,
  encodeName: encode,
  encodeValue: encode,
  sort: (parameters) => parameters.toSorted(byEncodedNameAndValue), // RFC 5849 3.4.1.3.2
  joints: () => ({ equals: '=', ampersand: '&', encoded: 'both', always: true, before: '', after: '' }),
  encodeString: encodeRfc3986,
  method: (method) => method.toUpperCase(),
  address: (url) => ({ ...url, port: isDefaultPort(url) ? '' : url.port, path: url.path || '/', query: '' }), // 3.4.1.2
  encodeUri: encodeRfc3986,
  head: (method, uri) => `${method}&${uri}&`, // 3.4.1.1
  secrets: (secrets) => secrets,
  encodeSecret: (secret) => encodeRfc3986(secret),
  separator: () => '&', // RFC 5849 3.4.2
});

const isDefaultPort = ({ scheme, port }: Address): boolean =>
  port === defaultPort(scheme === 'https' ? 'https' : 'http');

/** A stage with the changes of these ways, the first innermost. */
export function stage<S extends keyof Stages>(name: S, right: Stages, ways: readonly Way[]): Stages[S] {
  let made = right[name];
  for (const way of ways) made = way.stages[name]?.(made) ?? made;
  return made;
}

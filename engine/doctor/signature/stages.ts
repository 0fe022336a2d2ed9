/** The computation of a signature in stages (RFC 5849 3.4), each of which a mistake can replace. */
import { encodeRfc3986 } from '../../http/encoding.ts';
import { defaultPort } from '../../http/url.ts';
import type { UrlParts } from '../../http/url.ts';
import type { Parameter, SignedParameter } from '../../auth/signature.ts';
import type { Message, Secrets } from './received.ts';

/** The base string URI before it is joined. Its case is kept. A port and a query are included if they are not empty. */
export interface Address extends Omit<UrlParts, 'scheme'> {
  readonly scheme: string;
}

/** What is put between the parameters. */
export interface Joints {
  readonly equals: string;
  readonly ampersand: string;
  /** Which of the two are encoded again with the parameters. */
  readonly encoded: 'both' | 'equals' | 'neither';
  /** Whether a parameter with an empty value has an = too. */
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
  /** Encodes the joined parameters. It works character by character: neighbours do not matter. */
  readonly encodeString: Text;
  readonly method: Text;
  readonly address: (url: Address) => Address;
  readonly encodeUri: Text;
  /** Joins method and URI, both encoded, before the parameters. */
  readonly head: (method: string, uri: string) => string;
  readonly secrets: (secrets: Secrets) => Secrets;
  /** Encodes a secret, by its place in the key. */
  readonly encodeSecret: (secret: string, place: keyof Secrets) => string;
  /** What is put between the secrets. */
  readonly separator: () => string;
}

/** One way to make a mistake: how it changes stages, given each stage without the mistake. */
export interface Way {
  /** What distinguishes this way from the others of the same mistake. */
  readonly detail?: string;
  /** One guess of many. It is not tried together with another mistake. */
  readonly alone?: true;
  readonly stages: { readonly [S in keyof Stages]?: (next: Stages[S]) => Stages[S] };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byEncodedNameAndValue = (a: SignedParameter, b: SignedParameter): number =>
  order(a.encodedName, b.encodedName) || order(a.encodedValue, b.encodedValue);

/** `encode` is encodeRfc3986, perhaps with a cache for names and values. */
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

/** A stage with the changes of these ways. The first is applied innermost. */
export function stage<S extends keyof Stages>(name: S, right: Stages, ways: readonly Way[]): Stages[S] {
  let made = right[name];
  for (const way of ways) made = way.stages[name]?.(made) ?? made;
  return made;
}

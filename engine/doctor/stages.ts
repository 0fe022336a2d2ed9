/** The computation of a signature in stages (RFC 5849 3.4), each of which a mistake can replace. */
import { encodeRfc3986 } from '../http/encoding.ts';
import { defaultPort } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import type { Parameter, SignedParameter } from '../auth/signature.ts';
import type { Message, Secrets } from './received.ts';

/** The base string URI before it is joined. Its case is kept; a port or a query that is not empty goes in. */
export interface Address extends Omit<UrlParts, 'scheme'> {
  readonly scheme: string;
}

type Text = (text: string) => string;

export interface Stages {
  readonly collect: () => readonly Parameter[];
  /** One name or value. */
  readonly encodeParameter: Text;
  readonly sort: (parameters: readonly SignedParameter[]) => readonly SignedParameter[];
  /** The joined parameters. */
  readonly encodeString: Text;
  readonly method: Text;
  readonly address: (url: Address) => Address;
  readonly encodeUri: Text;
  readonly secrets: (secrets: Secrets) => Secrets;
  readonly encodeSecret: Text;
  /** What stands between the secrets. */
  readonly separator: () => string;
}

/** One way to make a mistake: what becomes of a stage, given the stage as it would be without. */
export interface Way {
  /** What tells this way from the others of the same mistake. */
  readonly detail?: string;
  readonly stages: { readonly [S in keyof Stages]?: (next: Stages[S]) => Stages[S] };
}

const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

export const byEncodedNameAndValue = (a: SignedParameter, b: SignedParameter): number =>
  order(a.encodedName, b.encodedName) || order(a.encodedValue, b.encodedValue);

export const rightStages = (message: Message): Stages => ({
  collect: () => message.parameters,
  encodeParameter: encodeRfc3986,
  sort: (parameters) => parameters.toSorted(byEncodedNameAndValue), // RFC 5849 3.4.1.3.2
  encodeString: encodeRfc3986,
  method: (method) => method.toUpperCase(),
  address: (url) => ({ ...url, port: isDefaultPort(url) ? '' : url.port, path: url.path || '/', query: '' }), // 3.4.1.2
  encodeUri: encodeRfc3986,
  secrets: (secrets) => secrets,
  encodeSecret: encodeRfc3986,
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

/** A received request, parsed once for all computations. */
import { decodeForm, isForm } from '../../http/encoding.ts';
import { header as headerOf, text } from '../../http/messages.ts';
import type { UrlParts } from '../../http/url.ts';
import { isSigned, repeats } from '../../auth/signature.ts';
import type { Parameter } from '../../auth/signature.ts';
import type { DoctorInput } from './types.ts';

/** A secret with the name under which it is shown. */
export interface Secret {
  readonly value: string;
  readonly shown: string;
}

export const nothing: Secret = { value: '', shown: '' };

export interface Secrets {
  readonly consumer: Secret;
  readonly token: Secret;
}

export interface Message {
  readonly method: string;
  readonly url: UrlParts;
  /** As received, before any change of case. */
  readonly address: string;
  /** The Host header. */
  readonly host: string | undefined;
  /** Every parameter of the OAuth header, including `realm` and `oauth_signature`. */
  readonly header: readonly Parameter[];
  /** All parameters that are signed (RFC 5849 3.4.1.3.1; choice: o1-collect). */
  readonly parameters: readonly Parameter[];
  /** A form body; empty otherwise. */
  readonly form: string;
  /** A body that is not a form, which is not signed; empty otherwise. */
  readonly unsigned: string;
  readonly body: Uint8Array;
  readonly secrets: Secrets;
  /** A token secret that was given although the request names no token. */
  readonly unsentTokenSecret: Secret | null;
  readonly otherTokenSecrets: readonly Secret[];
  /** The hosts and ports that proxies on the side of the platform or the sender name. */
  readonly forwarded: { readonly hosts: readonly string[]; readonly ports: readonly string[] };
  /** Whether a protocol parameter counts once or twice if it is identical in the header and elsewhere. */
  readonly repeated: 'once' | 'twice';
  readonly baseUrls: readonly string[];
}

export type Pairs = readonly (readonly [name: string, value: string])[];

export function readMessage(input: DoctorInput, url: UrlParts, pairs: Pairs): Message {
  const content = input.body?.length ? text(input.body) : '';
  const form = isForm(headerOf(input.headers, 'content-type')) ? content : '';
  const parts = { header: from('header', pairs), url, form, repeated: 'once' as const };
  const named = (name: string): string[] => headerOf(input.headers, name)?.split(/ *, */) ?? [];
  const { consumer_secret, token_secret, context } = input;
  const parameters = [...parts.header.filter(isSigned), ...outside(parts)];
  const isNamed = namesToken({ parameters });
  const token = token_secret === '' ? nothing : { value: token_secret, shown: 'token secret' };
  return {
    method: input.method,
    ...parts,
    address: input.url,
    host: headerOf(input.headers, 'host'),
    parameters,
    unsigned: form === '' ? content : '',
    body: input.body ?? new Uint8Array(),
    forwarded: { hosts: named('x-forwarded-host'), ports: named('x-forwarded-port') },
    secrets: {
      consumer: { value: consumer_secret, shown: 'consumer secret' },
      token: isNamed ? token : nothing,
    },
    unsentTokenSecret: isNamed || token === nothing ? null : token,
    otherTokenSecrets: (context?.otherTokenSecrets ?? []).map((value) => ({
      value,
      shown: "another token's secret",
    })),
    baseUrls: context?.baseUrls ?? [],
  };
}

/** Whether there is a token whose secret belongs in the key. */
export const namesToken = ({ parameters }: Pick<Message, 'parameters'>): boolean =>
  parameters.some(({ name, value }) => name === 'oauth_token' && value !== '');

export const from = (where: Parameter['from'], pairs: Pairs): Parameter[] =>
  pairs.map(([name, value]) => ({ name, value, from: where }));

/** The signed parameters of query and form body, as `read` decodes them. */
export function outside(
  { header, url, form, repeated }: Pick<Message, 'header' | 'url' | 'form' | 'repeated'>,
  read: (encoded: string) => Pairs = decodeForm,
): Parameter[] {
  const all = [...from('query', read(url.query)), ...from('body', read(form))].filter(isSigned);
  return repeated === 'twice'
    ? all
    : all.filter((each, at) => !repeats(each, header) && !repeats(each, all.slice(0, at)));
}

/** The valid ways to count: a repeated protocol parameter once or twice (choice: o1-collect). */
export function readingsOf(message: Message): readonly [Message, ...Message[]] {
  const twice = { ...message, repeated: 'twice' as const };
  const parameters = [...message.header.filter(isSigned), ...outside(twice)];
  return parameters.length === message.parameters.length ? [message] : [message, { ...twice, parameters }];
}

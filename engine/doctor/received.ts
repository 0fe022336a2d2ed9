/** A received request, taken apart once for all computations. */
import { decodeForm, isForm } from '../http/encoding.ts';
import { header as headerOf, text } from '../http/messages.ts';
import type { UrlParts } from '../http/url.ts';
import { isSigned, repeats } from '../auth/signature.ts';
import type { Parameter } from '../auth/signature.ts';
import type { DoctorInput } from './types.ts';

/** A secret with the name that it is shown by. */
export interface Secret {
  readonly value: string;
  readonly shown: string;
}

export interface Secrets {
  readonly consumer: Secret;
  readonly token: Secret;
}

export interface Message {
  readonly method: string;
  readonly url: UrlParts;
  /** As it came, before any case was changed. */
  readonly address: string;
  /** The Host header. */
  readonly host: string | undefined;
  /** Every parameter of the OAuth header, `realm` and `oauth_signature` too. */
  readonly header: readonly Parameter[];
  /** Everything that counts (RFC 5849 3.4.1.3.1; choice: o1-collect). */
  readonly parameters: readonly Parameter[];
  /** A form body; empty otherwise. */
  readonly form: string;
  /** A body that is no form, which is not signed; empty otherwise. */
  readonly unsigned: string;
  readonly secrets: Secrets;
  readonly otherTokenSecrets: readonly Secret[];
  readonly baseUrls: readonly string[];
}

export type Pairs = readonly (readonly [name: string, value: string])[];

export function readMessage(input: DoctorInput, url: UrlParts, pairs: Pairs): Message {
  const content = input.body?.length ? text(input.body) : '';
  const form = isForm(headerOf(input.headers, 'content-type')) ? content : '';
  const parts = { header: from('header', pairs), url, form };
  const { consumer_secret, token_secret, context } = input;
  return {
    method: input.method,
    ...parts,
    address: input.url,
    host: headerOf(input.headers, 'host'),
    parameters: [...parts.header.filter(isSigned), ...outside(parts)],
    unsigned: form === '' ? content : '',
    secrets: {
      consumer: { value: consumer_secret, shown: 'consumer secret' },
      token: { value: token_secret, shown: token_secret === '' ? '' : 'token secret' },
    },
    otherTokenSecrets: (context?.otherTokenSecrets ?? []).map((value) => ({
      value,
      shown: "another token's secret",
    })),
    baseUrls: context?.baseUrls ?? [],
  };
}

export const from = (where: Parameter['from'], pairs: Pairs): Parameter[] =>
  pairs.map(([name, value]) => ({ name, value, from: where }));

/**
 * The parameters of query and form body, by a reader of form encoding, with those left out that repeat a protocol
 * parameter of the header: a parameter that stands identically in two places counts once (choice: o1-collect).
 */
export const outside = (
  { header, url, form }: Pick<Message, 'header' | 'url' | 'form'>,
  read: (encoded: string) => Pairs = decodeForm,
): Parameter[] =>
  [...from('query', read(url.query)), ...from('body', read(form))]
    .filter(isSigned)
    .filter((each) => !repeats(each, header));

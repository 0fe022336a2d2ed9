import { decodeForm, encodeForm, isForm, prove, splitUrl, text } from '../../worker/api.ts';
import type { HttpRequest } from '../../worker/api.ts';
import { callKeyOf } from '../call/call-key.ts';
import type { CallCredential } from '../call/call-key.ts';
import { isOn } from '../state/bases.ts';
import type { CodeAuth, CodeCall, CodePair, CodeValue } from './call.ts';

/** A message ready to be sent, and what is known about it. */
export interface CodeSource {
  readonly message: HttpRequest;
  /** The source of its Authorization header; null for a header that was typed, or none. */
  readonly credential: CallCredential | null;
  /** Protocol parameters of the header besides those of every call: oauth_callback, oauth_verifier. */
  readonly protocol: readonly (readonly [name: string, value: string])[];
  /** The base addresses of the platform's APIs. */
  readonly bases: readonly string[];
  /** The address at which a program finds the platform. */
  readonly local: string;
  /** Whether a parameter of this name is a secret. */
  readonly isSecret: (name: string) => boolean;
}

export interface Variable {
  readonly name: string;
  readonly value: string;
}

export type CodeFound =
  | {
      readonly call: CodeCall;
      /** The values of its secrets in this world. */
      readonly variables: readonly Variable[];
      /** Whole sentences: where the program differs from the message. */
      readonly notes: readonly string[];
    }
  | { readonly problem: string };

const noText = {
  problem: 'The call has octets that are not UTF-8. The text of a program cannot hold them.',
} as const;
const noAddress = { problem: 'The address is not an absolute http or https URL.' } as const;

/** The program that signs by itself. */
export function signingCall(source: CodeSource): CodeFound {
  const { message, credential, bases } = source;
  const url = splitUrl(message.url);
  if (!url) return noAddress;
  const variables = new Variables(source.isSecret);
  const auth = credential ? authOf(credential, variables, source.protocol) : ({ kind: 'none' } as const);
  const headers = joined(credential && auth.kind !== 'none' ? unproved(message) : message.headers);
  const sent = message.body?.length ? text(message.body) : null;
  const type = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const [query, form] = [decodeForm(url.query), sent !== null && isForm(type) ? decodeForm(sent) : null];
  if (![sent ?? '', ...query.flat(), ...(form ?? []).flat()].every((each) => each.isWellFormed()))
    return noText;
  const isPlatform = bases.some((base) => isOn(base, message.url));
  const { port, scheme, host, path } = url;
  return {
    call: {
      method: message.method,
      target: {
        kind: 'based',
        base: isPlatform ? source.local : `${scheme}://${host}${port && `:${port}`}`,
        path: path || '/',
        query: variables.pairs(query),
      },
      headers,
      body: form
        ? { kind: 'form', pairs: variables.pairs(form) }
        : sent === null
          ? null
          : { kind: 'text', text: sent },
      auth,
    },
    variables: variables.all,
    notes: [
      ...(encodeForm(query) === url.query
        ? []
        : [
            'The program encodes the query as RFC 3986 does: the pairs are the same, some characters differ.',
          ]),
      ...(form && encodeForm(form) !== sent
        ? ['The program encodes the form as RFC 3986 does: the pairs are the same, some characters differ.']
        : []),
      ...typedSecrets(headers),
    ],
  };
}

/**
 * The program that sends a header unchanged. The header is made for the local server if the call goes to the platform.
 */
export function finishedCall(source: CodeSource, fresh: { nonce: string; timestamp: string }): CodeFound {
  const { message, credential, bases, protocol } = source;
  const base = bases.find((each) => isOn(each, message.url));
  if (!splitUrl(message.url)) return noAddress;
  const url = base ? message.url.replace(/^https?:\/\/[^/?#]*/i, source.local) : message.url;
  const sent = message.body?.length ? text(message.body) : null;
  if (sent !== null && !sent.isWellFormed()) return noText;
  const key = credential && callKeyOf(credential);
  const proved =
    key && key.kind !== 'none'
      ? prove({ ...message, headers: unproved(message), url }, key, {
          ...fresh,
          protocol: Object.fromEntries(protocol),
        }).message
      : message;
  return {
    call: {
      method: message.method,
      target: { kind: 'whole', url },
      headers: joined(proved.headers),
      body: sent === null ? null : { kind: 'text', text: sent },
      auth: { kind: 'none' },
    },
    variables: [],
    notes: [],
  };
}

/** Without the header that the credential made, which comes first. */
const unproved = ({ headers }: HttpRequest): HttpRequest['headers'] => {
  const at = headers.findIndex(([name]) => name === 'Authorization');
  return headers.filter((_, place) => place !== at);
};

/**
 * Merges headers of the same name into one with all values, which means the same (RFC 9110 5.3; RFC 6265 4.2.1 for
 * cookies).
 */
function joined(headers: HttpRequest['headers']): [name: string, value: string][] {
  const all = new Map<string, [name: string, value: string]>();
  for (const [name, value] of headers) {
    const key = name.toLowerCase();
    const [first, before] = all.get(key) ?? [name, null];
    all.set(key, [first, before === null ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`]);
  }
  return [...all.values()];
}

const typedSecrets = (headers: readonly (readonly [name: string, value: string])[]): string[] =>
  headers
    .filter(([name]) => /^(?:authorization|proxy-authorization|cookie)$/i.test(name))
    .map(([name]) => `The header ${name} was typed by hand, and the program sends it unchanged.`);

/** Gives each secret an environment variable. */
class Variables {
  readonly #values = new Map<string, string>();
  readonly #isSecret: (name: string) => boolean;

  constructor(isSecret: (name: string) => boolean) {
    this.#isSecret = isSecret;
  }

  get all(): Variable[] {
    return Array.from(this.#values, ([name, value]) => ({ name, value }));
  }

  /** Named after the field; a second value of the same name gets a number. */
  hide(field: string, value: string): CodeValue {
    const name = `SVC_${field.toUpperCase().replace(/[^A-Z0-9]+/g, '_')}`;
    let free = name;
    for (let next = 2; this.#values.has(free) && this.#values.get(free) !== value; next++)
      free = `${name}_${next}`;
    this.#values.set(free, value);
    return { env: free };
  }

  pairs = (given: readonly (readonly [name: string, value: string])[]): CodePair[] =>
    given.map(([name, value]) => [
      name,
      this.#isSecret(name) && value !== '' ? this.hide(name, value) : value,
    ]);
}

function authOf(
  credential: CallCredential,
  variables: Variables,
  protocol: CodeSource['protocol'],
): CodeAuth {
  switch (credential.kind) {
    case 'app':
      return { kind: 'bearer', token: variables.hide('bearer_token', credential.bearer_token) };
    case 'oauth2':
      return { kind: 'bearer', token: variables.hide('access_token', credential.access_token) };
    case 'basic':
      return {
        kind: 'basic',
        id: credential.consumer_key,
        secret: variables.hide('consumer_secret', credential.consumer_secret),
      };
    case 'client':
      // A client without a secret identifies itself in the body (RFC 6749 3.2.1).
      return credential.client_secret
        ? {
            kind: 'basic',
            id: credential.client_id,
            secret: variables.hide('client_secret', credential.client_secret),
          }
        : { kind: 'none' };
    case 'consumer':
      return {
        kind: 'oauth1',
        key: credential.consumer_key,
        secret: variables.hide('consumer_secret', credential.consumer_secret),
        token: null,
        tokenSecret: null,
        protocol: variables.pairs(protocol),
      };
    case 'requestToken':
    case 'oauth1': {
      const hasToken = credential.oauth_token !== '';
      return {
        kind: 'oauth1',
        key: credential.consumer_key,
        secret: variables.hide('consumer_secret', credential.consumer_secret),
        token: hasToken ? credential.oauth_token : null,
        tokenSecret: hasToken ? variables.hide('oauth_token_secret', credential.oauth_token_secret) : null,
        protocol: variables.pairs(protocol),
      };
    }
  }
}

/**
 * RFC 5849 signatures: base string, key and HMAC-SHA1. Each step is kept so that a person can follow it. The engine
 * verifies and the page signs with the same code.
 */
import { base64 } from '../http/base64.ts';
import { decodeForm, encodeRfc3986, formPairs } from '../http/encoding.ts';
import { utf8 } from '../http/messages.ts';
import type { HttpRequest } from '../http/messages.ts';
import { defaultPort, splitUrl } from '../http/url.ts';
import type { UrlParts } from '../http/url.ts';
import { hmacUnderSha1 } from './hmac.ts';
import type { Hmac } from './hmac.ts';

export interface Parameter {
  /** Decoded. */
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  readonly from: 'header' | 'query' | 'body';
}

export interface SignedParameter extends Parameter {
  readonly encodedName: string;
  readonly encodedValue: string;
}

/** A signature and its inputs. */
export interface Signing {
  readonly baseString: string;
  readonly signingKey: string;
  /** Base64, not yet percent-encoded. */
  readonly signature: string;
}

export interface SignatureSteps extends Signing {
  /** All signed parameters, in the order of the base string (RFC 5849 3.4.1.3.2). */
  readonly parameters: readonly SignedParameter[];
  /** The joined parameters, before they are encoded again. */
  readonly parameterString: string;
  /** In upper case. */
  readonly method: string;
  /** Scheme, authority and path (RFC 5849 3.4.1.2). */
  readonly baseUri: string;
}

export interface OAuthCredentials {
  readonly consumer_key: string;
  readonly consumer_secret: string;
  readonly oauth_token?: string;
  readonly oauth_token_secret?: string;
}

export interface SigningOptions {
  /** ASCII. */
  readonly nonce: string;
  /** Epoch seconds. A text is sent unchanged. */
  readonly timestamp: number | string;
  /** Further protocol parameters of the header: oauth_callback, oauth_verifier. */
  readonly protocol?: Readonly<Record<string, string>>;
}

/**
 * Signs a request. Returns the value of its Authorization header and the steps that led to it. Throws a TypeError for
 * an address that is not absolute http or https.
 */
export function signRequest(
  request: HttpRequest,
  credentials: OAuthCredentials,
  options: SigningOptions,
): { authorization: string; steps: SignatureSteps } {
  const protocol: [string, string][] = [
    ['oauth_consumer_key', credentials.consumer_key],
    ['oauth_nonce', options.nonce],
    ['oauth_signature_method', 'HMAC-SHA1'],
    ['oauth_timestamp', String(options.timestamp)],
    ['oauth_version', '1.0'],
    ...Object.entries(options.protocol ?? {}),
  ];
  if (credentials.oauth_token !== undefined) protocol.push(['oauth_token', credentials.oauth_token]);
  const url = splitUrl(request.url);
  if (!url) throw new TypeError(`url: not an absolute http or https address: ${request.url}`);
  const steps = signatureSteps(
    request.method,
    url,
    signedParameters(protocol, request, url),
    credentials.consumer_secret,
    credentials.oauth_token_secret ?? '',
  );
  const authorization = [...protocol, ['oauth_signature', steps.signature] as const]
    .map(([name, value]) => `${encodeRfc3986(name)}="${encodeRfc3986(value)}"`)
    .sort()
    .join(', ');
  return { authorization: `OAuth ${authorization}`, steps };
}

/**
 * Everything that a signature covers: the parameters of the header, the query and a form body (RFC 5849 3.4.1.3.1). A
 * protocol parameter that is identical in two places counts once.
 */
export const signedParameters = (
  protocol: readonly (readonly [name: string, value: string])[],
  request: HttpRequest,
  url: UrlParts,
): Parameter[] => collectParameters(protocol, messageParameters(request, url)).parameters;

/**
 * `repeated`: protocol parameters that are identical in an earlier place. A client may count them again or not (choice:
 * o1-collect).
 */
export function collectParameters(
  protocol: readonly (readonly [name: string, value: string])[],
  outside: readonly Parameter[],
): { parameters: Parameter[]; repeated: Parameter[] } {
  const parameters: Parameter[] = [];
  for (const [name, value] of protocol) {
    const each: Parameter = { name, value, from: 'header' };
    if (isSigned(each)) parameters.push(each);
  }
  const repeated: Parameter[] = [];
  for (const each of outside)
    if (isSigned(each)) (repeats(each, parameters) ? repeated : parameters).push(each);
  return { parameters, repeated };
}

/** False for `oauth_signature` and the header's `realm`, which are never signed (RFC 5849 3.4.1.3.1). */
export const isSigned = ({ name, from }: Parameter): boolean =>
  name !== 'oauth_signature' && !(name === 'realm' && from === 'header');

/** Whether an identical protocol parameter is among the earlier ones (choice: o1-collect). */
export const repeats = ({ name, value }: Parameter, before: readonly Parameter[]): boolean =>
  name.startsWith('oauth_') && before.some((each) => each.name === name && each.value === value);

/** Parameters of the query and of a form body; a body of any other type is not signed (RFC 5849 3.4.1.3.1). */
export function messageParameters(request: HttpRequest, url: UrlParts): Parameter[] {
  const parameters: Parameter[] = [];
  if (url.query)
    for (const [name, value] of decodeForm(url.query)) parameters.push({ name, value, from: 'query' });
  for (const [name, value] of formPairs(request)) parameters.push({ name, value, from: 'body' });
  return parameters;
}

/** RFC 5849 3.4.1 and 3.4.2. Takes every parameter except `realm` and `oauth_signature`. */
export function signatureSteps(
  method: string,
  url: UrlParts,
  collected: readonly Parameter[],
  consumerSecret: string,
  tokenSecret: string,
): SignatureSteps {
  const parameters = normalise(collected);
  return {
    parameters,
    parameterString: parameters.map((each) => `${each.encodedName}=${each.encodedValue}`).join('&'),
    method: method.toUpperCase(),
    baseUri: baseStringUri(url),
    ...sign(method, url, parameters, consumerSecret, tokenSecret),
  };
}

/** The same for verifying: the signature to compare, and its inputs. */
export const computeSignature = (
  method: string,
  url: UrlParts,
  collected: readonly Parameter[],
  consumerSecret: string,
  tokenSecret: string,
): Signing => sign(method, url, normalise(collected), consumerSecret, tokenSecret);

function sign(
  method: string,
  url: UrlParts,
  parameters: readonly SignedParameter[],
  consumerSecret: string,
  tokenSecret: string,
): Signing {
  const baseString = `${encodeRfc3986(method.toUpperCase())}&${encodedUri(url)}&${encodedTwice(parameters)}`;
  const signingKey = `${encodeRfc3986(consumerSecret)}&${encodeRfc3986(tokenSecret)}`;
  return { baseString, signingKey, signature: hmacSha1(signingKey, baseString) };
}

/** Encoded base URIs. They live as long as their addresses, of which the pipeline keeps the most recent. */
const encodedUris = new WeakMap<UrlParts, string>();

function encodedUri(url: UrlParts): string {
  let encoded = encodedUris.get(url);
  if (encoded === undefined) encodedUris.set(url, (encoded = encodeRfc3986(baseStringUri(url))));
  return encoded;
}

/** The parameter string, percent-encoded again. Only percent signs need it, because the parts are already encoded. */
function encodedTwice(parameters: readonly SignedParameter[]): string {
  let text = '';
  for (const { encodedName, encodedValue } of parameters) {
    if (text !== '') text += '%26';
    text += `${withoutPercent(encodedName)}%3D${withoutPercent(encodedValue)}`;
  }
  return text;
}

const withoutPercent = (encoded: string): string =>
  encoded.includes('%') ? encoded.replaceAll('%', '%25') : encoded;

/** Most HMAC keys that are cached: a client signs many messages with one key. */
const mostKeys = 100;
const keys = new Map<string, Hmac>();

/** Base64 of HMAC-SHA1 (RFC 5849 3.4.2). */
export function hmacSha1(key: string, message: string): string {
  let digestOf = keys.get(key);
  if (!digestOf) {
    if (keys.size >= mostKeys) keys.clear();
    keys.set(key, (digestOf = hmacUnderSha1(utf8(key))));
  }
  return base64(digestOf(bytesOf(message)));
}

const encoder = new TextEncoder();
/** Most messages fit. Allocating a buffer for each would cost more than encoding it. */
const scratch = new Uint8Array(4096);

/** UTF-8. Valid until the next message. */
function bytesOf(message: string): Uint8Array {
  const { read, written } = encoder.encodeInto(message, scratch);
  return read === message.length ? scratch.subarray(0, written) : utf8(message);
}

/** Encodes, then sorts by encoded name and, among equal names, by encoded value (RFC 5849 3.4.1.3.2). */
function normalise(collected: readonly Parameter[]): SignedParameter[] {
  const encoded = collected.map(({ name, value, from }) => ({
    name,
    value,
    from,
    encodedName: encodeRfc3986(name),
    encodedValue: encodeRfc3986(value),
  }));
  // Most clients send them in order, and checking that takes less time than sorting.
  const isInOrder = encoded.every((each, at) => at === 0 || inOrder(encoded[at - 1]!, each) <= 0);
  return isInOrder ? encoded : encoded.sort(inOrder);
}

const inOrder = (a: SignedParameter, b: SignedParameter): number =>
  order(a.encodedName, b.encodedName) || order(a.encodedValue, b.encodedValue);

/** Encoded text is ASCII, so the order of code units is the order of bytes. */
const order = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** RFC 5849 3.4.1.2: scheme and host in lower case, the port only when it is not the scheme's own. */
export function baseStringUri(url: UrlParts): string {
  const port = url.port && url.port !== defaultPort(url.scheme) ? `:${url.port}` : '';
  return `${url.scheme}://${url.host}${port}${url.path || '/'}`;
}

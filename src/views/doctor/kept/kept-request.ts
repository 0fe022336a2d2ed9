/**
 * The parts of a request that are kept for this tab over a reload: its fields, without secrets, tokens and signatures.
 * Pure.
 */
import { decodeForm, encodeRfc3986, isForm, isList, isOneOf, isRecord } from '../../../../worker/api.ts';
import { protocolPairs } from '../../../doctor/oauth-parameter.ts';

type Headers = readonly (readonly [name: string, value: string])[];

export interface RequestFields {
  readonly method: string;
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
  /** Header fields other than Authorization and Content-Type. */
  readonly others: Headers;
  readonly authorization: string;
}

export interface KeptRequest extends RequestFields {
  /**
   * Where something was left out that the signature covers: only in the Authorization header, so that pasting the
   * header again completes it; or elsewhere too.
   */
  readonly left: (typeof places)[number];
}

const places = ['nowhere', 'header', 'rest'] as const;

/** Nobody declares which names of another host are secret, so every name that sounds secret counts as one. */
const soundsSecret =
  /token|secret|passw|pwd|signature|verifier|cookie|session|credential|^(?:code|pin|otp|auth|jwt|sig|key)$|api[-_]?key|authorization/i;
/** These sound secret, but are not. */
const isPlain = /^oauth_(?:signature_method|nonce|timestamp|version|callback|consumer_key)$/;
const isSecret = (name: string): boolean => soundsSecret.test(name) && !isPlain.test(name);

export function keptOf(request: RequestFields): KeptRequest {
  const { authorization, url, body, contentType, others } = request;
  const [, scheme = '', userinfo = '', rest = ''] = /^([a-z]+:\/\/)?([^/?#]*@)?(.*)$/is.exec(url) ?? [];
  const [before = '', query] = rest.split(/\?([^#]*)/, 2);
  const keptQuery = withoutSecrets(query ?? '');
  const keptBody = isForm(contentType) ? withoutSecrets(body) : plainBody(body);
  const isWhole = userinfo === '' && keptQuery === (query ?? '') && keptBody === body;
  return {
    method: request.method,
    url: `${scheme}${before}${keptQuery === '' ? '' : `?${keptQuery}`}`,
    contentType,
    body: keptBody,
    others: others.filter(([name]) => !isSecret(name)),
    authorization: publicPart(authorization),
    left: !isWhole || isForeign(authorization) ? 'rest' : authorization.trim() === '' ? 'nowhere' : 'header',
  };
}

const isOAuth = (authorization: string): boolean => /^\s*OAuth\s/i.test(authorization);
const isForeign = (authorization: string): boolean => authorization.trim() !== '' && !isOAuth(authorization);

/** The rest of a form stays as it was written. */
const withoutSecrets = (encoded: string): string =>
  encoded
    .split('&')
    .filter((piece) => !isSecret(decodeForm(piece)[0]?.[0] ?? ''))
    .join('&');

/** Other bodies are not signed. They are kept only if they are JSON, whose members can be checked. */
function plainBody(body: string): string {
  try {
    return body === '' || hasSecret(JSON.parse(body)) ? '' : body;
  } catch {
    return '';
  }
}

const hasSecret = (value: unknown): boolean =>
  isList(value)
    ? value.some(hasSecret)
    : isRecord(value) && Object.entries(value).some(([name, each]) => isSecret(name) || hasSecret(each));

const publicPart = (authorization: string): string =>
  isOAuth(authorization)
    ? `OAuth ${protocolPairs(authorization)
        .filter(([name]) => !isSecret(name))
        .map(([name, value]) => `${encodeRfc3986(name)}="${encodeRfc3986(value)}"`)
        .join(', ')}`
    : '';

const version = 1;
/** The most characters that are kept in total; the oldest request is dropped first. */
const most = 200_000;

export function writeKept(requests: readonly KeptRequest[]): string {
  let kept = requests;
  let text = JSON.stringify({ version, requests: kept });
  while (text.length > most) {
    kept = kept.slice(1);
    text = JSON.stringify({ version, requests: kept });
  }
  return text;
}

/** Reads stored data, which may be damaged or foreign: all pages of the origin, and all releases, share the storage. */
export function parseKept(text: string | null): readonly KeptRequest[] {
  if (text === null || text.length > most) return [];
  try {
    const stored: unknown = JSON.parse(text);
    if (!isRecord(stored) || stored['version'] !== version || !isList(stored['requests'])) return [];
    return stored['requests'].slice(0, 50).flatMap((each) => (isKept(each) ? [keptAgain(each)] : []));
  } catch {
    return [];
  }
}

/** Removes secrets that an earlier release or another page may have stored. */
const keptAgain = (stored: KeptRequest): KeptRequest => {
  const { left, ...request } = stored;
  return { ...keptOf(request), left };
};

function isKept(value: unknown): value is KeptRequest {
  if (!isRecord(value)) return false;
  const texts = ['method', 'url', 'contentType', 'body', 'authorization'].map((name) => value[name]);
  const { others, left } = value;
  return (
    texts.every((each) => typeof each === 'string') &&
    isList(others) &&
    others.every(
      (each) => isList(each) && each.length === 2 && each.every((part) => typeof part === 'string'),
    ) &&
    isOneOf(places, left)
  );
}

/** A call divided into what breaks change: the message without its authentication, and the authentication. */
import { writtenBySigner } from '../../../doctor/oauth-parameter.ts';
import {
  authorized,
  decodeForm,
  encodeRfc3986,
  header,
  hmacSha1,
  prove,
  signRequest,
  splitUrl,
} from '../../../../worker/api.ts';
import type { CallKey, HttpRequest, OAuthCredentials, SignatureSteps } from '../../../../worker/api.ts';
import { callKeyOf } from '../../../call/call-key.ts';
import type { CallCredential } from '../../../call/call-key.ts';

export interface Signed {
  readonly kind: 'signed';
  readonly keys: OAuthCredentials;
  readonly nonce: string;
  /** Epoch seconds. */
  readonly timestamp: number;
  /** Additional protocol parameters of the header, decoded. */
  readonly protocol: Readonly<Record<string, string>>;
  /** The request that is signed, if it differs from the one sent. */
  readonly signs?: (sent: HttpRequest) => HttpRequest;
  /** Changes the joined parameters before they go into the base string. */
  readonly joins?: (parameters: string) => string;
  /** Changes the finished header. */
  readonly writes?: (authorization: string) => string;
}

export type Authentication =
  | Signed
  | Exclude<CallKey, { kind: 'oauth1' }>
  /** A header that is sent unchanged. */
  | { readonly kind: 'written'; readonly authorization: string };

export interface Making {
  /** Without the header that `authentication` becomes. */
  readonly request: HttpRequest;
  readonly authentication: Authentication;
}

export type Signing = Pick<SignatureSteps, 'baseString' | 'signingKey' | 'signature'>;

export interface Made {
  readonly message: HttpRequest;
  /** null if nothing was signed. */
  readonly signing: Signing | null;
}

/**
 * `credential`: that of the message's own Authorization header; null if a person wrote the header, or there is none.
 */
export function takeApart(message: HttpRequest, credential: CallCredential | null): Making {
  const authorization = header(message.headers, 'authorization');
  if (authorization === undefined) return { request: message, authentication: { kind: 'none' } };
  const headers = message.headers.filter(([name]) => name.toLowerCase() !== 'authorization');
  return { request: { ...message, headers }, authentication: authenticationOf(authorization, credential) };
}

function authenticationOf(authorization: string, credential: CallCredential | null): Authentication {
  const written: Authentication = { kind: 'written', authorization };
  if (!credential) return written;
  const key = callKeyOf(credential);
  if (key.kind !== 'oauth1') return key;
  const given = protocolOf(authorization);
  if (given.size === 0) return written;
  return {
    kind: 'signed',
    keys: key,
    nonce: given.get('oauth_nonce') ?? '',
    timestamp: Number(given.get('oauth_timestamp')),
    protocol: Object.fromEntries([...given].filter(([name]) => !writtenBySigner.has(name))),
  };
}

/** The parameters of an OAuth header, decoded; empty for any other header. */
export const protocolOf = (authorization: string): ReadonlyMap<string, string> =>
  new Map(
    !/^OAuth /i.test(authorization)
      ? []
      : [...authorization.matchAll(/([^\s=",]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
          decode(name),
          decode(value),
        ]),
  );

const decode = (encoded: string): string => decodeForm(encoded.replaceAll('+', '%2B'))[0]?.[0] ?? '';

export function putTogether({ request, authentication }: Making): Made {
  if (authentication.kind === 'written')
    return { message: authorized(request, authentication.authorization), signing: null };
  if (authentication.kind !== 'signed')
    return { message: prove(request, authentication, unused).message, signing: null };
  if (!splitUrl(request.url)) return { message: authorized(request, 'OAuth'), signing: null };
  const { authorization, signing } = sign(request, authentication);
  return { message: authorized(request, authorization), signing };
}

/** For authentication without a signature. */
const unused = { nonce: '', timestamp: 0 };

/** Signs everything correctly that no break changes. */
function sign(request: HttpRequest, authentication: Signed): { authorization: string; signing: Signing } {
  const { keys, nonce, timestamp, protocol, signs, joins, writes } = authentication;
  const { authorization, steps } = signRequest(signs?.(request) ?? request, keys, {
    nonce,
    timestamp,
    protocol,
  });
  const joined = joins?.(steps.parameterString) ?? steps.parameterString;
  const baseString = [steps.method, steps.baseUri, joined].map(encodeRfc3986).join('&');
  const { signingKey } = steps;
  const signature = hmacSha1(signingKey, baseString);
  const signed = authorization.replace(
    /(oauth_signature=")[^"]*/,
    (_, before: string) => before + encodeRfc3986(signature),
  );
  return { authorization: writes?.(signed) ?? signed, signing: { baseString, signingKey, signature } };
}

import { encodeForm, encodeRfc3986, prove, utf8 } from '../../../../worker/api.ts';
import type { EndpointDescription, HttpRequest, ProvedRequest } from '../../../../worker/api.ts';
import { callKeyOf } from '../../../call/call-key.ts';
import type { CallCredential } from '../../../call/call-key.ts';
import { pairs } from './rows.ts';
import type { NameValueRow } from './rows.ts';

/** What a person has entered, before it becomes a message. */
export interface Composition {
  /** null for a free-form call, which has only `method`, `url` and `body`. */
  readonly endpoint: EndpointDescription | null;
  readonly baseUrl: string;
  readonly method: string;
  readonly url: string;
  readonly path: Readonly<Record<string, string>>;
  readonly query: readonly NameValueRow[];
  readonly headers: readonly NameValueRow[];
  readonly form: readonly NameValueRow[];
  readonly body: string;
}

export interface Freshness {
  readonly nonce: string;
  /** Epoch seconds, as typed. */
  readonly timestamp: string;
}

export const methodOf = ({ endpoint, method }: Composition): string => endpoint?.method ?? method.trim();

/** The URL on the wire. An address that begins with a slash is relative to the platform. */
export function urlOf(composition: Composition): string {
  const { endpoint, baseUrl, path, query } = composition;
  if (!endpoint)
    return ascii(
      composition.url
        .trim()
        .replace(/^(?=\/)/, baseUrl)
        .replace(/#.*$/s, ''),
    );
  const filled = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeRfc3986(path[name] ?? ''));
  const search = encodeForm(pairs(query));
  return `${baseUrl}${filled}${search && `?${search}`}`;
}

/** Percent-encodes characters that an address may not contain, and leaves the rest as it was typed. */
const ascii = (url: string): string =>
  url.toWellFormed().replace(/[^\x21-\x7e]+|["<>\\^`{|}]/gu, encodeURIComponent);

export const takesForm = (endpoint: EndpointDescription | null): boolean =>
  endpoint?.body?.contentType.startsWith('application/x-www-form-urlencoded') ?? false;

/** The content type of the body; null without a body. */
export function bodyType(composition: Composition): string | null {
  const { endpoint, body } = composition;
  if (takesForm(endpoint)) return 'application/x-www-form-urlencoded;charset=UTF-8';
  if (endpoint) return endpoint.body && body !== '' ? endpoint.body.contentType : null;
  if (body === '') return null;
  return /^\s*[[{"]/.test(body) ? 'application/json' : 'application/x-www-form-urlencoded;charset=UTF-8';
}

/** The whole message, signed if the credential signs, with the steps of the signature. */
export function compose(
  composition: Composition,
  credential: CallCredential | null,
  fresh: Freshness,
): ProvedRequest {
  const own = pairs(composition.headers);
  const owns = (name: string) => own.some(([each]) => each.toLowerCase() === name);
  const proof = owns('authorization') ? null : credential;
  const type = bodyType(composition);
  const headers: [string, string][] = [...own];
  if (type !== null && !owns('content-type')) headers.unshift(['Content-Type', type]);
  const bare: HttpRequest = {
    method: methodOf(composition),
    url: urlOf(outsideHeader(composition, proof)),
    headers,
    ...(type === null ? {} : { body: utf8(bodyText(composition, proof)) }),
  };
  if (!proof) return { message: bare, steps: null };
  return prove(bare, callKeyOf(proof), { ...fresh, protocol: protocolOf(composition, proof) });
}

/** The steps of the flow have their own protocol parameters, which clients send in the header (RFC 5849 3.5.1). */
export const goesInHeader = (name: string, credential: CallCredential | null): boolean =>
  (credential?.kind === 'consumer' || credential?.kind === 'requestToken') &&
  (name === 'oauth_callback' || name === 'oauth_verifier');

const protocolOf = (
  { endpoint, query }: Composition,
  credential: CallCredential | null,
): Record<string, string> =>
  endpoint ? Object.fromEntries(pairs(query).filter(([name]) => goesInHeader(name, credential))) : {};

const outsideHeader = (composition: Composition, credential: CallCredential | null): Composition => ({
  ...composition,
  query: composition.query.filter(({ name }) => !goesInHeader(name, credential)),
});

const isPublic = (credential: CallCredential | null): boolean =>
  credential?.kind === 'client' && !credential.client_secret;

/** A client without a secret identifies itself in the body (RFC 6749 3.2.1; choice: pkce-token). */
function bodyText(composition: Composition, credential: CallCredential | null): string {
  if (!takesForm(composition.endpoint)) return composition.body;
  const form = pairs(composition.form);
  if (credential?.kind !== 'client' || !isPublic(credential)) return encodeForm(form);
  return encodeForm([...form.filter(([name]) => name !== 'client_id'), ['client_id', credential.client_id]]);
}

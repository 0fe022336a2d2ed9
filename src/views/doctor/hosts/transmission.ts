/** Where a request carries its protocol parameters (RFC 5849 3.5): reads all three places, and writes one. */
import { decodeForm, encodeRfc3986, isForm } from '../../../../worker/api.ts';
import type { CurlRequest } from '../../../curl/types.ts';

export const transmissions = ['header', 'query', 'form'] as const;
export type Transmission = (typeof transmissions)[number];

interface Carrier {
  readonly authorization: string;
  readonly url: string;
  readonly contentType: string;
  readonly body: string;
}

export interface Carried extends Carrier {
  /** The place of the parameters. */
  readonly from: Transmission;
}

/** The same request with its protocol parameters in the header, if its query or form body carried the signature. */
export function inHeader(request: Carrier): Carried {
  const { authorization, url, contentType, body } = request;
  if (/^\s*OAuth(?:\s|$)/i.test(authorization)) return { ...request, from: 'header' };
  const [, address = '', query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(url) ?? [];
  const inQuery = parted(query);
  if (inQuery) {
    const rest = inQuery.rest === '' ? '' : `?${inQuery.rest}`;
    return { ...request, authorization: inQuery.header, url: `${address}${rest}${fragment}`, from: 'query' };
  }
  const inForm = isForm(contentType) ? parted(body) : null;
  if (inForm) return { ...request, authorization: inForm.header, body: inForm.rest, from: 'form' };
  return { ...request, from: 'header' };
}

/** The rest stays as it was written, because its encoding may be the mistake. Null if there is no signature. */
function parted(encoded: string): { readonly header: string; readonly rest: string } | null {
  const pieces = encoded.split('&').map((piece) => ({ piece, pair: decodeForm(piece)[0] }));
  if (!pieces.some(({ pair }) => pair?.[0] === 'oauth_signature')) return null;
  const protocol = pieces.flatMap(({ pair }) => (pair && isProtocol(pair[0]) ? [pair] : []));
  const rest = pieces.filter(({ pair }) => !pair || !isProtocol(pair[0])).map(({ piece }) => piece);
  const pairs = protocol.map(([name, value]) => `${encodeRfc3986(name)}="${encodeRfc3986(value)}"`);
  return { header: `OAuth ${pairs.join(', ')}`, rest: rest.join('&') };
}

const isProtocol = (name: string): boolean => name.startsWith('oauth_');

/**
 * The request with these parameters where a host expects them; null if it has no place for them, as with no body or a
 * body that is not a form.
 */
export function carry(
  request: CurlRequest,
  pairs: readonly (readonly [name: string, value: string])[],
  where: Exclude<Transmission, 'header'>,
): CurlRequest | null {
  const written = pairs
    .filter(([name]) => isProtocol(name))
    .map(([name, value]) => `${encodeRfc3986(name)}=${encodeRfc3986(value)}`)
    .join('&');
  if (where === 'query') {
    const [, before = '', fragment = ''] = /^([^#]*)(#.*)?$/s.exec(request.url) ?? [];
    const joint = !before.includes('?') ? '?' : /[?&]$/.test(before) ? '' : '&';
    return { ...request, url: `${before}${joint}${written}${fragment}` };
  }
  const type = request.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  if (request.body === null || !isForm(type)) return null;
  return { ...request, body: request.body === '' ? written : `${request.body}&${written}` };
}

import { decodeForm, header, isForm } from '../../worker/api.ts';
import type { CurlRequest } from '../curl/types.ts';

/** Whether a request carries an OAuth 1.0a signature, in any of the three places (RFC 5849 3.5). */
export const isSigned = ({ url, headers, body }: CurlRequest): boolean =>
  /^\s*OAuth\s/i.test(header(headers, 'authorization') ?? '') ||
  hasSignature(url.split('?')[1] ?? '') ||
  (isForm(header(headers, 'content-type')) && hasSignature(body ?? ''));

const hasSignature = (encoded: string): boolean =>
  decodeForm(encoded).some(([name]) => name === 'oauth_signature');

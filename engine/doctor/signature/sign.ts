import { signatureSteps, signedParameters } from '../../auth/signature.ts';
import type { SignatureSteps } from '../../auth/signature.ts';
import { encodeRfc3986 } from '../../http/encoding.ts';
import type { HttpRequest } from '../../http/messages.ts';
import { splitUrl } from '../../http/url.ts';
import { signatureBy } from './methods.ts';
import type { SignatureMethod } from './methods.ts';
import type { SecretPair } from './types.ts';

/**
 * Signs for a host with its own rules: with exactly these parameters in the header, in their order, by the method that
 * they declare. Throws a TypeError for an address that is not absolute http or https.
 */
export function signAsDeclared(
  request: HttpRequest,
  protocol: readonly (readonly [name: string, value: string])[],
  { consumer_secret, token_secret }: SecretPair,
  method: SignatureMethod,
): { authorization: string; steps: SignatureSteps } {
  const url = splitUrl(request.url);
  if (!url) throw new TypeError(`url: not an absolute http or https address: ${request.url}`);
  const sha1 = signatureSteps(
    request.method,
    url,
    signedParameters(protocol, request, url),
    consumer_secret,
    token_secret,
  );
  const steps = { ...sha1, signature: signatureBy(method, sha1.signingKey, sha1.baseString) };
  const pairs = [...protocol, ['oauth_signature', steps.signature] as const]
    .map(([name, value]) => `${encodeRfc3986(name)}="${encodeRfc3986(value)}"`)
    .join(', ');
  return { authorization: `OAuth ${pairs}`, steps };
}

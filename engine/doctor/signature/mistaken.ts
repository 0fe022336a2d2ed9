/** Makes wrong signatures on purpose, with the same stages that the doctor uses to find mistakes. */
import { readAuthorization } from '../../auth/header.ts';
import { hmacSha1, signRequest } from '../../auth/signature.ts';
import type { OAuthCredentials, SigningOptions } from '../../auth/signature.ts';
import { encodeRfc3986 } from '../../http/encoding.ts';
import type { HttpRequest } from '../../http/messages.ts';
import { splitUrl } from '../../http/url.ts';
import { baseStringOf, Computation } from './computation.ts';
import { platformMethod } from './judging-method.ts';
import { knownUnder } from './known.ts';
import { readMessage } from './received.ts';

/**
 * The Authorization header of a client that makes this mistake when it signs the request, in the first possible way;
 * null if the mistake cannot be made in this request.
 */
export function signMistaken(
  request: HttpRequest,
  credentials: OAuthCredentials,
  options: SigningOptions,
  id: string,
): string | null {
  const { authorization } = signRequest(request, credentials, options);
  const url = splitUrl(request.url);
  const read = readAuthorization(authorization);
  const mistake = knownUnder(null, platformMethod).computed.find((each) => each.id === id);
  if (!url || read.scheme !== 'OAuth' || !mistake) return null;
  const { consumer_secret, oauth_token_secret: token_secret = '' } = credentials;
  const input = { ...request, authorization, consumer_secret, token_secret };
  const computation = new Computation(readMessage(input, url, read.parameters), [mistake]);
  const [way] = computation.ways;
  if (!way) return null;
  const made = computation.run([way]);
  const signature = encodeRfc3986(hmacSha1(made.key.text, baseStringOf(made)));
  return authorization.replace(/oauth_signature="[^"]*"/, `oauth_signature="${signature}"`);
}

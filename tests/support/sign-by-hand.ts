/** Signs what a test chooses, including what no client should sign. */
import { hmacSha1 } from '../../engine/auth/signature.ts';
import { encodeRfc3986, splitUrl } from '../../engine/inside.ts';

let nonces = 0;

export interface Chosen {
  readonly header?: Readonly<Record<string, string>>;
  /** Encoded pairs that are signed as given, such as a client's own reading of query and body. */
  readonly signed?: readonly string[];
  readonly secrets: readonly [consumer: string, token: string];
}

/** An Authorization header made by hand: every encoded pair to sign is given. */
export function signByHand(
  now: number,
  method: string,
  address: string,
  { header = {}, signed = [], secrets }: Chosen,
): string {
  const protocol: Record<string, string> = {
    oauth_nonce: `hand${++nonces}`,
    oauth_signature_method: 'HMAC-SHA1',
    oauth_timestamp: String(Math.floor(now / 1000)),
    ...header,
  };
  const own = Object.entries(protocol).map(([name, value]) => `${name}=${encodeRfc3986(value)}`);
  const { scheme, host, path } = splitUrl(address)!;
  const base = [method, `${scheme}://${host}${path}`, [...own, ...signed].sort().join('&')];
  const key = secrets.map(encodeRfc3986).join('&');
  const oauth_signature = hmacSha1(key, base.map(encodeRfc3986).join('&'));
  const all = Object.entries({ ...protocol, oauth_signature });
  return `OAuth ${all.map(([name, value]) => `${name}="${encodeRfc3986(value)}"`).join(', ')}`;
}

import type { SecretPair, SignatureSteps } from '../../worker/api.ts';

const kept = 50;
const keys = new Map<string, string>();

/** Remembers, until the page closes, which key made a signature: the doctor says which of its secrets differs. */
export function rememberSigning({ signature, signingKey }: SignatureSteps): void {
  keys.delete(signature);
  keys.set(signature, signingKey);
  for (const [oldest] of keys) if (keys.size > kept) keys.delete(oldest);
}

/** `signature` in Base64. */
export function signedWith(signature: string | undefined): SecretPair | undefined {
  const key = keys.get(signature ?? '');
  if (key === undefined) return undefined;
  const [consumer_secret = '', token_secret = ''] = key.split('&').map(decodeURIComponent);
  return { consumer_secret, token_secret };
}

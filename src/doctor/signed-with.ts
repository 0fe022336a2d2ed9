import type { SecretPair } from '../../worker/api.ts';
import type { PageSecrets } from '../state/page-secrets.svelte.ts';

/** The secrets that this page made a signature (Base64) with, while it remembers them. */
export function signedWith(
  { signed }: Pick<PageSecrets, 'signed'>,
  signature: string | undefined,
): SecretPair | undefined {
  const made = signed.find((each) => each.signature === signature);
  if (!made) return undefined;
  const [consumer_secret = '', token_secret = ''] = made.signingKey.split('&').map(decodeURIComponent);
  return { consumer_secret, token_secret };
}

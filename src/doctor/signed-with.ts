import type { SecretPair } from '../../worker/api.ts';

const kept = 50;
const known = new Map<string, SecretPair>();

/** Remembers, until the page closes, which secrets made a signature (Base64): the doctor says which of them differs. */
export function rememberSigning(signature: string, pair: SecretPair): void {
  known.delete(signature);
  known.set(signature, pair);
  for (const [oldest] of known) if (known.size > kept) known.delete(oldest);
}

export const signedWith = (signature: string | undefined): SecretPair | undefined =>
  known.get(signature ?? '');

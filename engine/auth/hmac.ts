/** HMAC (RFC 2104) of many texts with few keys: the part that depends only on the key is computed once. */
import { hmac as nobleHmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import type { sha256 } from '@noble/hashes/sha2.js';

/** The HMAC of a text, which may come in two parts. The next call overwrites the returned bytes. */
export type Hmac = (first: Uint8Array, second?: Uint8Array) => Uint8Array;

export const hmacUnderSha1 = hmacWith(sha1);

/** For any hash with a block of 64 bytes. */
export function hmacWith(hash: typeof sha1 | typeof sha256): (key: Uint8Array) => Hmac {
  // Buffers for every digest: allocating new ones would cost more than the digest itself.
  const place = nobleHmac.create(hash, new Uint8Array());
  const digest = new Uint8Array(hash.outputLen);
  return (key) => {
    const start = nobleHmac.create(hash, key);
    return (first, second) => {
      start._cloneInto(place).update(first);
      if (second) place.update(second);
      place.digestInto(digest);
      return digest;
    };
  };
}

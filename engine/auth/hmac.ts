/** HMAC (RFC 2104) over many texts under few keys: what a key alone decides is computed once. */
import { hmac as nobleHmac } from '@noble/hashes/hmac.js';
import { sha1 } from '@noble/hashes/legacy.js';
import type { sha256 } from '@noble/hashes/sha2.js';

/** The HMAC of a text, which may come in two parts. Its bytes are those of the next one once that is computed. */
export type Hmac = (first: Uint8Array, second?: Uint8Array) => Uint8Array;

export const hmacUnderSha1 = hmacWith(sha1);

/** For any hash that has a block of 64 bytes. */
export function hmacWith(hash: typeof sha1 | typeof sha256): (key: Uint8Array) => Hmac {
  // Where every digest is computed: new places for each would cost more than the digest.
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

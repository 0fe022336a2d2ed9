/** HMAC (RFC 2104) over very many texts under few keys: what a key alone decides is computed once. */
import type { HashMD } from '@noble/hashes/_md.js';
import { _SHA1 } from '@noble/hashes/legacy.js';
import { _SHA256 } from '@noble/hashes/sha2.js';

/** Whether the HMAC of a text, which is given in two parts, is the one wanted. */
export type Comparison = (wanted: Uint8Array, first: Uint8Array, second: Uint8Array) => boolean;

export const keyed = { sha1: keyedBy(() => new _SHA1()), sha256: keyedBy(() => new _SHA256()) };

function keyedBy<H extends HashMD<H>>(begin: () => H): (key: Uint8Array) => Comparison {
  // Where every digest is computed: new places for each would cost more than the digest.
  const hash = begin();
  const digest = new Uint8Array(hash.outputLen);
  return (key) => {
    const block = new Uint8Array(hash.blockLen);
    block.set(key.length > block.length ? begin().update(key).digest() : key);
    const inner = begin().update(block.map((byte) => byte ^ 0x36));
    const outer = begin().update(block.map((byte) => byte ^ 0x5c));
    return (wanted, first, second) => {
      inner._cloneInto(hash).update(first).update(second).digestInto(digest);
      outer._cloneInto(hash).update(digest).digestInto(digest);
      return digest.length === wanted.length && digest.every((byte, at) => byte === wanted[at]);
    };
  };
}

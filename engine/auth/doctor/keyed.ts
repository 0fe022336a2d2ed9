/** HMAC (RFC 2104) for very many texts under few keys: what a key alone decides is computed once. */
import { sha1 } from '@noble/hashes/legacy.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { utf8 } from '../../http/messages.ts';

const hashes = { sha1, sha256 };
export type Algorithm = keyof typeof hashes;
type State = ReturnType<typeof sha1.create>;

export class Keyed {
  /** The states of the two hashes behind the block that holds the key. */
  readonly #inner: State;
  readonly #outer: State;
  /** Where digests are computed: a new place for each would cost more than the digest. */
  readonly #work: State;

  constructor(algorithm: Algorithm, key: string) {
    const hash = hashes[algorithm];
    const { blockLen } = hash;
    const bytes = utf8(key);
    const block = new Uint8Array(blockLen);
    block.set(bytes.length > blockLen ? hash(bytes) : bytes);
    this.#inner = hash.create().update(block.map((byte) => byte ^ 0x36));
    this.#outer = hash.create().update(block.map((byte) => byte ^ 0x5c));
    this.#work = hash.create();
  }

  digest(message: Uint8Array): Uint8Array {
    const inner = this.#inner._cloneInto(this.#work).update(message).digest();
    return this.#outer._cloneInto(this.#work).update(inner).digest();
  }
}

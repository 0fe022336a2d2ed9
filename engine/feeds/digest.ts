/**
 * Tells one file from another: SHA-256 over the SHA-256 digests of its MiBs, so that a machine's own implementation, which
 * takes no file piece by piece, can compute them beside other work.
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { Means } from '../declaration/work.ts';

const partLength = 1024 * 1024;

export class FileDigest {
  #part = new Uint8Array(partLength);
  #filled = 0;
  readonly #digests: Promise<Uint8Array>[] = [];

  constructor(private readonly sha256: Means['sha256']) {}

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + partLength - this.#filled);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled < partLength) return;
      this.#digests.push(this.sha256(this.#part));
      this.#part = new Uint8Array(partLength);
      this.#filled = 0;
    }
  }

  /** Hexadecimal; of what was added so far. */
  async hex(): Promise<string> {
    const rest = this.#filled === 0 ? [] : [this.sha256(this.#part.slice(0, this.#filled))];
    const digests = await Promise.all([...this.#digests, ...rest]);
    return bytesToHex(await this.sha256(concatBytes(...digests)));
  }
}

/**
 * A digest that distinguishes files: SHA-256 over the SHA-256 digests of each MiB. The native implementation cannot
 * hash a file in pieces, so it hashes each MiB, beside other work.
 */
import { bytesToHex, concatBytes } from '@noble/hashes/utils.js';
import type { Means } from '../declaration/work.ts';

const partLength = 1024 * 1024;

/** Buffers for reuse: zeroing a new MiB costs more than hashing it. */
const spare: Uint8Array<ArrayBuffer>[] = [];
const mostSpare = 2;

export class FileDigest {
  #part: Uint8Array<ArrayBuffer> | null = null;
  #filled = 0;
  readonly #digests: Promise<Uint8Array>[] = [];

  constructor(private readonly sha256: Means['sha256']) {}

  add(piece: Uint8Array): void {
    for (let at = 0; at < piece.length;) {
      const taken = piece.subarray(at, at + partLength - this.#filled);
      this.#part ??= spare.pop() ?? new Uint8Array(partLength);
      this.#part.set(taken, this.#filled);
      this.#filled += taken.length;
      at += taken.length;
      if (this.#filled === partLength) this.#endPart();
    }
  }

  /** The digest of everything in hexadecimal. Nothing may be added afterwards. */
  async hex(): Promise<string> {
    this.#endPart();
    return bytesToHex(await this.sha256(concatBytes(...(await Promise.all(this.#digests)))));
  }

  #endPart(): void {
    const [part, filled] = [this.#part, this.#filled];
    if (!part || filled === 0) return;
    this.#part = null;
    this.#filled = 0;
    this.#digests.push(this.#digestOf(part, filled));
  }

  async #digestOf(part: Uint8Array<ArrayBuffer>, filled: number): Promise<Uint8Array> {
    const digest = await this.sha256(part.subarray(0, filled));
    if (spare.length < mostSpare) spare.push(part);
    return digest;
  }
}

import { atLeast } from '../checked/known.ts';
import { sha1 } from '@noble/hashes/legacy.js';

const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/**
 * A seeded random generator (sfc32). The same seed gives the same keys and tokens, which is what a demonstration
 * needs and what a real platform must never do. Its state is part of the platform's state.
 */
export class Random {
  #state: readonly [number, number, number, number];
  /** Whether a number was drawn since the flag was last cleared. */
  used = false;

  constructor(state: readonly number[]) {
    const [a, b, c, d] = atLeast(state, 4);
    this.#state = [a, b, c, d];
  }

  static seeded(seed: string): Random {
    const words = new DataView(sha1(new TextEncoder().encode(seed)).buffer);
    const random = new Random([
      words.getUint32(0),
      words.getUint32(4),
      words.getUint32(8),
      words.getUint32(12),
    ]);
    for (let warmUp = 0; warmUp < 16; warmUp++) random.uint32();
    return random;
  }

  get state(): readonly number[] {
    return [...this.#state];
  }

  set state(state: readonly number[]) {
    const [a, b, c, d] = atLeast(state, 4);
    this.#state = [a, b, c, d];
  }

  uint32(): number {
    this.used = true;
    let [a, b, c, d] = this.#state;
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + t) | 0;
    this.#state = [a, b, c, d];
    return t >>> 0;
  }

  /** A whole number from 0 up to, but not including, `limit`, without bias. */
  below(limit: number): number {
    const fair = 2 ** 32 - (2 ** 32 % limit);
    for (;;) {
      const drawn = this.uint32();
      if (drawn < fair) return drawn % limit;
    }
  }

  alphanumeric(length: number): string {
    let text = '';
    for (let index = 0; index < length; index++) text += alphanumerics.charAt(this.below(62));
    return text;
  }

  digits(length: number): string {
    let text = '';
    for (let index = 0; index < length; index++) text += String(this.below(10));
    return text;
  }
}

/** A growing bit set: one bit per product of a catalog, by its position in the order of creation. */
export class Bits {
  #words = new Uint32Array(1024);
  #count = 0;

  /** The number of set bits. */
  get count(): number {
    return this.#count;
  }

  /** The number of words. Bits beyond them are not set. */
  get length(): number {
    return this.#words.length;
  }

  /** The 32 bits from `32 * at` on, lowest first. */
  word(at: number): number {
    return at < this.#words.length ? this.#words[at]! : 0;
  }

  has(at: number): boolean {
    return (this.word(at >>> 5) & (1 << (at & 31))) !== 0;
  }

  /** Sets or clears a bit. True if that changed it. */
  set(at: number, isSet: boolean): boolean {
    const word = at >>> 5;
    const bit = 1 << (at & 31);
    if (word >= this.#words.length) {
      if (!isSet) return false;
      const grown = new Uint32Array(Math.max(word + 1, this.#words.length * 2));
      grown.set(this.#words);
      this.#words = grown;
    }
    if (((this.#words[word]! & bit) !== 0) === isSet) return false;
    this.#words[word]! ^= bit;
    this.#count += isSet ? 1 : -1;
    return true;
  }

  /** The first set bit at or after a position (or at or before it); -1 if there is none. */
  next(from: number, isUpward: boolean): number {
    const step = isUpward ? 1 : -1;
    const last = this.#words.length - 1;
    const end = last * 32 + 31;
    if (from < 0 || (isUpward && from > end)) return -1;
    let at = Math.min(from, end);
    for (let word = at >>> 5; word >= 0 && word <= last; word += step) {
      const bits = this.#words[word]!;
      if (bits !== 0) {
        const inWord = at - word * 32;
        const kept = isUpward ? bits & (~0 << inWord) : bits & (inWord === 31 ? ~0 : (1 << (inWord + 1)) - 1);
        if (kept !== 0) return word * 32 + (isUpward ? lowest(kept) : 31 - Math.clz32(kept));
      }
      at = isUpward ? (word + 1) * 32 : word * 32 - 1;
    }
    return -1;
  }
}

/** The lowest set bit of a word that is not 0. */
export const lowest = (word: number): number => 31 - Math.clz32(word & -word);

/** The number of set bits in a word (Warren, Hacker's Delight, 5-1). */
export function ones(word: number): number {
  let left = word - ((word >>> 1) & 0x55555555);
  left = (left & 0x33333333) + ((left >>> 2) & 0x33333333);
  return Math.imul((left + (left >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

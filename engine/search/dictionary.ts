import { resized, withRoom } from './growing.ts';

/**
 * Numbers for terms, from 0 on, in the order in which they were added. A Map of the texts would take four times as
 * much memory: here the bytes of all terms are in one array, and a hash table finds their numbers.
 */
export class Dictionary {
  #size = 0;
  /** All terms, one after the other, and the offset of each; the last offset is the end of the last term. */
  #bytes = new Uint8Array(0);
  #starts = new Uint32Array(1);
  /** Term numbers + 1; 0 is free. The length is a power of two, and at least a quarter of the entries are free. */
  #slots = new Uint32Array(16);
  #spelt = new Uint8Array(64);

  get size(): number {
    return this.#size;
  }

  get byteLength(): number {
    return this.#bytes.byteLength + this.#starts.byteLength + this.#slots.byteLength;
  }

  /** −1 for an unknown term. */
  find(term: string): number {
    const length = this.#spell(term);
    return this.#slots[this.#slotOf(this.#spelt, 0, length)]! - 1;
  }

  /** The number of the term; a new one if the term is unknown. */
  add(term: string): number {
    const length = this.#spell(term);
    const slot = this.#slotOf(this.#spelt, 0, length);
    const known = this.#slots[slot]! - 1;
    if (known >= 0) return known;
    const start = this.#starts[this.#size]!;
    this.#bytes = withRoom(this.#bytes, start + length);
    this.#bytes.set(this.#spelt.subarray(0, length), start);
    this.#slots[slot] = ++this.#size;
    this.#starts = withRoom(this.#starts, this.#size + 1);
    this.#starts[this.#size] = start + length;
    if (this.#size > this.#slots.length * 0.75) this.#widen();
    return this.#size - 1;
  }

  /** Releases the memory reserved for more terms. */
  trim(): void {
    this.#bytes = resized(this.#bytes, this.#starts[this.#size]!);
    this.#starts = resized(this.#starts, this.#size + 1);
  }

  #widen(): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let term = 0; term < this.#size; term++) {
      const start = this.#starts[term]!;
      this.#slots[this.#slotOf(this.#bytes, start, this.#starts[term + 1]! - start)] = term + 1;
    }
  }

  /** The entry of these bytes in the table, or the free entry where they would go. */
  #slotOf(bytes: Uint8Array, start: number, length: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hashOf(bytes, start, length) & mask; ; slot = (slot + 1) & mask) {
      const term = this.#slots[slot]! - 1;
      if (term < 0 || this.#is(term, bytes, start, length)) return slot;
    }
  }

  #is(term: number, bytes: Uint8Array, start: number, length: number): boolean {
    const own = this.#starts[term]!;
    if (this.#starts[term + 1]! - own !== length) return false;
    for (let at = 0; at < length; at++) if (this.#bytes[own + at] !== bytes[start + at]) return false;
    return true;
  }

  /** Encodes a term for comparison: each UTF-16 unit separately, as UTF-8 encodes characters. */
  #spell(term: string): number {
    this.#spelt = withRoom(this.#spelt, term.length * 3);
    const spelt = this.#spelt;
    let length = 0;
    for (let at = 0; at < term.length; at++) {
      const unit = term.charCodeAt(at);
      if (unit < 0x80) {
        spelt[length++] = unit;
        continue;
      }
      if (unit < 0x800) spelt[length++] = 0xc0 | (unit >> 6);
      else {
        spelt[length++] = 0xe0 | (unit >> 12);
        spelt[length++] = 0x80 | ((unit >> 6) & 0x3f);
      }
      spelt[length++] = 0x80 | (unit & 0x3f);
    }
    return length;
  }
}

/** FNV-1a, mixed so that the lower bits depend on all others (MurmurHash3). */
function hashOf(bytes: Uint8Array, start: number, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = start; at < start + length; at++) hash = Math.imul(hash ^ bytes[at]!, 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}

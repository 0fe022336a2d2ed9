import { resized, withRoom } from './growing.ts';

/** The bytes of a term's first block and of its largest, as powers of two. */
const least = 3;
const most = 8;

/** The most ordinals in a block: one before its bytes and one for each byte. */
const mostInBlock = (1 << most) + 1;

/** No block: for a term with one posting, which is kept only in its row. */
const none = 0xffffffff;

/**
 * The posts that contain each term, as ascending ordinals. They are kept in blocks, as distances from one to the next
 * with seven bits per byte. The blocks of a term form a chain from the newest to the oldest, each twice as large as
 * the one before, up to 256 bytes. Each block also knows one that is farther back, so that any block is reached in
 * logarithmic time (Myers 1983, An applicative random-access stack).
 */
export class Postings {
  /** By term: the number of postings, the last of them, and the newest block. */
  #counts = new Uint32Array(0);
  #lasts = new Uint32Array(0);
  #heads = new Uint32Array(0);
  /** By block. */
  #blocks = 0;
  #firsts = new Uint32Array(0);
  #starts = new Uint32Array(0);
  #used = new Uint16Array(0);
  #sizes = new Uint8Array(0);
  #previous = new Uint32Array(0);
  #jumps = new Uint32Array(0);
  #depths = new Uint32Array(0);
  #bytes = new Uint8Array(0);
  #taken = 0;

  get byteLength(): number {
    const arrays = [this.#counts, this.#lasts, this.#heads, this.#firsts, this.#starts, this.#used];
    return [...arrays, this.#sizes, this.#previous, this.#jumps, this.#depths, this.#bytes].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  countOf(term: number): number {
    return this.#counts[term]!;
  }

  /**
   * Adds a posting; terms must be added in the order of their numbers. Does nothing if the ordinal is already the
   * term's last.
   */
  add(term: number, ordinal: number): void {
    if (term >= this.#counts.length || this.#counts[term] === 0) this.#begin(term, ordinal);
    else if (this.#lasts[term] !== ordinal) this.#append(term, ordinal);
  }

  trim(terms: number): void {
    this.#counts = resized(this.#counts, terms);
    this.#lasts = resized(this.#lasts, terms);
    this.#heads = resized(this.#heads, terms);
    this.#resizeBlocks(resized, this.#blocks);
    this.#bytes = resized(this.#bytes, this.#taken);
  }

  reader(term: number): Reader {
    return new Reader(this, term);
  }

  /** The last posting of the term, which may be its only one. */
  lastOf(term: number): number {
    return this.#lasts[term]!;
  }

  /** The newest block of the term that begins at an ordinal of at most `at`; −1 for none. */
  blockAt(term: number, at: number): number {
    let block = this.#heads[term]!;
    while (block !== none && this.#firsts[block]! > at) {
      const jump = this.#jumps[block]!;
      block = jump !== block && this.#firsts[jump]! > at ? jump : this.#previous[block]!;
    }
    return block === none ? -1 : block;
  }

  /** Decodes the ordinals of a block into `into` and gives their number. */
  read(block: number, into: Uint32Array): number {
    let ordinal = this.#firsts[block]!;
    into[0] = ordinal;
    let count = 1;
    const start = this.#starts[block]!;
    const end = start + this.#used[block]!;
    for (let at = start; at < end;) {
      let distance = 0;
      let shift = 0;
      let byte: number;
      do {
        byte = this.#bytes[at++]!;
        distance |= (byte & 0x7f) << shift;
        shift += 7;
      } while (byte & 0x80);
      into[count++] = ordinal += distance;
    }
    return count;
  }

  #begin(term: number, ordinal: number): void {
    this.#counts = withRoom(this.#counts, term + 1);
    this.#lasts = withRoom(this.#lasts, term + 1);
    this.#heads = withRoom(this.#heads, term + 1);
    this.#counts[term] = 1;
    this.#lasts[term] = ordinal;
    this.#heads[term] = none;
  }

  #append(term: number, ordinal: number): void {
    const last = this.#lasts[term]!;
    let block = this.#heads[term]!;
    if (block === none) block = this.#open(term, last);
    if (this.#used[block]! + lengthOf(ordinal - last) > 1 << this.#sizes[block]!) this.#open(term, ordinal);
    else this.#write(block, ordinal - last);
    this.#lasts[term] = ordinal;
    this.#counts[term]!++;
  }

  /** Adds a new block, beginning with this ordinal, in front of the term's others. */
  #open(term: number, ordinal: number): number {
    const previous = this.#heads[term]!;
    const block = this.#blocks++;
    this.#resizeBlocks(withRoom, this.#blocks);
    const size = previous === none ? least : Math.min(most, this.#sizes[previous]! + 1);
    this.#firsts[block] = ordinal;
    this.#starts[block] = this.#taken;
    this.#used[block] = 0;
    this.#sizes[block] = size;
    this.#taken += 1 << size;
    this.#bytes = withRoom(this.#bytes, this.#taken);
    this.#previous[block] = previous;
    this.#jumps[block] = previous === none ? block : this.#jumpOver(previous);
    this.#depths[block] = previous === none ? 0 : this.#depths[previous]! + 1;
    this.#heads[term] = block;
    return block;
  }

  /**
   * The target of a block's jump: the previous block, or where the jump of its jump leads if both are equally long.
   * This gives jumps of all lengths.
   */
  #jumpOver(previous: number): number {
    const jump = this.#jumps[previous]!;
    const further = this.#jumps[jump]!;
    const [here, there, beyond] = [this.#depths[previous]!, this.#depths[jump]!, this.#depths[further]!];
    return here - there === there - beyond ? further : previous;
  }

  #write(block: number, distance: number): void {
    let at = this.#starts[block]! + this.#used[block]!;
    const start = at;
    for (; distance > 0x7f; distance >>>= 7) this.#bytes[at++] = (distance & 0x7f) | 0x80;
    this.#bytes[at++] = distance;
    this.#used[block]! += at - start;
  }

  #resizeBlocks(to: typeof withRoom, size: number): void {
    this.#firsts = to(this.#firsts, size);
    this.#starts = to(this.#starts, size);
    this.#used = to(this.#used, size);
    this.#sizes = to(this.#sizes, size);
    this.#previous = to(this.#previous, size);
    this.#jumps = to(this.#jumps, size);
    this.#depths = to(this.#depths, size);
  }
}

/** The number of bytes of an encoded distance. */
const lengthOf = (distance: number): number => {
  let length = 1;
  for (; distance > 0x7f; distance >>>= 7) length++;
  return length;
};

/** Walks the postings of one term from the newest to the oldest, skipping what is not needed. */
export class Reader {
  #ordinals: Uint32Array | null = null;
  #at = 0;
  #current: number;

  constructor(
    private readonly postings: Postings,
    private readonly term: number,
  ) {
    this.#current = postings.lastOf(term);
  }

  /** The term's greatest ordinal that is at most `at`; −1 for none. `at` must not grow from call to call. */
  seek(at: number): number {
    if (this.#current <= at) return this.#current;
    if (!this.#ordinals || this.#ordinals[0]! > at) {
      const block = at < 0 ? -1 : this.postings.blockAt(this.term, at);
      if (block < 0) return (this.#current = -1);
      this.#ordinals ??= new Uint32Array(mostInBlock);
      this.#at = this.postings.read(block, this.#ordinals) - 1;
    }
    return (this.#current = this.#within(this.#ordinals, at));
  }

  /** The next ordinals are usually near: steps that double, then a binary search. */
  #within(ordinals: Uint32Array, at: number): number {
    let low = this.#at;
    for (let step = 1; ordinals[low]! > at; step *= 2) {
      this.#at = low;
      low = Math.max(0, low - step);
    }
    let high = this.#at;
    if (ordinals[high]! <= at) return ordinals[high]!;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (ordinals[middle]! > at) high = middle;
      else low = middle;
    }
    this.#at = low;
    return ordinals[low]!;
  }
}

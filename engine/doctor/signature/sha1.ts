/**
 * HMAC-SHA1 (RFC 2104, FIPS 180-4 6.1) of very many texts with a common beginning. A search computes thousands of
 * signatures of one message. A library hashes each from its start; this continues from where two texts differ.
 */

const blockLength = 64;
/** Five words, big-endian as in a digest. */
type State = DataView;
const stateLength = 5;
const stateBytes = 4 * stateLength;
const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const schedule = new DataView(new ArrayBuffer(4 * 80));

/**
 * Adds one block to the state. Each of the four functions has its own loop, because a branch within one loop is eight
 * times as slow.
 */
function compress(state: State, bytes: DataView, start: number): void {
  const w = schedule;
  for (let at = 0; at < 64; at += 4) w.setInt32(at, bytes.getInt32(start + at));
  for (let at = 64; at < 320; at += 4) {
    const x = w.getInt32(at - 12) ^ w.getInt32(at - 32) ^ w.getInt32(at - 56) ^ w.getInt32(at - 64);
    w.setInt32(at, (x << 1) | (x >>> 31));
  }
  let a = state.getInt32(0);
  let b = state.getInt32(4);
  let c = state.getInt32(8);
  let d = state.getInt32(12);
  let e = state.getInt32(16);
  let next: number;
  let i = 0;
  for (; i < 20; i++) {
    next = (((a << 5) | (a >>> 27)) + ((b & c) | (~b & d)) + e + 0x5a827999 + w.getInt32(4 * i)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 40; i++) {
    next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0x6ed9eba1 + w.getInt32(4 * i)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 60; i++) {
    next = (((a << 5) | (a >>> 27)) + ((b & c) | (b & d) | (c & d)) + e + 0x8f1bbcdc + w.getInt32(4 * i)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 80; i++) {
    next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0xca62c1d6 + w.getInt32(4 * i)) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state.setInt32(0, state.getInt32(0) + a);
  state.setInt32(4, state.getInt32(4) + b);
  state.setInt32(8, state.getInt32(8) + c);
  state.setInt32(12, state.getInt32(12) + d);
  state.setInt32(16, state.getInt32(16) + e);
}

/** A buffer in which texts are joined and padded. It grows with the longest text. */
let place = new Uint8Array(4096);
let words = new DataView(place.buffer);

function makePlaceFor(length: number): Uint8Array {
  if (place.length < length + 2 * blockLength) {
    place = new Uint8Array(2 * length + 2 * blockLength);
    words = new DataView(place.buffer);
  }
  return place;
}

/** Adds the buffer to the state: the last `rest` bytes of a text, of which `before` bytes were added earlier. */
function finish(state: State, rest: number, before: number): void {
  let end = rest - (rest % blockLength) + blockLength;
  if (end < rest + 9) end += blockLength;
  place[rest] = 0x80;
  place.fill(0, rest + 1, end);
  const bits = (before + rest) * 8;
  words.setInt32(end - 8, Math.floor(bits / 2 ** 32));
  words.setInt32(end - 4, bits);
  for (let at = 0; at < end; at += blockLength) compress(state, words, at);
}

const bytesOf = (state: State): Uint8Array => new Uint8Array(state.buffer).slice();

function begun(): State {
  const state = new DataView(new ArrayBuffer(stateBytes));
  for (const [word, value] of initial.entries()) state.setInt32(4 * word, value);
  return state;
}

/** Copies the words of one state to another, between two offsets. */
function copy(from: DataView, at: number, to: DataView, place: number): void {
  for (let byte = 0; byte < stateBytes; byte += 4) to.setInt32(place + byte, from.getInt32(at + byte));
}

export function sha1(text: Uint8Array): Uint8Array {
  const state = begun();
  makePlaceFor(text.length).set(text);
  finish(state, text.length, 0);
  return bytesOf(state);
}

/** A key, with its inner and outer states computed. */
export class HmacSha1 {
  readonly #inner: State;
  readonly #outer: State;

  constructor(key: Uint8Array) {
    const short = key.length > blockLength ? sha1(key) : key;
    this.#inner = padded(short, 0x36);
    this.#outer = padded(short, 0x5c);
  }

  digest(text: Uint8Array): Uint8Array {
    return this.beginning(text, nothing).digest(nothing, 0);
  }

  /** For texts that start with this head and continue like a model, most of them for a good part. */
  beginning(head: Uint8Array, model: Uint8Array): Beginning {
    return new Beginning(this.#inner, this.#outer, head, model);
  }
}

const nothing = new Uint8Array();

function padded(key: Uint8Array, pad: number): State {
  const block = new Uint8Array(blockLength).fill(pad);
  for (const [at, byte] of key.entries()) block[at] = byte ^ pad;
  const state = begun();
  compress(state, new DataView(block.buffer), 0);
  return state;
}

/** The block of the outer hash: an inner digest with its padding. */
const outerBlock = new DataView(new ArrayBuffer(blockLength));
outerBlock.setUint8(stateBytes, 0x80);
outerBlock.setInt32(blockLength - 4, (blockLength + stateBytes) * 8);

/** The working state. */
const current = begun();

export class Beginning {
  readonly #inner: State;
  readonly #outer: State;
  readonly #head: Uint8Array;
  readonly #model: Uint8Array;
  /** The number of whole blocks in head and model. */
  readonly #blocks: number;
  /**
   * The states before the first block and after each. They are computed only for the second text, because a single one
   * does not need them.
   */
  #states: DataView | null | undefined;

  constructor(inner: State, outer: State, head: Uint8Array, model: Uint8Array) {
    this.#inner = inner;
    this.#outer = outer;
    this.#head = head;
    this.#model = model;
    this.#blocks = Math.floor((head.length + model.length) / blockLength);
  }

  /** The digest of head and rest. The first `shared` bytes of the rest are equal to those of the model. */
  digest(rest: Uint8Array, shared: number): Uint8Array {
    this.#compute(rest, shared);
    return bytesOf(current);
  }

  /** Whether that digest has these words. */
  leadsTo(digest: readonly number[], rest: Uint8Array, shared: number): boolean {
    this.#compute(rest, shared);
    for (let word = 0; word < stateLength; word++)
      if (digest[word] !== current.getInt32(4 * word)) return false;
    return true;
  }

  #compute(rest: Uint8Array, shared: number): void {
    const taken = this.#takeUp(shared);
    const before = taken * blockLength;
    const length = putTogether(this.#head, rest, before);
    finish(current, length, blockLength + before);
    copy(current, 0, outerBlock, 0);
    copy(this.#outer, 0, current, 0);
    compress(current, outerBlock, 0);
  }

  /** Restores the state after the last shared block. Returns the number of blocks up to there. */
  #takeUp(shared: number): number {
    if (this.#states === undefined) {
      this.#states = null;
      copy(this.#inner, 0, current, 0);
      return 0;
    }
    const states = (this.#states ??= this.#statesOfModel());
    const taken = Math.min(Math.floor((this.#head.length + shared) / blockLength), this.#blocks);
    copy(states, taken * stateBytes, current, 0);
    return taken;
  }

  #statesOfModel(): DataView {
    const states = new DataView(new ArrayBuffer((this.#blocks + 1) * stateBytes));
    copy(this.#inner, 0, states, 0);
    copy(this.#inner, 0, current, 0);
    putTogether(this.#head, this.#model, 0);
    for (let block = 0; block < this.#blocks; block++) {
      compress(current, words, block * blockLength);
      copy(current, 0, states, (block + 1) * stateBytes);
    }
    return states;
  }
}

/** Writes head and rest into the buffer, from their block boundary on. Returns the length. */
function putTogether(head: Uint8Array, rest: Uint8Array, before: number): number {
  const length = head.length + rest.length - before;
  const text = makePlaceFor(length);
  const ofHead = Math.max(0, head.length - before);
  text.set(head.subarray(head.length - ofHead));
  text.set(rest.subarray(before + ofHead - head.length), ofHead);
  return length;
}

/** A digest as words, for comparing. */
export function wordsOf(digest: Uint8Array): number[] {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
  return Array.from({ length: digest.length / 4 }, (_, word) => view.getInt32(4 * word));
}

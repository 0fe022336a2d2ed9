/**
 * HMAC-SHA1 (RFC 2104, FIPS 180-4 6.1) of very many texts that begin alike. A search computes thousands of
 * signatures of one message: a library computes each from its start, this goes on from where two texts part.
 */

const blockLength = 64;
/** Five words. */
type State = Int32Array;
const stateLength = 5;
const initial = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const schedule = new Int32Array(80);

/** Takes one block into the state. A loop for each of the four functions: a choice within one costs eight times as much. */
function compress(state: State, bytes: Uint8Array, start: number): void {
  const w = schedule;
  for (let i = 0, at = start; i < 16; i++, at += 4)
    w[i] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  for (let i = 16; i < 80; i++) {
    const x = w[i - 3]! ^ w[i - 8]! ^ w[i - 14]! ^ w[i - 16]!;
    w[i] = (x << 1) | (x >>> 31);
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let next: number;
  let i = 0;
  for (; i < 20; i++) {
    next = (((a << 5) | (a >>> 27)) + ((b & c) | (~b & d)) + e + 0x5a827999 + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 40; i++) {
    next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0x6ed9eba1 + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 60; i++) {
    next = (((a << 5) | (a >>> 27)) + ((b & c) | (b & d) | (c & d)) + e + 0x8f1bbcdc + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  for (; i < 80; i++) {
    next = (((a << 5) | (a >>> 27)) + (b ^ c ^ d) + e + 0xca62c1d6 + w[i]!) | 0;
    e = d;
    d = c;
    c = (b << 30) | (b >>> 2);
    b = a;
    a = next;
  }
  state[0] = (state[0]! + a) | 0;
  state[1] = (state[1]! + b) | 0;
  state[2] = (state[2]! + c) | 0;
  state[3] = (state[3]! + d) | 0;
  state[4] = (state[4]! + e) | 0;
}

/** Where texts are put together and padded; grows with the longest. */
let place = new Uint8Array(4096);

function makePlaceFor(length: number): Uint8Array {
  if (place.length < length + 2 * blockLength) place = new Uint8Array(2 * length + 2 * blockLength);
  return place;
}

/** Takes what stands in the place into the state: the rest of a text, of this length after what was taken before. */
function finish(state: State, rest: number, before: number): void {
  let end = rest - (rest % blockLength) + blockLength;
  if (end < rest + 9) end += blockLength;
  place[rest] = 0x80;
  place.fill(0, rest + 1, end);
  const bits = (before + rest) * 8;
  writeWord(place, end - 8, Math.floor(bits / 2 ** 32));
  writeWord(place, end - 4, bits | 0);
  for (let at = 0; at < end; at += blockLength) compress(state, place, at);
}

function writeWord(bytes: Uint8Array, at: number, word: number): void {
  bytes[at] = word >>> 24;
  bytes[at + 1] = word >>> 16;
  bytes[at + 2] = word >>> 8;
  bytes[at + 3] = word;
}

function bytesOf(state: State): Uint8Array {
  const bytes = new Uint8Array(4 * stateLength);
  for (let word = 0; word < stateLength; word++) writeWord(bytes, 4 * word, state[word]!);
  return bytes;
}

export function sha1(text: Uint8Array): Uint8Array {
  const state = Int32Array.from(initial);
  makePlaceFor(text.length).set(text);
  finish(state, text.length, 0);
  return bytesOf(state);
}

/** A key, with what it alone decides computed. */
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

  /** Texts with this head that go on like a model, most of them for a good part. */
  beginning(head: Uint8Array, model: Uint8Array): Beginning {
    return new Beginning(this.#inner, this.#outer, head, model);
  }
}

const nothing = new Uint8Array();

function padded(key: Uint8Array, pad: number): State {
  const block = new Uint8Array(blockLength).fill(pad);
  for (let at = 0; at < key.length; at++) block[at] = key[at]! ^ pad;
  const state = Int32Array.from(initial);
  compress(state, block, 0);
  return state;
}

/** An inner digest, with the padding that it has in the outer hash. */
const outerBlock = new Uint8Array(blockLength);
outerBlock[4 * stateLength] = 0x80;
writeWord(outerBlock, blockLength - 4, (blockLength + 4 * stateLength) * 8);

/** The state that is worked on. */
const current = new Int32Array(stateLength);

export class Beginning {
  readonly #inner: State;
  readonly #outer: State;
  readonly #head: Uint8Array;
  readonly #model: Uint8Array;
  /** How many whole blocks head and model have. */
  readonly #blocks: number;
  /** The states before the first of them and after each; none before a second text shows that they are of use. */
  #states: Int32Array | null | undefined;

  constructor(inner: State, outer: State, head: Uint8Array, model: Uint8Array) {
    this.#inner = inner;
    this.#outer = outer;
    this.#head = head;
    this.#model = model;
    this.#blocks = Math.floor((head.length + model.length) / blockLength);
  }

  /** The digest of head and rest, where the rest has so many bytes in common with the model, from its start. */
  digest(rest: Uint8Array, shared: number): Uint8Array {
    this.#compute(rest, shared);
    return bytesOf(current);
  }

  /** Whether that digest, as words, is this one. */
  leadsTo(digest: readonly number[], rest: Uint8Array, shared: number): boolean {
    this.#compute(rest, shared);
    for (let word = 0; word < stateLength; word++) if (digest[word] !== current[word]) return false;
    return true;
  }

  #compute(rest: Uint8Array, shared: number): void {
    const taken = this.#takeUp(shared);
    const before = taken * blockLength;
    const length = putTogether(this.#head, rest, before);
    finish(current, length, blockLength + before);
    for (let word = 0; word < stateLength; word++) {
      writeWord(outerBlock, 4 * word, current[word]!);
      current[word] = this.#outer[word]!;
    }
    compress(current, outerBlock, 0);
  }

  /** Goes on from the last block that is shared, and says how many there are up to there. */
  #takeUp(shared: number): number {
    if (this.#states === undefined) {
      this.#states = null;
      current.set(this.#inner);
      return 0;
    }
    const states = (this.#states ??= this.#statesOfModel());
    const taken = Math.min(Math.floor((this.#head.length + shared) / blockLength), this.#blocks);
    for (let word = 0; word < stateLength; word++) current[word] = states[taken * stateLength + word]!;
    return taken;
  }

  #statesOfModel(): Int32Array {
    const states = new Int32Array((this.#blocks + 1) * stateLength);
    states.set(this.#inner);
    current.set(this.#inner);
    putTogether(this.#head, this.#model, 0);
    for (let block = 0; block < this.#blocks; block++) {
      compress(current, place, block * blockLength);
      states.set(current, (block + 1) * stateLength);
    }
    return states;
  }
}

/** Puts head and rest in the place but for what stands before, and gives the length of it. */
function putTogether(head: Uint8Array, rest: Uint8Array, before: number): number {
  const length = head.length + rest.length - before;
  const text = makePlaceFor(length);
  let to = 0;
  for (let at = before; at < head.length; at++) text[to++] = head[at]!;
  for (let at = before + to - head.length; at < rest.length; at++) text[to++] = rest[at]!;
  return length;
}

/** A digest as words, to be compared. */
export function wordsOf(digest: Uint8Array): number[] {
  const view = new DataView(digest.buffer, digest.byteOffset, digest.length);
  return Array.from({ length: digest.length / 4 }, (_, word) => view.getInt32(4 * word));
}

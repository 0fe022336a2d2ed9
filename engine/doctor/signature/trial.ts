/**
 * Compares the results of a computation with one digest. Mistakes without effect, and equal ones, cost only one
 * computation.
 */
import { utf8 } from '../../http/messages.ts';
import { baseStringOf } from './computation.ts';
import type { Piece, Result } from './computation.ts';
import { remembering } from './kept.ts';
import type { Signer } from './methods.ts';
import type { Target } from './output.ts';
import { HmacSha1, wordsOf } from './sha1.ts';
import type { Beginning } from './sha1.ts';

export interface Trial {
  readonly passes: (result: Result) => boolean;
}

export const trialOf = ({ by, digest }: Target, right: Result): Trial =>
  by ? new SlowTrial(by, digest) : new FastTrial(digest, right.parameters.bytes);

/** More than the number of pieces that pairs of known mistakes can make. */
const mostPieces = 2 ** 16;

/**
 * For thousands of texts with a common beginning and dozens of keys. Pieces are numbered from 0, so lists serve as
 * tables.
 */
class FastTrial implements Trial {
  readonly #digest: readonly number[];
  readonly #model: Uint8Array;
  readonly #shared: number[] = [];
  readonly #keys: Keyed[] = [];

  constructor(digest: Uint8Array, model: Uint8Array) {
    this.#digest = wordsOf(digest);
    this.#model = model;
  }

  passes({ head, parameters, key }: Result): boolean {
    const { hmac, heads } = (this.#keys[key.number] ??= { hmac: new HmacSha1(key.bytes), heads: [] });
    const { beginning, passed } = (heads[head.number] ??= {
      beginning: hmac.beginning(head.bytes, this.#model),
      passed: [],
    });
    return (passed[parameters.number] ??= beginning.leadsTo(
      this.#digest,
      parameters.bytes,
      (this.#shared[parameters.number] ??= lengthShared(parameters.bytes, this.#model)),
    ));
  }
}

interface Keyed {
  readonly hmac: HmacSha1;
  readonly heads: { readonly beginning: Beginning; readonly passed: boolean[] }[];
}

function lengthShared(one: Uint8Array, other: Uint8Array): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length++;
  return length;
}

/** For any way from key and base string to a digest. */
class SlowTrial implements Trial {
  readonly #passes: (key: Piece) => (result: Result) => boolean;

  constructor(by: Signer, digest: Uint8Array) {
    this.#passes = remembering((key) => {
      const keyed = by(key.bytes);
      const passed = new Map<number, boolean>();
      return (result) => {
        const id = result.head.number * mostPieces + result.parameters.number;
        let passes = passed.get(id);
        if (passes === undefined)
          passed.set(id, (passes = sameBytes(keyed(utf8(baseStringOf(result))), digest)));
        return passes;
      };
    });
  }

  passes(result: Result): boolean {
    return this.#passes(result.key)(result);
  }
}

export const sameBytes = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

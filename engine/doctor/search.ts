/** Which mistakes lead from a message and its secrets to a digest: none, one or two, the fewest that do. */
import { hmac } from '../auth/hmac.ts';
import type { Hmac } from '../auth/hmac.ts';
import { Computation } from './computation.ts';
import type { MistakenWay, Piece, Result } from './computation.ts';
import { remembering } from './kept.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import type { Target } from './output.ts';

/** Ways that lead to a digest behind the signature received, and how that digest came to be written so. */
export interface Hit {
  readonly ways: readonly MistakenWay[];
  readonly after: Target['forms'][number];
  readonly result: Result;
  readonly keyDescription: string;
}

export interface Found {
  /** Of the smallest size at which there is any, at most two mistakes. */
  readonly hits: readonly Hit[];
  readonly right: Result;
  /** How many mistakes at once were tried at most. */
  readonly atMost: 1 | 2;
}

/** Characters of a message beyond which only single mistakes are tried, lest a search takes seconds. */
const longest = 20_000;

/** Beyond these, ways of one mistake are tried alone: an App may have any number of tokens. */
const waysInPairs = 16;

export function search(message: Message, mistakes: readonly Mistake[], targets: readonly Target[]): Found {
  const computation = new Computation(message, mistakes);
  const right = computation.run([]);
  const behind = targets.map((target) => ({ ...target, trial: new Trial(target) }));
  const atMost = right.parameters.text.length + message.unsigned.length > longest ? 1 : 2;
  for (let size = 0; size <= atMost; size++) {
    const hits = behind.flatMap(({ forms, trial }) =>
      forms
        .filter((after) => after.length <= size)
        .flatMap((after) => hitsOf(computation, trial, after, size - after.length)),
    );
    if (hits.length > 0) return { hits, right, atMost };
  }
  return { hits: [], right, atMost };
}

function hitsOf(computation: Computation, trial: Trial, after: Hit['after'], count: number): Hit[] {
  const hits: Hit[] = [];
  const attempt = (ways: readonly MistakenWay[]): void => {
    const result = computation.run(ways);
    if (trial.passes(result))
      hits.push({ ways, after, result, keyDescription: computation.describeKey(ways) });
  };
  const { ways } = computation;
  if (count === 0) attempt([]);
  else if (count === 1) for (const way of ways) attempt([way]);
  else eachPair(ways, (one, other) => attempt([one, other]));
  return hits;
}

function eachPair(ways: readonly MistakenWay[], visit: (one: MistakenWay, other: MistakenWay) => void): void {
  const paired = ways.filter(({ ordinal }) => ordinal < waysInPairs);
  for (const [index, one] of paired.entries())
    for (let next = index + 1; next < paired.length; next++)
      if (paired[next]!.mistake !== one.mistake) visit(one, paired[next]!);
}

/** Compares results with one digest. Mistakes without effect, and equal ones, cost one computation. */
class Trial {
  readonly #digest: Uint8Array;
  readonly #under: (key: Piece) => { readonly digestOf: Hmac; readonly passed: Map<number, boolean> };

  constructor({ algorithm, digest }: Target) {
    this.#digest = digest;
    this.#under = remembering(({ bytes }) => ({
      digestOf: hmac[algorithm](bytes),
      passed: new Map<number, boolean>(),
    }));
  }

  passes({ head, parameters, key }: Result): boolean {
    const { digestOf, passed } = this.#under(key);
    const id = head.number * mostPieces + parameters.number;
    let passes = passed.get(id);
    if (passes === undefined)
      passed.set(id, (passes = same(digestOf(head.bytes, parameters.bytes), this.#digest)));
    return passes;
  }
}

const same = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.every((byte, at) => byte === other[at]);

/** More than the known mistakes, in pairs, can make of the parameters. */
const mostPieces = 2 ** 15;

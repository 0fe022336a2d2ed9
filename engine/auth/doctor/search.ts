/** Which mistakes lead from a message and its secrets to a digest: none, one or two, the fewest that do. */
import { utf8 } from '../../http/messages.ts';
import { baseStringOf, Computation } from './computation.ts';
import type { MistakenWay, Result } from './computation.ts';
import { kept } from './kept.ts';
import { Keyed } from './keyed.ts';
import type { Algorithm } from './keyed.ts';
import type { Message } from './message.ts';
import type { Mistake } from './mistake.ts';
import type { Target } from './output.ts';

/** Ways that lead to a digest behind the signature received, and how that digest came to be written so. */
export interface Hit {
  readonly ways: readonly MistakenWay[];
  readonly after: Target['mistakes'];
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
  const digests = new Digests();
  const atMost = right.parameters.text.length + message.unsigned.length > longest ? 1 : 2;
  for (let size = 0; size <= atMost; size++) {
    const hits = targets.flatMap((target) =>
      size < target.mistakes.length
        ? []
        : hitsOf(computation, digests, target, size - target.mistakes.length),
    );
    if (hits.length > 0) return { hits, right, atMost };
  }
  return { hits: [], right, atMost };
}

function hitsOf(computation: Computation, digests: Digests, target: Target, count: number): Hit[] {
  const hits: Hit[] = [];
  const attempt = (ways: readonly MistakenWay[]): void => {
    const result = computation.run(ways);
    if (equal(digests.of(result, target.algorithm), target.digest))
      hits.push({ ways, after: target.mistakes, result, keyDescription: computation.describeKey(ways) });
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

const equal = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);

/** Digests by key and base string: mistakes without effect, and equal ones, cost one computation. */
class Digests {
  readonly #keyed = new Map<number, { readonly keyed: Keyed; readonly digests: Map<number, Uint8Array> }>();
  readonly #messages = new Map<number, Uint8Array>();

  of(result: Result, algorithm: Algorithm): Uint8Array {
    const { head, parameters, key } = result;
    const { keyed, digests } = kept(this.#keyed, key.number * 2 + (algorithm === 'sha1' ? 0 : 1), () => ({
      keyed: new Keyed(algorithm, key.text),
      digests: new Map(),
    }));
    const message = head.number * most + parameters.number;
    return kept(digests, message, () =>
      keyed.digest(kept(this.#messages, message, () => utf8(baseStringOf(result)))),
    );
  }
}

/** More pieces than any search makes. */
const most = 2 ** 17;

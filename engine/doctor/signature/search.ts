/** Which mistakes lead from a message and its secrets to a digest: none, one or two, and as few as possible. */
import { Computation } from './computation.ts';
import type { MistakenWay, Result } from './computation.ts';
import { readingsOf } from './received.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import type { Target } from './output.ts';
import { trialOf } from './trial.ts';
import type { Trial } from './trial.ts';

/** Ways that lead to a digest behind the received signature, and how that digest was written. */
export interface Hit {
  readonly ways: readonly MistakenWay[];
  readonly after: Target['forms'][number];
  readonly result: Result;
  /** The result without the mistakes. */
  readonly right: Result;
  readonly keyDescription: string;
}

export interface Found {
  /** The hits with the fewest mistakes, at most two. */
  readonly hits: readonly Hit[];
  /** The right result. If there are several, the first. */
  readonly right: Result;
  /** The largest number of mistakes that were tried at once. */
  readonly atMost: 1 | 2;
}

/** Characters of a message beyond which only single mistakes are tried, so that a search does not take seconds. */
export const longest = 20_000;

/** Further ways of a mistake are only tried alone, because an App may have any number of tokens. */
const waysInPairs = 16;

/** `isKnown` is called before the slow search of pairs. If it returns true, pairs are not tried. */
export function search(
  message: Message,
  mistakes: readonly Mistake[],
  targets: readonly Target[],
  isKnown: () => boolean = () => false,
): Found {
  const prepared = (reading: Message) => {
    const computation = new Computation(reading, mistakes);
    const right = computation.run([]);
    const behind = targets.map((target) => ({ ...target, trial: trialOf(target, right) }));
    return { computation, right, behind };
  };
  const [once, ...twice] = readingsOf(message);
  const first = prepared(once);
  const readings = [first, ...twice.map(prepared)];
  const { right } = first;
  const atMost = right.parameters.text.length + message.unsigned.length > longest ? 1 : 2;
  for (let size = 0; size <= 2; size++) {
    if (size === 2 && (isKnown() || atMost === 1)) break;
    const hits = readings.flatMap((reading) =>
      reading.behind.flatMap(({ forms, trial }) =>
        forms
          .filter((after) => after.length <= size)
          .flatMap((after) => hitsOf(reading, trial, after, size - after.length)),
      ),
    );
    const [hit] = hits;
    if (hit) return { hits, right: hit.right, atMost };
  }
  return { hits: [], right, atMost };
}

function hitsOf(
  { computation, right }: Pick<Hit, 'right'> & { computation: Computation },
  trial: Trial,
  after: Hit['after'],
  count: number,
): Hit[] {
  const hits: Hit[] = [];
  const attempt = (ways: readonly MistakenWay[]): void => {
    const result = computation.run(ways);
    if (trial.passes(result))
      hits.push({ ways, after, result, right, keyDescription: computation.describeKey(ways) });
  };
  const { ways } = computation;
  if (count === 0) attempt([]);
  else if (count === 1) for (const way of ways) attempt([way]);
  else eachPair(ways, (one, other) => attempt([one, other]));
  return hits;
}

export function eachPair(
  ways: readonly MistakenWay[],
  visit: (one: MistakenWay, other: MistakenWay) => void,
): void {
  const paired = ways.filter(({ ordinal, alone }) => !alone && ordinal < waysInPairs);
  for (const [index, one] of paired.entries())
    for (const other of paired.slice(index + 1)) if (other.mistake !== one.mistake) visit(one, other);
}

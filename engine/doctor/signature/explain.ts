/** Turns the results of a search into text for a person. */
import { onePerSet } from '../one-per-set.ts';
import { baseStringOf } from './computation.ts';
import { finding } from './mistake.ts';
import type { Found, Hit } from './search.ts';
import type { Difference, Explanation, Finding } from './types.ts';

/** One explanation for each set of mistakes: the first of several ways to make the same ones. */
export function explanationsOf({ hits }: Found): Explanation[] {
  return onePerSet(hits, (hit) => mistakesOf(hit).map(({ id }) => id)).map((hit) =>
    explain(hit, mistakesOf(hit)),
  );
}

const mistakesOf = ({ ways, after }: Hit): Finding[] => [
  ...ways.map(({ mistake, detail }) => finding(mistake, detail)),
  ...after.map((mistake) => finding(mistake)),
];

/** A hit in words, with the base strings as proof. */
export function explain({ result, right, keyDescription }: Hit, mistakes: readonly Finding[]): Explanation {
  const [baseStringReceivedFrom, baseStringCorrect] = [baseStringOf(result), baseStringOf(right)];
  return {
    ...sentences(mistakes),
    proof: {
      baseStringReceivedFrom,
      baseStringCorrect,
      keyDescription,
      firstDifference: firstDifference(baseStringCorrect, baseStringReceivedFrom),
    },
  };
}

/** An explanation by what was seen, without comparing signatures. */
export const bySight = (mistake: Finding): Explanation => ({ ...sentences([mistake]), proof: null });

function sentences(mistakes: readonly Finding[]): Pick<Explanation, 'mistakes' | 'cause' | 'repair'> {
  const repairs = mistakes.map(({ repair }, index) =>
    index === 0 ? repair.slice(0, -1) : repair.charAt(0).toLowerCase() + repair.slice(1, -1),
  );
  return {
    mistakes,
    cause: mistakes.map(({ cause }) => cause).join(' '),
    repair: `${repairs.join('; and ')}.`,
  };
}

function firstDifference(expected: string, actual: string): Difference | null {
  if (expected === actual) return null;
  let index = 0;
  while (expected[index] === actual[index]) index++;
  return { index, expected: characterAt(expected, index), actual: characterAt(actual, index) };
}

function characterAt(text: string, index: number): string {
  const point = text.codePointAt(index);
  return point === undefined ? '' : String.fromCodePoint(point);
}

/** Turns mistakes into text for a person. */
import { didOf, partOf, wantsOf } from './mistake.ts';
import type { Made } from './mistake.ts';
import { onePerSet } from '../one-per-set.ts';
import type { WebhookMistake, Stage, ValueDifference } from './types.ts';

export const stages: readonly Stage[] = [
  'transport',
  'wrapping',
  'field',
  'value',
  'prefix',
  'encoding',
  'digest',
  'message',
  'key',
];

export const inOrder = (made: readonly Made[]): Made[] =>
  made.toSorted((one, other) => stages.indexOf(one.known.stage) - stages.indexOf(other.known.stage));

export interface Telling {
  /** The verb of the platform in the sentence. */
  readonly verb: 'wants' | 'uses';
  readonly by: WebhookMistake['by'];
  readonly wanted: string;
  readonly came: string;
  /** Whether both are values, which can be compared. */
  readonly comparable: boolean;
  readonly right: readonly string[];
  /** Replaces the sentence of what was done and what is wanted. */
  readonly sentence?: string;
}

export function mistakeOf(made: readonly Made[], telling: Telling): WebhookMistake {
  const ordered = inOrder(made);
  const parts = ordered.map(partOf);
  const { verb, by, wanted, came, comparable, right } = telling;
  const did = `You ${listed(unique(ordered.map(didOf)))}, the platform ${verb} ${listed(unique(ordered.map(wantsOf)))}`;
  return {
    parts,
    by,
    sentence: telling.sentence ?? did,
    wanted,
    came,
    difference: comparable ? differenceOf(wanted, came) : null,
    right,
    repair: unique(parts.map(({ repair }) => repair)).join(' '),
  };
}

const unique = (texts: readonly string[]): string[] => [...new Set(texts)];

const listed = (texts: readonly string[]): string =>
  texts.length < 3 ? texts.join(' and ') : `${texts.slice(0, -1).join(', ')} and ${texts.at(-1)}`;

export function differenceOf(one: string, other: string): ValueDifference | null {
  if (one === other) return null;
  const length = Math.max(one.length, other.length);
  let [index, count] = [-1, 0];
  for (let at = 0; at < length; at++)
    if (one[at] !== other[at]) {
      count++;
      if (index < 0) index = at;
    }
  return { index, count };
}

/** The smallest sets of mistakes first, each set once, at most eight. */
export function fewest(hits: readonly (readonly Made[])[]): (readonly Made[])[] {
  const least = Math.min(...hits.map((each) => each.length));
  const ordered = hits.filter((each) => each.length === least).map(inOrder);
  return onePerSet(ordered, (made) => made.map(({ known }) => known.id)).slice(0, 8);
}

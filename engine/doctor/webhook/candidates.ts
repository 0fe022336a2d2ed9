/** What key and message may have been: where they came from, and what was done to them. */
import { characters } from '../bytes.ts';
import { utf8 } from '../../http/messages.ts';
import type { Known, Made } from './mistake.ts';

/** Something else that was taken. */
export interface Origin {
  readonly known: Known;
  /** Empty when what it takes is not known here. */
  readonly texts: readonly (Omit<Made, 'known'> & { readonly text: string | Uint8Array })[];
}

export interface FormWay {
  /** The text itself where it changes nothing. */
  readonly apply: (text: string) => string | Uint8Array;
  readonly detail?: string;
}

export const cases: readonly FormWay[] = [
  { apply: (text) => text.toLowerCase(), detail: 'in lower case' },
  { apply: (text) => text.toUpperCase(), detail: 'in upper case' },
];

/** Something that was done to it. */
export interface Form {
  readonly known: Known;
  readonly ways: readonly FormWay[];
}

/** Bytes that may have been used, and by which mistakes; the fewest, in all the ways that are as few. */
export interface Candidate {
  readonly bytes: Uint8Array;
  readonly made: readonly (readonly Made[])[];
}

export interface Candidates {
  /** By how many mistakes they take: 0, 1 or 2. No bytes stand in two of them. */
  readonly bySize: readonly (readonly Candidate[])[];
  /** What was tried with, whether or not it changed anything. */
  readonly triable: ReadonlySet<Known>;
  /** What changed something. */
  readonly effective: ReadonlySet<Known>;
}

/** Beyond these, guesses of one kind are not tried together with another mistake. */
const mostInPairs = 16;
const atMost = 64;

/** Without `pairs`, those that take two mistakes are left out. */
export function candidates(
  right: string | Uint8Array,
  origins: readonly Origin[],
  forms: readonly Form[],
  pairs = true,
): Candidates {
  const found = new Map<string, { bytes: Uint8Array; size: number; made: (readonly Made[])[] }>();
  const effective = new Set<Known>();
  const add = (text: string | Uint8Array, made: readonly Made[]): void => {
    const bytes = typeof text === 'string' ? utf8(text) : text;
    const key = characters(bytes);
    const same = found.get(key);
    if (!same) found.set(key, { bytes, size: made.length, made: [made] });
    else if (same.size === made.length) same.made.push(made);
    const [only, ...more] = made;
    if (only && more.length === 0 && found.get(key)?.size === 1) effective.add(only.known);
  };
  const formed = (text: string, before: readonly Made[]): void => {
    for (const { known, ways } of forms)
      for (const { apply, detail } of ways) {
        const changed = apply(text);
        if (changed !== text) add(changed, [...before, { known, detail }]);
      }
  };
  add(right, []);
  const others = origins.flatMap(({ known, texts }) =>
    texts.slice(0, atMost).map(({ text, ...rest }, ordinal) => ({ text, ordinal, made: { known, ...rest } })),
  );
  if (typeof right === 'string') formed(right, []);
  for (const { text, made } of others) add(text, [made]);
  for (const { text, made, ordinal } of others)
    if (typeof text === 'string' && pairs && ordinal < mostInPairs) formed(text, [made]);
  const all = [...found.values()];
  return {
    bySize: [0, 1, 2].map((size) => all.filter((each) => each.size === size)),
    triable: new Set([
      ...others.map(({ made }) => made.known),
      ...(typeof right === 'string' ? forms.map(({ known }) => known) : []),
    ]),
    effective,
  };
}

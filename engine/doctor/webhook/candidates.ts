/** Candidates for key and message: where they came from, and what was done to them. */
import { characters } from '../bytes.ts';
import { utf8 } from '../../http/messages.ts';
import type { Known, Made } from './mistake.ts';

/** A wrong value that may have been used. */
export interface Origin {
  readonly known: Known;
  /** Empty if the value is not known here. */
  readonly texts: readonly (Omit<Made, 'known'> & { readonly text: string | Uint8Array })[];
}

export interface FormWay {
  /** Returns the text itself if it changes nothing. */
  readonly apply: (text: string) => string | Uint8Array;
  readonly detail?: string;
}

export const cases: readonly FormWay[] = [
  { apply: (text) => text.toLowerCase(), detail: 'in lower case' },
  { apply: (text) => text.toUpperCase(), detail: 'in upper case' },
];

/** A change that may have been made to the value. */
export interface Form {
  readonly known: Known;
  readonly ways: readonly FormWay[];
}

/** Bytes that may have been used, with every smallest set of mistakes that leads to them. */
export interface Candidate {
  readonly bytes: Uint8Array;
  readonly made: readonly (readonly Made[])[];
}

export interface Candidates {
  /** Candidates by the number of mistakes: 0, 1 or 2. Each is only in the smallest list. */
  readonly bySize: readonly (readonly Candidate[])[];
  /** The mistakes that could be tried, whether or not they changed anything. */
  readonly triable: ReadonlySet<Known>;
  /** The mistakes that changed something. */
  readonly effective: ReadonlySet<Known>;
}

/** Further guesses of one kind are not tried together with another mistake. */
const mostInPairs = 16;
const atMost = 64;

/** Without `pairs`, candidates with two mistakes are left out. */
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

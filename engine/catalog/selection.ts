/** Counts and pages of combinations of bit sets, 32 products at a time. */
import { lowest, ones } from './bits.ts';
import type { Bits } from './bits.ts';

/** The selected bits of the word at this index. */
export type Selection = (word: number) => number;

/** Selects the products that pass all filters. `everything` are the existing products. */
export const passing =
  (everything: Bits, filters: readonly Bits[]): Selection =>
  (word) => {
    let all = everything.word(word);
    for (const each of filters) {
      if (all === 0) return 0;
      all &= each.word(word);
    }
    return all;
  };

/** Selects the products that fail one filter and pass all others. */
export function failingOnly(everything: Bits, filters: readonly Bits[], at: number): Selection {
  const others = passing(
    everything,
    filters.filter((_, each) => each !== at),
  );
  const failed = filters[at]!;
  return (word) => others(word) & ~failed.word(word);
}

export const without =
  (some: Selection, others: Selection): Selection =>
  (word) => {
    const chosen = some(word);
    return chosen === 0 ? 0 : chosen & ~others(word);
  };

/** The number of selected products in the first `words` words. */
export function countOf(selection: Selection, words: number): number {
  let count = 0;
  for (let word = 0; word < words; word++) count += ones(selection(word));
  return count;
}

/** Up to `most` selected positions, starting at `from`. */
export function placesOf(selection: Selection, words: number, from: number, most: number): readonly number[] {
  const places: number[] = [];
  for (let word = from >>> 5; word < words; word++) {
    let left = selection(word);
    if (word === from >>> 5) left &= ~0 << (from & 31);
    for (; left !== 0; left &= left - 1) {
      if (places.length === most) return places;
      places.push(word * 32 + lowest(left));
    }
  }
  return places;
}

/** The effect of a filter after those above it. */
export interface Step {
  /** How many products pass this filter and all above it. */
  readonly left: number;
  /** How many products fail this filter and pass all others, above and below. */
  readonly failThisAlone: number;
}

/** How many products each filter leaves, one after the other, and its near misses. */
export function stepsOf(everything: Bits, filters: readonly Bits[]): readonly Step[] {
  const left = filters.map(() => 0);
  const alone = filters.map(() => 0);
  for (let word = 0; word < everything.length; word++) {
    let all = everything.word(word);
    /** Products that failed exactly one filter so far. */
    let once = 0;
    for (let at = 0; at < filters.length && (all | once) !== 0; at++) {
      const bits = filters[at]!.word(word);
      once = (once & bits) | (all & ~bits);
      all &= bits;
      left[at]! += ones(all);
    }
    for (let at = 0; at < filters.length && once !== 0; at++) {
      const failed = once & ~filters[at]!.word(word);
      alone[at]! += ones(failed);
      once ^= failed;
    }
  }
  return filters.map((_, at) => ({ left: left[at]!, failThisAlone: alone[at]! }));
}

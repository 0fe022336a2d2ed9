/** The possible posts of a query: sets of ordinals, walked from the newest to the oldest. */

export interface Hits {
  /** The approximate size. */
  readonly count: number;
  /** The greatest ordinal that is at most `at`; −1 for none. `at` must not grow from call to call. */
  seek(at: number): number;
}

export const nothing: Hits = { count: 0, seek: () => -1 };

export const everything = (count: number): Hits => ({ count, seek: (at) => at });

export const only = (ordinal: number): Hits => ({
  count: 1,
  seek: (at) => (ordinal <= at ? ordinal : -1),
});

/** The ordinals in all sets: the smallest set leads, and the others skip to its ordinals. */
export function inAll(sets: readonly Hits[]): Hits {
  if (sets.length === 1) return sets[0]!;
  const [rarest, ...others] = sets.toSorted((a, b) => a.count - b.count);
  return walked(rarest!.count, (at) => {
    let found = rarest!.seek(at);
    for (let agreed = 0; agreed < others.length && found >= 0;) {
      const other = others[agreed]!.seek(found);
      if (other === found) agreed++;
      else {
        found = rarest!.seek(other);
        agreed = 0;
      }
    }
    return found;
  });
}

export function inAny(sets: readonly Hits[]): Hits {
  if (sets.length === 1) return sets[0]!;
  const all = sets.map((set) => walked(set.count, (at) => set.seek(at)));
  return {
    count: sets.reduce((sum, { count }) => sum + count, 0),
    seek: (at) => all.reduce((found, set) => Math.max(found, set.seek(at)), -1),
  };
}

/** The ordinals below `count` that are not in the set. */
export const outside = (hits: Hits, count: number): Hits =>
  walked(Math.max(0, count - hits.count), (at) => {
    let found = at;
    while (found >= 0 && hits.seek(found) === found) found--;
    return found;
  });

/**
 * Keeps the last result, because it must be found again until a lower ordinal is asked for: the step has already
 * moved the underlying sets further down.
 */
function walked(count: number, step: (at: number) => number): Hits {
  let last = Infinity;
  return { count, seek: (at) => (last <= at ? last : (last = step(at))) };
}

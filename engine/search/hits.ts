/** Where a query's posts may be: sets of ordinals that are walked from the newest to the oldest. */

export interface Hits {
  /** About how many there are. */
  readonly count: number;
  /** The greatest ordinal that is at most `at`, which does not grow from call to call; −1 for none. */
  seek(at: number): number;
}

export const nothing: Hits = { count: 0, seek: () => -1 };

export const everything = (count: number): Hits => ({ count, seek: (at) => at });

export const only = (ordinal: number): Hits => ({
  count: 1,
  seek: (at) => (ordinal <= at ? ordinal : -1),
});

/** Those that all have: the rarest leads, and the others leap to where it is. */
export function inAll(sets: readonly Hits[]): Hits {
  if (sets.length === 1) return sets[0]!;
  const [rarest, ...others] = sets.toSorted((a, b) => a.count - b.count);
  return {
    count: rarest!.count,
    seek(at) {
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
    },
  };
}

export function inAny(sets: readonly Hits[]): Hits {
  if (sets.length === 1) return sets[0]!;
  /** What each gave last: good for as long as it is not above what is asked for. */
  const last = sets.map(() => Infinity);
  return {
    count: sets.reduce((sum, { count }) => sum + count, 0),
    seek(at) {
      let found = -1;
      for (let set = 0; set < sets.length; set++) {
        if (last[set]! > at) last[set] = sets[set]!.seek(at);
        if (last[set]! > found) found = last[set]!;
      }
      return found;
    },
  };
}

/** Of so many, those that are not in it. */
export const outside = (hits: Hits, count: number): Hits => ({
  count: Math.max(0, count - hits.count),
  seek(at) {
    let found = at;
    while (found >= 0 && hits.seek(found) === found) found--;
    return found;
  },
});

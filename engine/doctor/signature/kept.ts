/** A cache of computed stages. */
import type { Stages, Way } from './stages.ts';

interface Numbered extends Way {
  /** Number among all ways, from 1. */
  readonly number: number;
}

/**
 * Caches the result of some stages, for the right stages and for each way that changes one of them. The result of two
 * ways together is not cached, because a search needs it only once.
 */
export class Kept<W extends Numbered, T> {
  readonly #changing: readonly boolean[];
  readonly #make: (ways: readonly W[]) => T;
  readonly #made: T[] = [];

  constructor(ways: readonly W[], names: readonly (keyof Stages)[], make: (ways: readonly W[]) => T) {
    this.#changing = [false, ...ways.map(({ stages }) => names.some((name) => name in stages))];
    this.#make = make;
  }

  get(ways: readonly W[]): T {
    let last = 0;
    let count = 0;
    for (const { number } of ways)
      if (this.#changing[number]) {
        last = number;
        count++;
      }
    return count > 1 ? this.#make(ways) : (this.#made[last] ??= this.#make(ways));
  }

  /** How many of the ways change one of the stages. */
  changedBy(ways: readonly W[]): number {
    let count = 0;
    for (const { number } of ways) if (this.#changing[number]) count++;
    return count;
  }
}

export function remembering<K, V>(make: (given: K) => V): (given: K) => V {
  const known = new Map<K, V>();
  return (given) => {
    let value = known.get(given);
    if (value === undefined) known.set(given, (value = make(given)));
    return value;
  };
}

/** What was computed once and is not computed again. */
import type { Stages, Way } from './stages.ts';

interface Numbered extends Way {
  /** Among all ways, from 1. */
  readonly number: number;
}

/** What some stages make, kept for the ways that change one of them. */
export class Kept<W extends Numbered, T> {
  readonly #changing: readonly boolean[];
  readonly #make: (ways: readonly W[]) => T;
  readonly #made = new Map<number, T>();

  constructor(ways: readonly W[], names: readonly (keyof Stages)[], make: (ways: readonly W[]) => T) {
    this.#changing = [false, ...ways.map(({ stages }) => names.some((name) => name in stages))];
    this.#make = make;
  }

  get(ways: readonly W[]): T {
    let id = 0;
    for (const { number } of ways) if (this.#changing[number]) id = id * this.#changing.length + number;
    let value = this.#made.get(id);
    if (value === undefined) this.#made.set(id, (value = this.#make(ways)));
    return value;
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

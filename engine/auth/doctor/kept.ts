/** What was computed once and is not computed again. */
import type { Stages, Way } from './stages.ts';

type Numbered = readonly (Way & {
  /** Among all ways, from 1. */
  readonly number: number;
})[];

/** What some stages make, kept for the ways that change one of them. */
export class Kept<T> {
  readonly #changing: readonly boolean[];
  readonly #made = new Map<number, T>();

  constructor(ways: Numbered, names: readonly (keyof Stages)[]) {
    this.#changing = [false, ...ways.map(({ stages }) => names.some((name) => name in stages))];
  }

  get(ways: Numbered, make: () => T): T {
    let id = 0;
    for (const { number } of ways) if (this.#changing[number]) id = id * this.#changing.length + number;
    return kept(this.#made, id, make);
  }
}

export function kept<K, V>(map: Map<K, V>, id: K, make: () => V): V {
  let value = map.get(id);
  if (value === undefined) map.set(id, (value = make()));
  return value;
}

export function remembering(encode: (value: string) => string): (value: string) => string {
  const known = new Map<string, string>();
  return (value) => kept(known, value, () => encode(value));
}

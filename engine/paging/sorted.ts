import type { Edge } from '../state/store/entries.ts';
import { comparePlaces } from './merged.ts';
import type { Place } from '../state/store/range.ts';
import type { Stretch } from './page.ts';

/** Sorts a few places that no index holds together: those that a call names by their ids. */
export class Sorted implements Stretch {
  readonly #places: readonly Place[];

  /** In any order. */
  constructor(places: readonly Place[]) {
    this.#places = [...places].sort(comparePlaces);
  }

  from({ at, isBehind }: Edge): Sorted {
    return new Sorted(
      this.#places.filter((place) => {
        const by = comparePlaces(place, at);
        return by > 0 || (by === 0 && !isBehind);
      }),
    );
  }

  to({ at, isBehind }: Edge): Sorted {
    return new Sorted(
      this.#places.filter((place) => {
        const by = comparePlaces(place, at);
        return by < 0 || (by === 0 && isBehind);
      }),
    );
  }

  ascending(): Iterable<Place> {
    return this.#places;
  }

  descending(): Iterable<Place> {
    return this.#places.toReversed();
  }
}

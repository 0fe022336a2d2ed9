import type { Edge } from '../state/store/entries.ts';
import { compareParts } from '../state/store/order.ts';
import type { Place } from '../state/store/range.ts';
import type { Stretch } from './page.ts';

/**
 * Several stretches of one order as one: the posts of many authors. What stands in more than one of them comes once.
 * Reading costs a look at the first place of each, and then the logarithm of their number a place: a page of the posts
 * of 500 authors reads a page of posts, not what 500 people wrote.
 */
export class Merged implements Stretch {
  readonly #stretches: readonly Stretch[];
  /** Done to each when it is read: finding an end costs something. */
  readonly #narrow: (stretch: Stretch) => Stretch;

  constructor(stretches: readonly Stretch[], narrow = (stretch: Stretch) => stretch) {
    this.#stretches = stretches;
    this.#narrow = narrow;
  }

  from(edge: Edge): Merged {
    return new Merged(this.#stretches, (each) => this.#narrow(each).from(edge));
  }

  to(edge: Edge): Merged {
    return new Merged(this.#stretches, (each) => this.#narrow(each).to(edge));
  }

  ascending(): Iterable<Place> {
    return merge(
      this.#stretches.map((each) => this.#narrow(each).ascending()),
      comparePlaces,
    );
  }

  descending(): Iterable<Place> {
    return merge(
      this.#stretches.map((each) => this.#narrow(each).descending()),
      (one, other) => comparePlaces(other, one),
    );
  }

  /** Opens one stretch after the other. */
  *unordered(): Generator<Place, void, undefined> {
    for (const each of this.#stretches) yield* this.#narrow(each).ascending();
  }
}

type Compare = (one: Place, other: Place) => number;

/** A source with the place that it is at. */
interface Head {
  place: Place;
  readonly rest: Iterator<Place>;
}

/** By a heap of the sources, the one whose place comes first on top (Knuth 5.4.1). */
function* merge(sources: readonly Iterable<Place>[], compare: Compare): Generator<Place, void, undefined> {
  const heap = begun(sources);
  for (let at = heap.length >> 1; at-- > 0;) sink(heap, at, compare);
  for (let last: Place | null = null; heap.length > 0; sink(heap, 0, compare)) {
    const top = heap[0]!;
    if (!last || compare(last, top.place) !== 0) yield (last = top.place);
    const next = top.rest.next();
    if (!next.done) top.place = next.value;
    else dropTop(heap);
  }
}

/** Those that have a place at all. */
function begun(sources: readonly Iterable<Place>[]): Head[] {
  const heads: Head[] = [];
  for (const source of sources) {
    const rest = source[Symbol.iterator]();
    const first = rest.next();
    if (!first.done) heads.push({ place: first.value, rest });
  }
  return heads;
}

/** Puts the last where the first was. */
function dropTop(heap: Head[]): void {
  const last = heap.pop()!;
  if (heap.length > 0) heap[0] = last;
}

/** Moves a head down until none below comes before it. */
function sink(heap: Head[], from: number, compare: Compare): void {
  const moved = heap[from];
  if (!moved) return;
  let at = from;
  for (;;) {
    let below = 2 * at + 1;
    if (below + 1 < heap.length && compare(heap[below + 1]!.place, heap[below]!.place) < 0) below++;
    if (below >= heap.length || compare(heap[below]!.place, moved.place) >= 0) break;
    heap[at] = heap[below]!;
    at = below;
  }
  heap[at] = moved;
}

/** Places of one order have as many parts. */
function comparePlaces(one: Place, other: Place): number {
  for (let part = 0; part < one.length; part++) {
    const by = compareParts(one[part]!, other[part]!);
    if (by !== 0) return by;
  }
  return 0;
}

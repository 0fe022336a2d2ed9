import type { Edge, Entry } from '../state/store/entries.ts';
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

/** A source with the place that it is at: none at its end. */
interface Head {
  place: Place | undefined;
  readonly rest: Iterator<Place, unknown>;
  /** The first match that it plays. */
  readonly match: number;
}

/**
 * By a tournament, of which every match keeps its loser: the next winner is found by the matches alone that the last one
 * won, a comparison each (Knuth 5.4.1). Match 1 is the final; who wins matches 2n and 2n + 1 meets in match n.
 */
function* merge(sources: readonly Iterable<Place>[], compare: Compare): Generator<Place, void, undefined> {
  const heads = sources.map((source, at) => begun(source, (sources.length + at) >> 1));
  const losers = heads.slice();
  let last: Place | null = null;
  for (
    let winner = played(1, heads, losers, compare);
    winner?.place;
    winner = replayed(winner, losers, compare)
  ) {
    if (!last || compare(last, winner.place) !== 0) yield (last = winner.place);
    winner.place = placeOf(winner.rest);
  }
}

function begun(source: Iterable<Place>, match: number): Head {
  const rest = source[Symbol.iterator]();
  return { place: placeOf(rest), rest, match };
}

function placeOf(rest: Iterator<Place, unknown>): Place | undefined {
  const next = rest.next();
  return next.done ? undefined : next.value;
}

/** Plays a match, and all before it. Gives its winner; as many as there are heads have no match of their own. */
function played(match: number, heads: readonly Head[], losers: Head[], compare: Compare): Head | undefined {
  if (match >= heads.length) return heads[match - heads.length];
  const one = played(2 * match, heads, losers, compare)!;
  const other = played(2 * match + 1, heads, losers, compare)!;
  const isOne = comesFirst(one, other, compare);
  losers[match] = isOne ? other : one;
  return isOne ? one : other;
}

/** Plays the matches again that this one won, from another place. */
function replayed(winner: Head, losers: Head[], compare: Compare): Head {
  let best = winner;
  for (let { match } = winner; match > 0; match >>= 1) {
    const other = losers[match]!;
    if (!comesFirst(other, best, compare)) continue;
    losers[match] = best;
    best = other;
  }
  return best;
}

const comesFirst = ({ place: one }: Head, { place: other }: Head, compare: Compare): boolean =>
  one !== undefined && (other === undefined || compare(one, other) < 0);

/** Places of one order have as many parts. */
export function comparePlaces(one: Entry, other: Entry): number {
  for (let part = 0; part < one.length; part++) {
    const by = compareParts(one[part]!, other[part]!);
    if (by !== 0) return by;
  }
  return 0;
}

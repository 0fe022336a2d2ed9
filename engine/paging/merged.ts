import type { Edge, Entry } from '../state/store/entries.ts';
import { compareParts } from '../state/store/order.ts';
import type { Place } from '../state/store/range.ts';
import type { Stretch } from './page.ts';

/**
 * Several stretches of one order merged into one, such as the posts of many authors. A place that is in several of
 * them comes once. Reading costs one look at the first place of each stretch, and then the logarithm of their number
 * for each place: a page of the posts of 500 authors reads one page of posts, not all that 500 people wrote.
 */
export class Merged implements Stretch {
  readonly #stretches: readonly Stretch[];
  /** Applied to each stretch when it is read, because finding an end has a cost. */
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

  /** Opens the stretches one after the other. */
  *unordered(): Generator<Place, void, undefined> {
    for (const each of this.#stretches) yield* this.#narrow(each).ascending();
  }
}

type Compare = (one: Place, other: Place) => number;

/** A source and its current place; no place at its end. */
interface Head {
  place: Place | undefined;
  readonly rest: Iterator<Place, unknown>;
  /** The first match that this source plays. */
  readonly match: number;
}

/**
 * A tournament in which every match keeps its loser. To find the next winner, only the matches that the last winner
 * won are played again, one comparison each (Knuth 5.4.1). Match 1 is the final; the winners of matches 2n and 2n + 1
 * meet in match n.
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

/**
 * Plays a match and all before it, and gives its winner. The indexes from the number of heads on are the heads
 * themselves, not matches.
 */
function played(match: number, heads: readonly Head[], losers: Head[], compare: Compare): Head | undefined {
  if (match >= heads.length) return heads[match - heads.length];
  const one = played(2 * match, heads, losers, compare)!;
  const other = played(2 * match + 1, heads, losers, compare)!;
  const isOne = comesFirst(one, other, compare);
  losers[match] = isOne ? other : one;
  return isOne ? one : other;
}

/** Plays again, from its new place, the matches that this source won. */
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

/** Places of one order have equally many parts. */
export function comparePlaces(one: Entry, other: Entry): number {
  for (let part = 0; part < one.length; part++) {
    const by = compareParts(one[part]!, other[part]!);
    if (by !== 0) return by;
  }
  return 0;
}

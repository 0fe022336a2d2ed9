import { before, behind, isBefore } from './entries.ts';
import type { Edge, Entries, Place, Position } from './entries.ts';
import type { Part } from './order.ts';

export type { Place } from './entries.ts';

export const keyAt = (place: Place): string => place[place.length - 1] as string;

type Places = IterableIterator<Place, void, undefined>;

function* without(places: Places, isHidden: (key: string) => boolean): Generator<Place, void, undefined> {
  for (const place of places) if (!isHidden(keyAt(place))) yield place;
}

/**
 * The rows with one value in an index, or a part of them. Narrowing finds the new end in the index and reads no row.
 * An end that was never narrowed is not searched; reading stops where the value ends. Use it before the next change:
 * it throws when the table has changed since.
 */
export class Range {
  readonly #entries: Entries;
  readonly #value: Part;
  /** null: from the start of the value. */
  readonly #from: Position | null;
  /** null: to the end of the value. */
  readonly #to: Position | null;
  readonly #changes: number;
  /** Leaves out the rows with certain keys; null for none. */
  readonly #isHidden: ((key: string) => boolean) | null;

  constructor(
    entries: Entries,
    value: Part,
    isHidden: ((key: string) => boolean) | null = null,
    from: Position | null = null,
    to: Position | null = null,
  ) {
    this.#entries = entries;
    this.#value = value;
    this.#from = from;
    this.#to = to;
    this.#changes = entries.changes;
    this.#isHidden = isHidden;
  }

  get count(): number {
    if (this.#isHidden) return [...this.ascending()].length;
    return this.#checked().count(this.#begin(), this.#end());
  }

  /** Leaves out what is before an edge. The edge's place may be shortened, which covers all places that begin with it. */
  from(edge: Edge): Range {
    const found = this.#position(edge);
    const from = this.#from && isBefore(found, this.#from) ? this.#from : found;
    return new Range(this.#entries, this.#value, this.#isHidden, from, this.#to);
  }

  /** Leaves out what is after an edge. */
  to(edge: Edge): Range {
    const found = this.#position(edge);
    const to = this.#to && isBefore(this.#to, found) ? this.#to : found;
    return new Range(this.#entries, this.#value, this.#isHidden, this.#from, to);
  }

  ascending(): Places {
    return this.#shown(this.#checked().under(this.#value, true, this.#begin(), this.#to));
  }

  descending(): Places {
    return this.#shown(this.#checked().under(this.#value, false, this.#end(), this.#from));
  }

  #shown(places: Places): Places {
    const isHidden = this.#isHidden;
    return isHidden ? without(places, isHidden) : places;
  }

  #begin(): Position {
    return this.#from ?? this.#checked().position(before(this.#value));
  }

  #end(): Position {
    return this.#to ?? this.#checked().position(behind(this.#value));
  }

  #position({ at, isBehind }: Edge): Position {
    return this.#checked().position({
      at: at.length === 1 ? [this.#value, at[0]!] : [this.#value, ...at],
      isBehind,
    });
  }

  #checked(): Entries {
    if (this.#entries.changes !== this.#changes)
      throw new Error('The index has changed since the range was taken');
    return this.#entries;
  }
}

import { before, behind, isBefore } from './entries.ts';
import type { Edge, Entries, Entry, Position } from './entries.ts';
import type { Part } from './order.ts';

/** Where a row stands among those of one value: what they are ordered by, then its key. */
export type Place = readonly [...order: Part[], key: string];

export const keyAt = (place: Place): string => place[place.length - 1] as string;

/**
 * The rows that an index has under one value, or a stretch of them. Narrowing it finds the new end in the index and
 * reads no row. For use at once: it throws when the table has changed since.
 */
export class Range {
  readonly #entries: Entries;
  readonly #value: Part;
  readonly #from: Position;
  readonly #to: Position;
  readonly #changes: number;

  constructor(entries: Entries, value: Part, ends?: { readonly from: Position; readonly to: Position }) {
    this.#entries = entries;
    this.#value = value;
    this.#from = ends?.from ?? entries.position(before(value));
    this.#to = ends?.to ?? entries.position(behind(value));
    this.#changes = entries.changes;
  }

  get count(): number {
    return this.#checked().count(this.#from, this.#to);
  }

  /** Without what lies before an edge; its places may be shortened, which takes all that begin so. */
  from(edge: Edge): Range {
    const found = this.#position(edge);
    return new Range(this.#entries, this.#value, {
      from: isBefore(this.#from, found) ? found : this.#from,
      to: this.#to,
    });
  }

  /** Without what lies behind an edge. */
  to(edge: Edge): Range {
    const found = this.#position(edge);
    return new Range(this.#entries, this.#value, {
      from: this.#from,
      to: isBefore(found, this.#to) ? found : this.#to,
    });
  }

  *ascending(): Generator<Place, void, undefined> {
    for (const entry of this.#checked().ascending(this.#from, this.#to)) yield placeIn(entry);
  }

  *descending(): Generator<Place, void, undefined> {
    for (const entry of this.#checked().descending(this.#from, this.#to)) yield placeIn(entry);
  }

  #position({ at, isBehind }: Edge): Position {
    return this.#checked().position({ at: [this.#value, ...at], isBehind });
  }

  #checked(): Entries {
    if (this.#entries.changes !== this.#changes)
      throw new Error('The index has changed since the range was taken');
    return this.#entries;
  }
}

/** An entry ends with a key, always. */
const placeIn = (entry: Entry): Place => entry.slice(1) as readonly Part[] as Place;

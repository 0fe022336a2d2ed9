import { before, behind } from '../state/store/entries.ts';
import type { Edge } from '../state/store/entries.ts';
import { keyAt } from '../state/store/range.ts';
import type { Place } from '../state/store/range.ts';
import type { Order, Position } from './cursor.ts';

/** Sorted places that can be paged: they are found from an edge on without walking to it. A range of an index is one. */
export interface Stretch {
  from(edge: Edge): Stretch;
  to(edge: Edge): Stretch;
  ascending(): Iterable<Place>;
  descending(): Iterable<Place>;
  /** The same places in the cheapest order, if no order is given: for callers that only ask whether there are any. */
  unordered?(): Iterable<Place>;
}

/** Whether a key passes: false, or what the caller wants to keep for it, such as its row. */
export type Keep<T> = (key: string) => T | false;

export interface Page<T> {
  /** In the order of the list. */
  readonly keys: readonly string[];
  /** What `keep` returned for each. */
  readonly kept: readonly T[];
  readonly next: Position | null;
  readonly previous: Position | null;
}

/**
 * The most rows that one page looks at, whether they pass or not. A page that reaches this limit shows what it found
 * and leads on from where it stopped: a filter that passes few rows makes short pages, not slow ones.
 */
export const mostLooked = 10_000;

/**
 * One page of the keys of a stretch, by default the highest first. Only keys that `keep` passes count. A position
 * need not exist any more: the page then starts next to where it was. A page that became empty leads back to what
 * remains.
 */
export function pageOf<T>(
  range: Stretch,
  position: Position | null,
  size: number,
  keep: Keep<T>,
  order: Order = 'descending',
  looks = mostLooked,
): Page<T> {
  const direction = position?.direction ?? 'next';
  const rest = position ? restFrom(range, position, order) : range;
  const { found, kept, stopped } = take(walk(rest, direction, order), size + 1, keep, looks);
  const shown = found.slice(0, size);
  const shownKept = kept.slice(0, size);
  const [nearest, farthest] = [shown[0], shown.at(-1)];
  const end = found.length > size ? farthest : stopped;
  const onward: Position | null = end ? { direction, edge: end } : null;
  const back = position && wayBack(range, position, nearest, keep, order);
  const isNext = direction === 'next';
  return {
    keys: (isNext ? shown : shown.reverse()).map(keyAt),
    kept: isNext ? shownKept : shownKept.reverse(),
    next: isNext ? onward : back,
    previous: isNext ? back : onward,
  };
}

/** Where the rows on the other side of a page begin: next to the nearest row shown, or where the page would have begun. */
function wayBack(
  range: Stretch,
  position: Position,
  nearest: Place | undefined,
  keep: Keep<unknown>,
  order: Order,
): Position | null {
  const direction = position.direction === 'next' ? 'previous' : 'next';
  const back: Position = nearest
    ? { direction, edge: nearest }
    : { direction, edge: position.edge, ...(!position.isIncluded && { isIncluded: true }) };
  const rest = restFrom(range, back, order);
  const { found, stopped } = take(rest.unordered?.() ?? walk(rest, direction, order), 1, keep);
  return found.length > 0 || stopped ? back : null;
}

/** Whether a page is read from low places to high ones. */
const isUpward = (direction: Position['direction'], order: Order): boolean =>
  (direction === 'next') === (order === 'ascending');

const walk = (rest: Stretch, direction: Position['direction'], order: Order): Iterable<Place> =>
  isUpward(direction, order) ? rest.ascending() : rest.descending();

/** The places on the side of a position that its page covers. */
function restFrom(range: Stretch, { direction, edge, isIncluded }: Position, order: Order): Stretch {
  return isUpward(direction, order)
    ? range.from(isIncluded ? before(...edge) : behind(...edge))
    : range.to(isIncluded ? behind(...edge) : before(...edge));
}

interface Taken<T> {
  readonly found: Place[];
  readonly kept: T[];
  /** The last place that was looked at, when it is unknown what follows. */
  readonly stopped: Place | null;
}

function take<T>(places: Iterable<Place>, most: number, keep: Keep<T>, looks = mostLooked): Taken<T> {
  const found: Place[] = [];
  const kept: T[] = [];
  let looked = 0;
  for (const place of places) {
    const held = keep(keyAt(place));
    if (held !== false) {
      found.push(place);
      kept.push(held);
    }
    if (found.length === most) break;
    if (++looked === looks) return { found, kept, stopped: place };
  }
  return { found, kept, stopped: null };
}

import { lowerBound } from '../state/store/table.ts';
import type { Position } from './cursor.ts';

export interface Page {
  /** Newest first. */
  readonly ids: readonly string[];
  readonly next: Position | null;
  readonly previous: Position | null;
}

/**
 * One page of ids, newest first, out of ascending `ids`. Only ids that `keep` passes count, and a position need
 * not exist any more: the page starts beside where it was.
 */
export function pageOf(
  ids: readonly string[],
  position: Position | null,
  size: number,
  keep: (id: string) => boolean,
): Page {
  const older = position?.direction !== 'previous';
  const found = older
    ? downFrom(ids, position?.edge, size + 1, keep)
    : upFrom(ids, position.edge, size + 1, keep);
  const more = found.length > size;
  const page = older ? found.slice(0, size) : found.slice(0, size).reverse();
  const [first, last] = [page[0], page.at(-1)];
  if (first === undefined || last === undefined) return { ids: [], next: null, previous: null };
  const hasOlder = older ? more : downFrom(ids, last, 1, keep).length > 0;
  const hasNewer = older ? position !== null && upFrom(ids, first, 1, keep).length > 0 : more;
  return {
    ids: page,
    next: hasOlder ? { direction: 'next', edge: last } : null,
    previous: hasNewer ? { direction: 'previous', edge: first } : null,
  };
}

function downFrom(
  ids: readonly string[],
  edge: string | undefined,
  most: number,
  keep: (id: string) => boolean,
): string[] {
  const found: string[] = [];
  for (
    let index = edge === undefined ? ids.length - 1 : lowerBound(ids, edge) - 1;
    index >= 0 && found.length < most;
    index--
  )
    if (keep(ids[index]!)) found.push(ids[index]!);
  return found;
}

function upFrom(ids: readonly string[], edge: string, most: number, keep: (id: string) => boolean): string[] {
  const found: string[] = [];
  let index = lowerBound(ids, edge);
  if (ids[index] === edge) index++;
  for (; index < ids.length && found.length < most; index++) if (keep(ids[index]!)) found.push(ids[index]!);
  return found;
}

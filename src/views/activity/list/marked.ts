/** The two exchanges that are marked for a comparison. The first one is A. */
import type { ExchangeGist } from '../../../../worker/api.ts';
import type { ExchangeRef } from '../route.ts';

export type MarkedOne = ExchangeRef & Pick<ExchangeGist, 'at' | 'method' | 'status'>;
export type Marked = readonly MarkedOne[];

export const isSame = (a: ExchangeRef, b: ExchangeRef): boolean => a.in === b.in && a.sequence === b.sequence;

/** Marks an exchange, or removes its mark. A third one replaces B. */
export const toggled = (marked: Marked, one: MarkedOne): Marked =>
  marked.some((each) => isSame(each, one))
    ? marked.filter((each) => !isSame(each, one))
    : [...marked.slice(0, 1), one];

/** 'A', 'B', or null for an exchange that is not marked. */
export function letterOf(marked: Marked, one: ExchangeRef): 'A' | 'B' | null {
  const at = marked.findIndex((each) => isSame(each, one));
  return at < 0 ? null : at === 0 ? 'A' : 'B';
}

/** The two exchanges that are marked for a comparison. The first one is A. */
import type { ExchangeGist } from '../../../../worker/api.ts';

export type MarkedOne = Pick<ExchangeGist, 'sequence' | 'at' | 'method' | 'status'>;
export type Marked = readonly MarkedOne[];

/** Marks an exchange, or removes its mark. A third one replaces B. */
export const toggled = (marked: Marked, one: MarkedOne): Marked =>
  marked.some(({ sequence }) => sequence === one.sequence)
    ? marked.filter(({ sequence }) => sequence !== one.sequence)
    : [...marked.slice(0, 1), one];

/** 'A', 'B', or null for an exchange that is not marked. */
export function letterOf(marked: Marked, sequence: number): 'A' | 'B' | null {
  const at = marked.findIndex((each) => each.sequence === sequence);
  return at < 0 ? null : at === 0 ? 'A' : 'B';
}

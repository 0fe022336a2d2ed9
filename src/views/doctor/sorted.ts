/** Sorts pasted requests into wrong and right. */
import type { Judgement } from './judgement.ts';

export const selections = ['all', 'wrong', 'right'] as const;
export type Selection = (typeof selections)[number];

export interface Sorted<T> {
  readonly wrong: readonly T[];
  readonly right: readonly T[];
}

/** A request that cannot be judged, for example because its secret is missing, is in neither list. */
export function sorted<T>(all: readonly T[], judgementOf: (each: T) => Judgement): Sorted<T> {
  const at = (...levels: readonly Judgement['level'][]): readonly T[] =>
    all.filter((each) => levels.includes(judgementOf(each).level));
  return { wrong: at('err', 'warn'), right: at('ok') };
}

/** From three judged requests on, both wrong and right, it helps to look at the wrong ones alone. */
export const isMixed = ({ wrong, right }: Sorted<unknown>): boolean =>
  wrong.length > 0 && right.length > 0 && wrong.length + right.length > 2;

/** The nearest stop after (1) or before (-1) `from`, in the order of `all`; null if there is none. */
export function nextStop<T>(all: readonly T[], stops: readonly T[], from: T, by: 1 | -1): T | null {
  const at = all.indexOf(from);
  const ahead = by === 1 ? all.slice(at + 1) : all.slice(0, Math.max(0, at)).toReversed();
  return ahead.find((each) => stops.includes(each)) ?? null;
}

import { counted } from '../parts/counted.ts';
import type { PlannedRuns, RunUnderWay } from '../../worker/api.ts';
import { fileName } from '../merchants/words.ts';
import { figure } from '../parts/figures.ts';

/** The progress of one feed's runs in a jump of the clock. */
export interface JumpRuns {
  readonly feedUrl: string;
  /** Runs that have fallen due; the last of them may be under way. */
  readonly begun: number;
  readonly all: number;
  readonly isMore: boolean;
  /** When the last one was due, epoch ms; null before the first. */
  readonly last: number | null;
}

const shown = 3;

/** The feeds that the panel names, which fell due last, and the number of the others. */
export function runsAt(
  planned: readonly PlannedRuns[],
  at: number,
): { readonly named: readonly JumpRuns[]; readonly others: number } {
  const all = planned.map(({ feedUrl, times, isMore }): JumpRuns => {
    const begun = times.findLastIndex((due) => due <= at) + 1;
    return { feedUrl, begun, all: times.length, isMore, last: begun === 0 ? null : times[begun - 1]! };
  });
  const named = all.toSorted((a, b) => (b.last ?? 0) - (a.last ?? 0)).slice(0, shown);
  return { named, others: all.length - named.length };
}

/** "18 of 24 runs of catalogue.csv, 62 %". */
export function runsWords(
  { feedUrl, begun, all, isMore }: JumpRuns,
  underWay: readonly RunUnderWay[],
): string {
  const of = `${isMore ? 'more than ' : ''}${counted(all, 'run')}`;
  const words = `${figure(begun)} of ${of} of ${fileName(feedUrl)}`;
  const now = begun > 0 ? underWay.find((run) => run.feedUrl === feedUrl) : undefined;
  if (!now) return words;
  return `${words}, ${now.share === null ? 'under way' : `${Math.floor(100 * now.share)} %`}`;
}

export const othersWords = (others: number): string => `and those of ${counted(others, 'feed')} more`;

import { counted } from '../../../parts/counted.ts';
import type { OnCopy, TriedLoad } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';
import { took } from '../words.ts';

export type Strategy = OnCopy['waiting']['kind'];

export interface Run {
  readonly strategy: Strategy;
  readonly result: TriedLoad;
}

export const names: Readonly<Record<Strategy, string>> = {
  none: 'No waiting',
  reset: 'Wait until reset',
  backoff: 'Exponential backoff',
  own: 'Your own',
};

/** Times that are practically equal. */
const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= 0.01 * Math.max(a, b);

const answered = ({ done, other }: TriedLoad): number => done + other;

/** The best first: it finished without being silenced, in the shortest time, with the fewest refusals. */
export function ranked(runs: readonly Run[]): readonly Run[] {
  return runs.toSorted(({ result: a }, { result: b }) => {
    const through = Number(b.ended === 'all') - Number(a.ended === 'all');
    if (through !== 0) return through;
    const silenced = Number(a.silencedAtMs !== null) - Number(b.silencedAtMs !== null);
    if (silenced !== 0) return silenced;
    if (a.ended !== 'all' && answered(a) !== answered(b)) return answered(b) - answered(a);
    if (!isSame(a.elapsedMs, b.elapsedMs)) return a.elapsedMs - b.elapsedMs;
    return a.refused + a.closed - (b.refused + b.closed);
  });
}

const why: Readonly<Record<Strategy, string>> = {
  reset: 'the header names the moment, and no call is wasted before it',
  backoff: 'its waits happened to end soon after the reset',
  own: 'it waits as its program says',
  none: 'it asks all the time, so it notices the reset at once, as long as nobody counts the refusals',
};

export interface ContestVerdict {
  /** Whether a strategy helps at all. */
  readonly helps: boolean;
  readonly text: string;
}

/** A sentence about the winner, or why there is none; null before all have run. */
export function verdict(runs: readonly Run[], count: number): ContestVerdict | null {
  const [best, second] = ranked(runs);
  if (!best || !second || runs.length < 3) return null;
  const { result } = best;
  if (runs.every(({ result: each }) => each.refused + each.closed === 0))
    return {
      helps: true,
      text: `Nothing was refused: this load stays within its limits, and each strategy is through after ${took(result.elapsedMs)}.`,
    };
  if (result.ended === 'month')
    return {
      helps: false,
      text: `No strategy helps: the month refuses, not a window. ${figure(answered(result))} of ${counted(count, 'call')} answered; the others wait for a larger plan or the next month.`,
    };
  if (result.ended !== 'all')
    return {
      helps: false,
      text: `No strategy gets through within ${limitOf(result)}: ${names[best.strategy]} came furthest, with ${figure(answered(result))} of ${counted(count, 'call')} answered.`,
    };
  const cost = `after ${took(result.elapsedMs)} and ${counted(result.refused + result.closed, 'refusal')}`;
  const because = result.refusedBy.month > 0 ? 'the next month began while it waited' : why[best.strategy];
  return {
    helps: true,
    text: `${names[best.strategy]} is best here: all ${figure(count)} through ${cost}, because ${because}.`,
  };
}

/** The limit that a trial is about. */
const limitOf = ({ ended, done, refused, closed, other }: TriedLoad): string =>
  ended === 'calls' ? counted(done + refused + closed + other, 'call') : '30 days';

/** A sentence about the run of a strategy. */
export function told({ result }: Run, count: number): string {
  const { refused, refusedBy, closed, other, ended, elapsedMs, silencedAtMs } = result;
  const end =
    ended === 'all'
      ? `Through after ${took(elapsedMs)}`
      : ended === 'month'
        ? `No help: the month refused ${counted(refusedBy.month, 'call')} within ${took(elapsedMs)}`
        : ended === 'calls'
          ? `Not through after ${counted(answered(result) + refused + closed, 'call')}, ${took(elapsedMs)}`
          : `Not through after 30 days: ${figure(answered(result))} of ${figure(count)}`;
  const silence =
    silencedAtMs === null
      ? ''
      : ` Silenced after ${took(silencedAtMs)}: ${counted(closed, 'call')} got no response.`;
  return `${end}.${silence}${other > 0 ? ` ${counted(other, 'call')} answered otherwise.` : ''}`;
}

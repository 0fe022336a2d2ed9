import type { LimitSample } from '../../../worker/api.ts';

/** More than the log of a long afternoon; a plot has not so many pixels. */
export const mostSamples = 4000;

/**
 * What is known with what came, oldest first and bounded. A time that was taken back, by undoing a jump, is not plotted:
 * of calls that came before another and bear a later time, nothing is left.
 */
export function merged(
  known: readonly LimitSample[],
  come: readonly LimitSample[],
  now: number,
): readonly LimitSample[] {
  const last = known.at(-1)?.sequence ?? 0;
  const all = [...known, ...come.filter(({ sequence }) => sequence > last)];
  let latest = now;
  const kept: LimitSample[] = [];
  for (let at = all.length - 1; at >= 0 && kept.length < mostSamples; at--) {
    const sample = all[at]!;
    if (sample.at > latest) continue;
    latest = sample.at;
    kept.push(sample);
  }
  return kept.reverse();
}

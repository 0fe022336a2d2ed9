import type { LimitSample } from '../../../worker/api.ts';

/** More than the log of a long afternoon; a plot has not so many pixels. */
export const mostSamples = 4000;

/** Calls under way at once are recorded in another order than they came in, but not that many apart. */
export const overlap = 100;
/** Nor by that long, in ms: a call that bears a later time than one after it by more is of a time that was taken back. */
const apart = 30_000;

/**
 * What is known with what came, by their times and bounded. Of a time that was taken back, by undoing a jump, nothing is
 * left.
 */
export function merged(
  known: readonly LimitSample[],
  come: readonly LimitSample[],
  now: number,
): readonly LimitSample[] {
  const recent = new Set(known.slice(-2 * overlap).map(({ sequence }) => sequence));
  const all = [...known, ...come.filter(({ sequence }) => !recent.has(sequence))].sort(bySequence);
  let latest = now;
  const kept: LimitSample[] = [];
  for (let at = all.length - 1; at >= 0 && kept.length < mostSamples; at--) {
    const sample = all[at]!;
    if (sample.at > latest + apart) continue;
    latest = Math.min(latest, sample.at);
    kept.push(sample);
  }
  return kept.sort((a, b) => a.at - b.at || bySequence(a, b));
}

const bySequence = (a: LimitSample, b: LimitSample): number => a.sequence - b.sequence;

/** The sequence after which there may be calls that are not known. */
export const knownUntil = (samples: readonly LimitSample[]): number =>
  Math.max(0, samples.reduce((most, { sequence }) => Math.max(most, sequence), 0) - overlap);

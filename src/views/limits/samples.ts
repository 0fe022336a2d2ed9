import type { LimitSample } from '../../../worker/api.ts';

/** More than the log of a long afternoon, and more than a plot has pixels. */
export const mostSamples = 4000;

/** Calls that run at once are recorded in another order than they started, but no further apart than this. */
export const overlap = 100;
/**
 * The most ms that their times are out of order. A call whose time is later than the next one's by more belongs to a
 * time that was undone.
 */
const apart = 30_000;

/**
 * Merges known and new calls by their times, up to the maximum. Calls of a time that was undone, by undoing a jump, are
 * dropped.
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

/** The sequence after which calls may be unknown. */
export const knownUntil = (samples: readonly LimitSample[]): number =>
  Math.max(0, samples.reduce((most, { sequence }) => Math.max(most, sequence), 0) - overlap);

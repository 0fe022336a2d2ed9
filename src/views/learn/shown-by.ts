/** The calls that show what a lesson proved, and their sections of the specification. */
import type { Exchange, LessonStanding, Playground } from '../../../worker/api.ts';

/** By step, without those that the log no longer has. */
export async function shownBy(
  { ask }: Pick<Playground, 'ask'>,
  done: LessonStanding['done'],
): Promise<readonly (readonly Exchange[])[]> {
  const wanted = done.map(({ met }) => met.flatMap((each) => each?.sequence ?? []));
  const sequences = [...new Set(wanted.flat())];
  if (sequences.length === 0) return wanted.map(() => []);
  const { exchanges } = await ask('exchanges.page', { sequences, count: sequences.length });
  const found = new Map(exchanges.map((each) => [each.sequence, each]));
  return wanted.map((of) => of.flatMap((sequence) => found.get(sequence) ?? []));
}

/**
 * The sections that a step taught, from the traces: the step that refused, else how the call was authenticated and
 * counted. Each once.
 */
export const sectionsOf = (exchanges: readonly Exchange[]): string[] => [
  ...new Set(
    exchanges.flatMap(({ trace }) => {
      const refused = trace.findLast(({ problem }) => problem !== undefined);
      const told = refused
        ? [refused]
        : trace.filter(({ verb }) => verb === 'Authenticated' || verb === 'Counted');
      return told.flatMap(({ sections }) => sections);
    }),
  ),
];

/** The latest call that an App made; null if no step shows one. */
export const lastCall = (shown: readonly (readonly Exchange[])[]): Exchange | null =>
  shown.flat().findLast(({ direction, endpointId }) => direction === 'in' && endpointId !== null) ?? null;

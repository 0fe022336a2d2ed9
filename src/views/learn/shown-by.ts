/** The calls that show what a lesson proved, and what the specification says of them. */
import type { Exchange, LessonStanding, Playground } from '../../../worker/api.ts';

/** By step. What the log has forgotten is left out. */
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

/** What a step taught, by what the platform did: the line that refused, else how a call proved itself and was counted. Each once. */
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

/** The latest that an App made; null where none shows anything. */
export const lastCall = (shown: readonly (readonly Exchange[])[]): Exchange | null =>
  shown.flat().findLast(({ direction, endpointId }) => direction === 'in' && endpointId !== null) ?? null;

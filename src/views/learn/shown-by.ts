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

/** Where a step was refused, what refused it; else what its endpoint is. Each once. */
export const sectionsOf = (
  exchanges: readonly Exchange[],
  endpoints: readonly { readonly id: string; readonly section: string }[],
): string[] => [
  ...new Set(
    exchanges.flatMap(({ trace, endpointId }) => {
      const refused = trace.findLast(({ problem }) => problem !== undefined);
      return refused ? refused.sections : (endpoints.find(({ id }) => id === endpointId)?.section ?? []);
    }),
  ),
];

/** The latest that an App made; null where none shows anything. */
export const lastCall = (shown: readonly (readonly Exchange[])[]): Exchange | null =>
  shown.flat().findLast(({ direction, endpointId }) => direction === 'in' && endpointId !== null) ?? null;

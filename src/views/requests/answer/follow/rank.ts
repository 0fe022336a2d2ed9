import type { TakenValue } from '#reference';

const places = ['path', 'body', 'query'] as const;

/**
 * Calls that take a value in the order in which people want them: those that read before those that change something,
 * and of each those that are about the thing itself (its path) before those that only mention it.
 */
export const ranked = (
  all: readonly TakenValue[],
  methodOf: (place: TakenValue) => string | undefined,
): TakenValue[] => {
  const rank = (place: TakenValue) =>
    (methodOf(place) === 'GET' ? 0 : places.length) + places.indexOf(place.in);
  return all.toSorted((a, b) => rank(a) - rank(b));
};

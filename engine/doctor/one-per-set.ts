/** Keeps the first of several ways to make the same mistakes. `idsOf` gives the ids of the mistakes, in a fixed order. */
export function onePerSet<T>(found: readonly T[], idsOf: (each: T) => readonly string[]): T[] {
  const bySet = new Map<string, T>();
  for (const each of found) {
    const ids = idsOf(each).join(' ');
    if (!bySet.has(ids)) bySet.set(ids, each);
  }
  return [...bySet.values()];
}

/** Of several ways to make the same mistakes, the first. `idsOf`: of the mistakes, in an order of their own. */
export function onePerSet<T>(found: readonly T[], idsOf: (each: T) => readonly string[]): T[] {
  const bySet = new Map<string, T>();
  for (const each of found) {
    const ids = idsOf(each).join(' ');
    if (!bySet.has(ids)) bySet.set(ids, each);
  }
  return [...bySet.values()];
}

import type { Series } from './series.ts';

/** The name of each series, by its key. Equal names are numbered, in an order that calls do not change. */
export function distinctNames(
  series: readonly Series[],
  nameOf: (series: Series, number: string) => string,
): ReadonlyMap<string, string> {
  const groups = new Map<string, Series[]>();
  for (const each of series) {
    const name = nameOf(each, '');
    groups.set(name, [...(groups.get(name) ?? []), each]);
  }
  return new Map(
    [...groups].flatMap(([name, group]) => {
      const keys = group.map(({ key }) => key).sort();
      return group.map((each): [string, string] => [
        each.key,
        group.length === 1 ? name : nameOf(each, ` ${keys.indexOf(each.key) + 1}`),
      ]);
    }),
  );
}

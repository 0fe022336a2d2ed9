import type { Series } from './series.ts';

interface Keyed {
  readonly key: string;
}

/** The number of each entry among those of its group, by its key, in an order that calls do not change. */
export function numbersOf<Entry extends Keyed>(
  entries: readonly Entry[],
  groupOf: (entry: Entry) => string,
): ReadonlyMap<string, number> {
  const groups = new Map<string, string[]>();
  for (const each of entries) {
    const group = groupOf(each);
    groups.set(group, [...(groups.get(group) ?? []), each.key]);
  }
  // One that is alone needs no number.
  const several = [...groups.values()].filter((keys) => keys.length > 1);
  return new Map(several.flatMap((keys) => keys.sort().map((key, at): [string, number] => [key, at + 1])));
}

/** The name of each series, by its key. Equal names are numbered. */
export function distinctNames(
  series: readonly Series[],
  nameOf: (series: Series, number: string) => string,
): ReadonlyMap<string, string> {
  const numbers = numbersOf(series, (each) => nameOf(each, ''));
  return new Map(
    series.map((each): [string, string] => {
      const number = numbers.get(each.key);
      return [each.key, nameOf(each, number === undefined ? '' : ` ${number}`)];
    }),
  );
}

/** Mistakes about names that occur more than once, and about empty values (RFC 5849 3.4.1.3.2). */
import type { Parameter } from '../../auth/signature.ts';
import { collect, without } from './collecting.ts';
import { once } from './mistake.ts';
import type { Message } from './received.ts';
import type { Mistake } from './mistake.ts';
import type { Way } from './stages.ts';

const clause = 'RFC 5849 3.4.1.3.2';

type Collected = readonly Parameter[];

/** Keeps one parameter of each name: the last or the first. */
const onlyOne = (at: 'last' | 'first'): Way => ({
  detail: `the ${at} one was kept`,
  stages: collect((all) => {
    const kept = new Map<string, Parameter>();
    for (const each of all) if (at === 'last' || !kept.has(each.name)) kept.set(each.name, each);
    return [...kept.values()];
  }),
});

/** Whether a parameter belongs to a list: its name is repeated, or has brackets. */
const listed = (all: Collected): ((each: Parameter) => boolean) => {
  const counts = new Map<string, number>();
  for (const { name } of all) counts.set(name, (counts.get(name) ?? 0) + 1);
  return ({ name }) => (counts.get(name) ?? 0) > 1 || name.endsWith('[]');
};

/** Header parameters are not repeated, so a list comes from the query or the body, or from another mistake. */
const mayHaveLists = ({ url, form, unsigned }: Message): boolean => `${url.query}${form}${unsigned}` !== '';

const stem = (name: string): string => name.replace(/\[\d*\]$/, '');

/** Renames the elements of a list, by the name without brackets and the position in the list. */
const renamed = (nameOf: (stem: string, place: number) => string): Way['stages'] =>
  collect((all) => {
    const isListed = listed(all);
    const places = new Map<string, number>();
    return all.map((each) => {
      const name = stem(each.name);
      if (name === each.name && !isListed(each)) return each;
      const place = places.get(name) ?? 0;
      places.set(name, place + 1);
      return { ...each, name: nameOf(name, place) };
    });
  });

/** Joins a list into one parameter, at the position of its first element. */
const joined = (separator: string, nameOf: (name: string) => string): Way['stages'] =>
  collect((all) => {
    const isListed = listed(all);
    const listOf = (name: string): Collected => all.filter((each) => each.name === name);
    return all.flatMap((each) => {
      if (!isListed(each)) return [each];
      const list = listOf(each.name);
      if (each !== list[0]) return [];
      return [{ ...each, name: nameOf(each.name), value: list.map(({ value }) => value).join(separator) }];
    });
  });

const isJoined = ({ from, value }: Parameter): boolean => from !== 'header' && value.includes(',');

const elementsOf = (each: Parameter): Collected =>
  isJoined(each) ? each.value.split(',').map((value) => ({ ...each, value })) : [each];

export const listMistakes: readonly Mistake[] = [
  {
    id: 'list-split',
    title: 'List signed as its elements',
    clause,
    cause: 'A list that is sent in one parameter, with commas, was signed as one parameter per element',
    repair: 'join the elements before signing, so that what is signed is what is sent',
    ways: once(
      collect((all) => all.flatMap(elementsOf)),
      ({ parameters, unsigned }) => unsigned.includes(',') || parameters.some(isJoined),
    ),
  },
  {
    id: 'list-renamed',
    title: 'List signed under other names',
    clause,
    cause: 'The elements of a list were signed under different names from those that are sent',
    repair: 'sign what is sent: the same names, with brackets or without, one parameter for each element',
    ways: (message) =>
      mayHaveLists(message)
        ? [
            { detail: 'with `[]`', stages: renamed((name) => `${name}[]`) },
            { detail: 'numbered `[0]`, `[1]`', stages: renamed((name, place) => `${name}[${place}]`) },
            { detail: 'without brackets', stages: renamed((name) => name) },
          ]
        : [],
  },
  {
    id: 'list-joined',
    title: 'List signed as one parameter',
    clause,
    cause: 'The elements of a list were signed as one parameter, joined with commas',
    repair: 'sign what is sent: one parameter for each element, or send them joined as well',
    ways: (message) =>
      mayHaveLists(message)
        ? [
            { stages: joined(',', (name) => name) },
            { detail: 'and without brackets', stages: joined(',', stem) },
          ]
        : [],
  },
  {
    id: 'repeated-name-once',
    title: 'Repeated parameter signed once',
    clause,
    cause: 'Only one of several parameters with the same name was signed',
    repair: 'collect the parameters in a list, not in a map, so that a repeated name keeps every value',
    ways: () => [onlyOne('last'), onlyOne('first')],
  },
  {
    id: 'empty-value-left-out',
    title: 'Empty values left out',
    clause: 'RFC 5849 3.4.1.3.1',
    cause: 'Parameters without a value were not signed',
    repair: 'sign a parameter without a value as `name=`',
    ways: once(without((each) => each.value === '')),
  },
];

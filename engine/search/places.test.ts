import { expect, test } from 'vitest';
import { isFlaw, parseQuery } from './parser.ts';
import { operatorHelp } from './operator-help.ts';
import { placesOf } from './places.ts';
import { hasKinds, isKinds } from './query.ts';

const pieces = (query: string, text: string): string[] => {
  const parsed = parseQuery(query);
  if (isFlaw(parsed)) throw new Error(parsed.says);
  return placesOf(parsed, text).map(([start, end]) => text.slice(start, end));
};

test('Q30: a query’s words are found as whole words, never in operators or parts of words', () => {
  expect(pieces('fog OR rain', 'The forecast or the fog: rain, or rainbows.')).toEqual(['fog', 'rain']);
  expect(pieces('rain -fog lang:en has:links', 'Fog and rain in English')).toEqual(['rain']);
  expect(pieces('"high water"', 'High water. The water is high, high waters')).toEqual(['High water']);
  expect(pieces('(harbour harbour) OR "the harbour"', 'At the harbour')).toEqual(['the harbour']);
});

test('names and tags are found with their signs, and accents make no difference', () => {
  expect(pieces('#harbour @Kai_Ferry', '#Harbour, #harbours: ask @kai_ferry and @kai_ferry2')).toEqual([
    '#Harbour',
    '@kai_ferry',
  ]);
  expect(pieces('cafe', 'Cafés, a cafe\u0301 and a Café')).toEqual(['cafe\u0301', 'Café']);
  expect(pieces('潮', '満潮 🌊')).toEqual(['潮']);
  expect(pieces('from:mira_holm', 'mira_holm')).toEqual([]);
});

test('Q30: every example of the help is a query, and the help names every operator that the parser names', () => {
  for (const { example } of operatorHelp) expect(isFlaw(parseQuery(example)), example).toBe(false);
  const flaw = parseQuery('nothing:here');
  const written = operatorHelp.map(({ write }) => write).join(' ');
  expect(isFlaw(flaw)).toBe(true);
  const says = isFlaw(flaw) ? flaw.says : '';
  const names = [...says.slice(says.indexOf('one of')).matchAll(/\b[a-z_]+:(?=[, ])/g)].map(([each]) => each);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(written).toContain(name);
  const finds = operatorHelp.map((each) => each.finds).join(' ');
  for (const kind of [...hasKinds, ...isKinds]) expect(finds).toContain(kind);
});

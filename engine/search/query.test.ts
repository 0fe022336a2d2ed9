import { expect, test } from 'vitest';
import { isFlaw, parseQuery } from './parser.ts';
import { neededWord } from './query.ts';

test.each([
  ['zebra', 'zebra'],
  ['"a loaf" lang:en', 'a'],
  ['from:mira_holm (bread OR tea) oven', 'oven'],
  ['bread OR tea', null],
  ['from:mira_holm -bread', null],
])('every match of %j has the word %j', (text, word) => {
  const query = parseQuery(text);
  if (isFlaw(query)) throw new Error(query.says);
  expect(neededWord(query)).toBe(word);
});

import { expect, test } from 'vitest';
import { titledChoices } from './choice-titles.ts';

test('Q32: every choice has a unique title, in words and short enough for a heading', () => {
  const titles = titledChoices.map(({ title }) => title);
  expect(new Set(titles).size).toBe(titles.length);
  expect(titledChoices.filter(({ id, title }) => id === title || title.length > 40)).toEqual([]);
  expect(titles.filter((title) => !/^[A-Z][^_]*[^.]$/.test(title))).toEqual([]);
});

import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourcesOf } from '../../tests/support/imports.ts';
import { exchangesOf } from './exchanges-of.ts';

test('the newest that match come oldest first, and at most a page of them', async () => {
  const asked: unknown[] = [];
  const ask = async (_: string, query: unknown) => {
    asked.push(query);
    return { exchanges: [{ sequence: 9 }, { sequence: 4 }], next: null, logSize: 10_000 };
  };
  const playground = { ask } as unknown as Parameters<typeof exchangesOf>[0];
  const found = await exchangesOf(playground, { direction: 'in' });
  expect(found.map(({ sequence }) => sequence)).toEqual([4, 9]);
  expect(asked).toEqual([{ count: 500, direction: 'in' }]);
});

test('issue 21: no part of the page copies the whole log', () => {
  const copying = sourcesOf('src').filter(
    (file) => !file.includes('.test.') && /\.exchanges\(\)/.test(readFileSync(file, 'utf8')),
  );
  expect(copying).toEqual([]);
});

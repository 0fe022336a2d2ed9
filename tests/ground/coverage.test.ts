import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { clauses } from '../support/clause.ts';

test('the committed coverage names only existing clauses and files', () => {
  const kept = JSON.parse(readFileSync('tests/coverage.json', 'utf8')) as {
    clauses: number;
    proved: number;
    tests: Record<string, string[]>;
  };
  const known = new Set(clauses.map((clause) => clause.id));
  expect(Object.keys(kept.tests).filter((id) => !known.has(id))).toEqual([]);
  expect([kept.clauses, kept.proved]).toEqual([clauses.length, Object.keys(kept.tests).length]);
  for (const name of Object.values(kept.tests).flat()) readFileSync(name.split(' › ')[0] ?? '');
});

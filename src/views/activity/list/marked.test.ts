import { expect, test } from 'vitest';
import { letterOf, toggled } from './marked.ts';
import type { Marked } from './marked.ts';

const one = (sequence: number) => ({
  ...({ in: 'log', sequence } as const),
  ...{ at: sequence, method: 'GET', status: 200 },
});
const after = (...sequences: readonly number[]) =>
  sequences.reduce<Marked>((marked, sequence) => toggled(marked, one(sequence)), []);

test('issue 21: any two exchanges can be marked; a third one replaces B, and a second press removes a mark', () => {
  expect(after(7, 3).map(({ sequence }) => sequence)).toEqual([7, 3]);
  expect(after(7, 3, 9).map(({ sequence }) => sequence)).toEqual([7, 9]);
  expect(after(7, 3, 7).map(({ sequence }) => sequence)).toEqual([3]);
  expect([7, 3, 9].map((each) => letterOf(after(7, 3), { in: 'log', sequence: each }))).toEqual([
    'A',
    'B',
    null,
  ]);
});

test('issue 21: an entry of a file is another exchange than the one of the log with its number', () => {
  const entry = { ...one(7), in: 'file' } as const;
  const both = toggled(after(7), entry);
  expect(both.map((each) => each.in)).toEqual(['log', 'file']);
  expect([letterOf(both, one(7)), letterOf(both, entry)]).toEqual(['A', 'B']);
});

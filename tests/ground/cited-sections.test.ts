import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { families } from '../../engine/endpoints/index.ts';
import { loadFamilies } from '../../engine/reference/describe.ts';
import { choices } from '../../engine/spec/choices.ts';
import { problems } from '../../engine/spec/problem-list.ts';
import { heading, neighbours, partsOf } from '../../src/spec/sections.ts';
import { clauses } from '../support/clause.ts';
import { sourcesOf } from '../support/imports.ts';

const sectionsWithClauses = new Set(clauses.map(({ section }) => section));
const read = (folder: string) => sourcesOf(folder).map((file) => readFileSync(file, 'utf8'));

/** All sections that the engine or the page cites. */
const cited = {
  problems: Object.values(problems).flatMap(({ sections }) => sections),
  choices: choices.map(({ section }) => section),
  endpoints: (await loadFamilies(families)).flatMap((family) =>
    family.endpoints.map(({ section }) => section),
  ),
  trace: read('engine').flatMap((text) =>
    [...text.matchAll(/\bsource\(\[([^\]]*)\]/g)].flatMap(([, list]) => list!.match(/\d+(?:\.\d+)?/g) ?? []),
  ),
  page: read('src').flatMap((text) =>
    [...text.matchAll(/\ssection="([\d.]+)"/g)].map(([, section]) => section!),
  ),
};

test.each(Object.entries(cited))('%s cite existing sections', (_, sections) => {
  expect(sections.length).toBeGreaterThan(0);
  expect(sections.filter((section) => heading(section) === '')).toEqual([]);
});

test('a cited section has clauses, or subsections with clauses, to which the sheet leads', () => {
  const without = [...new Set(Object.values(cited).flat())].filter((each) => !sectionsWithClauses.has(each));
  expect(without.sort()).toEqual(['2', '8']);
  for (const section of without)
    expect(partsOf(section).some((part) => sectionsWithClauses.has(part))).toBe(true);
});

test('every section with clauses has a heading, and is reached from its neighbours', () => {
  for (const section of sectionsWithClauses) {
    expect(heading(section), section).not.toBe('');
    for (const near of neighbours(section)) expect(neighbours(near), near).toContain(section);
  }
  expect(neighbours('2')).toEqual(['1', '2.1']);
  expect(neighbours('8.3')).toEqual(['8.2', '9']);
  expect(neighbours('9')).toEqual(['8.3']);
});

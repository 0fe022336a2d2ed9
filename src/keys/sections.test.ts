import { expect, test } from 'vitest';
import { sectionsFor, spelled } from './sections.ts';
import { places, table } from './table.ts';

test('the keys of the current view come first, then those of all views; none is left out', () => {
  const titles = sectionsFor('catalog').map(({ title }) => title);
  expect(titles.slice(0, 4)).toEqual([
    'The table of products',
    'A rejected row',
    'A product set',
    'Everywhere',
  ]);
  expect(titles.toSorted()).toEqual(
    Object.values(places)
      .map(({ title }) => title)
      .toSorted(),
  );
  const said = sectionsFor('requests').flatMap(({ keys }) => keys.map(({ does }) => does));
  for (const { does } of Object.values(table)) expect(said).toContain(does);
});

test('Escape is one line, however many things it closes', () => {
  const everywhere = sectionsFor('portal').find(({ title }) => title === 'Everywhere');
  expect(everywhere?.keys.filter(({ keys }) => keys === 'Escape')).toHaveLength(1);
});

test('keys are spelled as they are labelled on the keyboard', () => {
  expect(spelled('Mod+Enter', false)).toEqual(['Ctrl', 'Enter']);
  expect(spelled('Mod+K', true)).toEqual(['⌘', 'K']);
  expect(spelled('ArrowUp ArrowDown', false)).toEqual(['↑', '↓']);
  expect(spelled('?', false)).toEqual(['?']);
});

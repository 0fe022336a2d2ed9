import { expect, test } from 'vitest';
import { ofWidgets, places, table } from './table.ts';
import type { Key, PlaceId } from './table.ts';

const all: readonly (Key & { readonly id: string })[] = [
  ...Object.entries(table).map(([id, key]) => ({ ...key, id })),
  ...ofWidgets.map((key) => ({ ...key, id: `of a widget: ${key.keys}` })),
];

/** The places in which a view handles keys: its own and the common ones; of several, the innermost wins. */
const clash = (one: Key, other: Key): boolean =>
  one.keys === other.keys &&
  one.does !== other.does &&
  (one.place === other.place ||
    (isOfThePage(one) && isOfThePage(other) && isInOneView(one.place, other.place)));

const isOfThePage = ({ reach }: Key): boolean => reach === 'page' || reach === 'always';
const viewOf = (place: PlaceId): string | null => places[place].view;
const isInOneView = (one: PlaceId, other: PlaceId): boolean =>
  viewOf(one) === null || viewOf(other) === null || viewOf(one) === viewOf(other);

test('issue 18: no key has two meanings in one place', () => {
  const found = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => clash(one, other))
      .map(({ id }) => `${one.keys}: ${one.id} and ${id}`),
  );
  expect(found).toEqual([]);
});

test('finds two meanings in one place, and two of the page in one view', () => {
  const post: Key = { keys: 'Mod+Enter', place: 'stream', reach: 'element', does: 'Something else' };
  expect(clash(table.addOrPost, post)).toBe(true);
  expect(clash(table.send, post)).toBe(false);
  expect(clash(table.findCall, { ...table.keys, keys: '/' })).toBe(true);
  expect(clash(table.findCall, table.findInReference)).toBe(false);
});

test('issue 18: a single letter acts only where the focus is in its pane', () => {
  const letters = Object.values(table).filter(({ keys }) => /^(?:Shift\+)?[A-Z]$/.test(keys));
  expect(letters.map(({ keys }) => keys)).toEqual(['S', 'N', 'Shift+N', 'N', 'Shift+N', 'R', 'S', 'E']);
  expect(letters.map(({ reach }) => reach)).toEqual(letters.map(() => 'pane'));
});

test('every place has a key', () => {
  expect(new Set(all.map(({ place }) => place))).toEqual(new Set(Object.keys(places)));
});

test('issue 21: Space, which marks an exchange for a comparison, is listed in the place of the list', () => {
  expect(ofWidgets).toContainEqual({
    keys: 'Space',
    place: 'activity',
    reach: 'element',
    does: 'Mark the row for a comparison',
  });
});

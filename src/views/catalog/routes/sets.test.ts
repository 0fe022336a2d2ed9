import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../../router.ts';
import { readRoute, routeOf } from '../route.ts';
import { newSet, setRoute } from './sets.ts';
import type { SetsRoute } from './sets.ts';

const read = (hash: string) => {
  const parsed = parseRoute(hash);
  return 'problem' in parsed ? parsed : readRoute(parsed);
};
const withFilters = (filters: unknown) =>
  `#/catalog/sets/new?filters=${encodeURIComponent(typeof filters === 'string' ? filters : JSON.stringify(filters))}`;

it('a link leads to a set, to a new one, and to a new one with filters', () => {
  const filters = [
    { attribute: 'price', operator: 'LESS_THAN', value: '20.00 USD' },
    { attribute: 'product_type', operator: 'CONTAINS', value: 'Clothing > Coats & "more"' },
  ];
  const routes: readonly SetsRoute[] = [
    setRoute('3f7k2'),
    newSet,
    { ...newSet, type: 'MANUAL' },
    { ...newSet, filters },
  ];
  for (const route of routes) expect(read(formatRoute(routeOf(route)))).toEqual(route);
  expect(formatRoute(routeOf(setRoute('3f7k2')))).toBe('#/catalog/sets/3f7k2');
});

describe('a link with any invalid part is refused', () => {
  it.each([
    ['#/catalog/sets'],
    ['#/catalog/sets/UPPER'],
    ['#/catalog/sets/3f7k2/more'],
    ['#/catalog/sets/3f7k2?filters=%5B%5D'],
    ['#/catalog/sets/new?type=OTHER'],
    ['#/catalog/sets/new?name=x'],
    ['#/catalog/sets/new?type=MANUAL&type=MANUAL'],
    [withFilters('not json')],
    [withFilters({ price: 1 })],
    [withFilters([['price', 'LESS_THAN']])],
    [withFilters([['price', 'LESS_THAN', 20]])],
    [withFilters([['price', 'LESS_THAN', 'x'.repeat(751)]])],
    [withFilters(Array.from({ length: 31 }, () => ['price', 'LESS_THAN', '1']))],
    [withFilters(Array.from({ length: 12 }, () => ['price', 'LESS_THAN', 'x'.repeat(700)]))],
  ])('%s', (hash) => {
    expect(read(hash)).toHaveProperty('problem');
  });
});

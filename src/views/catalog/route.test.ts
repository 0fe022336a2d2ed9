import { expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../router.ts';
import { readRoute, routeOf } from './route.ts';

const read = (hash: string) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route);
};

it('writes what it reads', () => {
  for (const hash of [
    '#/catalog/products',
    '#/catalog/products?q=price%3A%3E20+-availability%3Adiscontinued&sort=-price&row=NW-7',
    '#/catalog/products?set=3f7k2&sort=title',
    '#/catalog/feeds/new',
    '#/catalog/feeds/new?file=shop.csv.gz',
    '#/catalog/feeds/new?source=generate',
  ]) {
    const route = read(hash);
    expect('part' in route && formatRoute(routeOf(route))).toBe(hash);
  }
});

it('shows the products if no part is named', () => {
  expect(read('#/catalog')).toEqual(read('#/catalog/products'));
});

it('refuses what is invalid', () => {
  for (const hash of [
    '#/catalog/none',
    '#/catalog/constructor',
    '#/catalog/products/1',
    '#/catalog/products?secret=1',
    '#/catalog/feeds',
    '#/catalog/feeds/new/1',
    '#/catalog/feeds/new?file=a%2Fb',
    '#/catalog/feeds/new?file=a&file=b',
    '#/catalog/feeds/new?name=a',
    '#/catalog/feeds/new?source=elsewhere',
    '#/catalog/products?q=',
    '#/catalog/products?q=1&q=2',
    `#/catalog/products?row=${'x'.repeat(101)}`,
    '#/catalog/products?toString=1',
  ])
    expect(read(hash), hash).toHaveProperty('problem');
});

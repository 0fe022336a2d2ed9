import { expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../../router.ts';
import { readRoute, routeOf } from '../route.ts';

const read = (hash: string) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route);
};

it('writes the addresses of feeds and runs that it reads', () => {
  for (const hash of [
    '#/catalog/feeds/3f7k2',
    '#/catalog/runs/4a9z1',
    '#/catalog/runs/4a9z1?reason=2',
    '#/catalog/runs/4a9z1?reason=0&nth=17',
  ]) {
    const route = read(hash);
    expect('part' in route && formatRoute(routeOf(route))).toBe(hash);
  }
  expect(read('#/catalog/runs/4a9z1')).toEqual({ part: 'runs', id: '4a9z1', reason: null, nth: 0 });
});

it('refuses invalid ones', () => {
  for (const hash of [
    '#/catalog/feeds',
    '#/catalog/feeds/A',
    '#/catalog/feeds/3f7k2/1',
    '#/catalog/feeds/3f7k2?q=1',
    '#/catalog/runs',
    '#/catalog/runs/4a9z1?reason=x',
    '#/catalog/runs/4a9z1?reason=-1',
    '#/catalog/runs/4a9z1?reason=1&reason=2',
    '#/catalog/runs/4a9z1?nth=100000',
    '#/catalog/runs/4a9z1?secret=1',
  ])
    expect(read(hash), hash).toHaveProperty('problem');
});

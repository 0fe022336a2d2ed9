import { expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../router.ts';
import { parts, readRoute, routeOf } from './route.ts';

const read = (hash: string) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route);
};

it('reads every part, with its filters', () => {
  for (const part of parts)
    expect(read(`#/limits/${part}`)).toEqual({ part, app: null, endpoint: null, q: '' });
  expect(read('#/limits')).toMatchObject({ part: 'windows' });
  expect(read('#/limits/windows?app=26001&endpoint=getMe')).toEqual({
    part: 'windows',
    app: '26001',
    endpoint: 'getMe',
    q: '',
  });
  expect(read(`#/limits/table?q=${'x'.repeat(500)}`)).toMatchObject({ q: 'x'.repeat(100) });
});

it('refuses what is invalid', () => {
  for (const hash of ['#/limits/none', '#/limits/table/more', '#/limits?secret=1', '#/limits/constructor'])
    expect(read(hash), hash).toHaveProperty('problem');
});

it('writes what it reads', () => {
  for (const hash of [
    '#/limits',
    '#/limits/table?q=posts',
    '#/limits/load',
    '#/limits?app=1&endpoint=getMe',
  ]) {
    const route = read(hash);
    expect('problem' in route ? '' : formatRoute(routeOf(route))).toBe(hash);
  }
});

import { expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../router.ts';
import { readRoute, routeOf } from './route.ts';

const read = (hash: string) => {
  const route = parseRoute(hash);
  return 'problem' in route ? route : readRoute(route);
};

it('writes what it reads', () => {
  for (const hash of [
    '#/webhooks',
    '#/webhooks/register',
    '#/webhooks/register?call=512',
    '#/webhooks/answer',
    '#/webhooks/receiver',
    '#/webhooks/receiver/hooks.northwind.example',
    '#/webhooks/receiver/hooks.northwind.example?line=15',
    '#/webhooks/hook/2028000000000000001',
    '#/webhooks/hook/2028000000000000001?event=2029000000000000001',
    '#/webhooks/hook/2028000000000000001?check=2029000000000000001',
    '#/webhooks/hook/2028000000000000001?verify=2029000000000000001',
    '#/webhooks/hook/2028000000000000001?forge=2029000000000000001',
  ]) {
    const route = read(hash);
    expect('part' in route && formatRoute(routeOf(route))).toBe(hash);
  }
});

it('refuses what is invalid', () => {
  for (const hash of [
    '#/webhooks/none',
    '#/webhooks/constructor',
    '#/webhooks/hook',
    '#/webhooks/hook/x',
    '#/webhooks/hook/1/2',
    '#/webhooks/hook/1?event=x',
    '#/webhooks/hook/1?event=1&check=2',
    '#/webhooks/hook/1?secret=1',
    '#/webhooks/receiver/A%20b',
    '#/webhooks/receiver?line=1',
    '#/webhooks/receiver/a.example?line=0',
    '#/webhooks/receiver/a.example?line=x',
    '#/webhooks/receiver/a.example?line=1&line=2',
    '#/webhooks/register?secret=1',
    '#/webhooks/register?call=x',
    '#/webhooks/register?call=1&call=2',
    '#/webhooks/register/more',
  ])
    expect(read(hash), hash).toHaveProperty('problem');
});

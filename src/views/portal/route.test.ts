import { describe, expect, it } from 'vitest';
import { formatRoute, parseRoute } from '../../router.ts';
import { routeOf, readRoute } from './route.ts';
import type { Shows } from './route.ts';

const read = (hash: string) => {
  const route = parseRoute(hash);
  if ('problem' in route) throw new Error(route.problem);
  return readRoute(route, '7');
};

describe('the routes of the portal', () => {
  it.each<Shows>([
    { kind: 'app', id: '26001', tab: 'settings' },
    { kind: 'app', id: '26001', tab: 'keys' },
    { kind: 'project', id: '1700' },
    { kind: 'mailbox' },
    { kind: 'merchants' },
    { kind: 'vault' },
  ])('are valid: %j', (shows) => {
    expect(read(formatRoute(routeOf(shows)))).toEqual(shows);
  });

  it('start at the App in use', () => {
    expect(read('#/portal')).toEqual({ kind: 'app', id: '7', tab: 'settings' });
  });

  it.each([
    '#/portal/nothing',
    '#/portal/apps/1/secrets',
    '#/portal/apps/1/keys/more',
    '#/portal/projects',
    '#/portal/vault/1',
    '#/portal/merchants/1',
    '#/portal/vault?reveal=1',
  ])('refuse invalid ones: %s', (hash) => {
    expect(read(hash)).toEqual({ problem: expect.any(String) as unknown });
  });
});

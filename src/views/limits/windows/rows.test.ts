import { expect, it } from 'vitest';
import type { EndpointOutline, WindowInUse, World } from '../../../../worker/api.ts';
import { windowRows } from './rows.ts';
import type { WindowsShown } from './rows.ts';

const now = 1_772_444_472_000;
const window = (given: Partial<WindowInUse>): WindowInUse => ({
  endpointId: 'getUser',
  scope: 'user',
  principal: 'token',
  appId: '1',
  userId: '2',
  limit: 100,
  windowSeconds: 900,
  remaining: 50,
  resetAt: now + 60_000,
  ...given,
});
const world = {
  apps: [
    { id: '1', name: 'Northwind Reader' },
    { id: '2', name: 'Harbour Desk' },
  ],
  users: [{ id: '2', username: 'mira_holm', name: 'Mira' }],
} as unknown as World;
const endpoints = [
  { id: 'getUser', method: 'GET', path: '/2/users/:id', auth: ['oauth1', 'app'] },
] as unknown as EndpointOutline[];
const rows = (windows: WindowInUse[], more: Partial<WindowsShown> = {}) =>
  windowRows({ windows, ended: [], world, endpoints, appId: null, now, ...more });

it('lists the windows closest to exhaustion first, then those that reset last', () => {
  const some = [
    window({ principal: 'a', remaining: 90 }),
    window({ principal: 'b', remaining: 1, limit: 2 }),
    window({ principal: 'c', remaining: 0 }),
    window({ principal: 'd', remaining: 50, resetAt: now + 90_000 }),
    window({
      principal: 'e',
      remaining: 9000,
      limit: 10_000,
      windowSeconds: 86_400,
      resetAt: now + 86_000_000,
    }),
  ];
  expect(rows(some).map(({ key }) => key.split(' ')[2])).toEqual(['c', 'd', 'b', 'e', 'a']);
});

it('names its owner and links to its call', () => {
  expect(rows([window({})])[0]).toMatchObject({
    method: 'GET',
    path: '/2/users/:id',
    app: 'Northwind Reader',
    who: '@mira_holm',
    length: '15 min',
    resetsIn: 60_000,
    href: '#/requests/getUser?app=1&as=mira_holm',
  });
  const [app] = rows([window({ scope: 'app', principal: '1', userId: null })]);
  expect(app).toMatchObject({ who: 'App, bearer', href: '#/requests/getUser?app=1&auth=app' });
  // An endpoint that a later release removed.
  expect(rows([window({ endpointId: 'gone' })])[0]).toMatchObject({ method: '', path: 'gone' });
});

it('shows an ended window as full for a while, at the end of the list, and then no more', () => {
  const over = window({ principal: 'over', remaining: 0, windowSeconds: 1, resetAt: now });
  expect(rows([over, window({})]).map(({ remaining, resetsIn }) => [remaining, resetsIn])).toEqual([
    [50, 60_000],
    [100, null],
  ]);
  expect(rows([], { ended: [over], now: now + 14_999 })).toHaveLength(1);
  expect(rows([], { ended: [over], now: now + 15_000 })).toHaveLength(0);
});

it('can be filtered by App', () => {
  const some = [window({}), window({ appId: '2', principal: 'other' })];
  expect(rows(some, { appId: '2' }).map(({ app }) => app)).toEqual(['Harbour Desk']);
});

it('numbers the tokens of a user that call the same endpoint', () => {
  const some = [
    window({ principal: 'b', remaining: 1 }),
    window({ principal: 'a', remaining: 2 }),
    window({ principal: 'c', appId: '2', remaining: 3 }),
  ];
  expect(rows(some).map(({ who }) => who)).toEqual([
    '@mira_holm, token 2',
    '@mira_holm, token 1',
    '@mira_holm',
  ]);
});

import { expect, test } from 'vitest';
import { formatRoute, parseRoute } from '../../router.ts';
import { allExchanges, readRoute, routeOf } from './route.ts';

function read(hash: string) {
  const route = parseRoute(hash);
  if ('problem' in route) throw new Error(route.problem);
  return readRoute(route);
}

test.each([
  allExchanges,
  { in: 'log', q: 'status:4xx "a b"', row: null, with: null },
  { in: 'log', q: '', row: 7, with: null },
  { in: 'log', q: '-op:getMe', row: 97, with: { in: 'log', sequence: 90 } },
  { in: 'log', q: '', row: 97, with: { in: 'file', sequence: 3 } },
  { in: 'file', q: 'status:4xx', row: 3, with: { in: 'log', sequence: 97 } },
] as const)('an address encodes what is shown, and is read back', (route) => {
  expect(read(formatRoute(routeOf(route)))).toEqual(route);
});

test.each([
  ['#/activity/x', /no view/],
  ['#/activity?q=a&q=b', /repeats/],
  ['#/activity?sort=a', /unknown part/],
  ['#/activity?row=0', /no exchange/],
  ['#/activity?row=1e3', /no exchange/],
  ['#/activity?with=7', /one exchange/],
  ['#/activity?in=log', /unknown part/],
  ['#/activity?row=f3', /no exchange/],
  ['#/activity?row=3&with=ff3', /no exchange/],
  [`#/activity?q=${'x'.repeat(1001)}`, /at most 1000/],
])('an invalid link says why: %s', (hash, problem) => {
  const route = read(hash);
  expect('problem' in route && route.problem).toMatch(problem);
});

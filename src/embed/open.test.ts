import { expect, test } from 'vitest';
import { readAsked } from '../element/names.ts';
import type { AskedEmbed } from '../element/names.ts';
import { keepNothing } from './keep-nothing.ts';
import { routeOf } from './open.ts';

const asked = (query: string) => readAsked(query) as AskedEmbed;

test('the query names a call, and a playground link after the # gives its contents', () => {
  expect(routeOf(asked(''), '')).toEqual({ view: 'requests' });
  expect(routeOf(asked('endpoint=createPost'), '#')).toEqual({ view: 'requests', endpointId: 'createPost' });
  const link = '#/requests/createPost?body=%7B%7D&auth=oauth1';
  const route = { view: 'requests', endpointId: 'createPost', body: '{}', auth: 'oauth1' };
  expect(routeOf(asked(''), link)).toEqual(route);
  expect(routeOf(asked('endpoint=createPost'), link)).toEqual(route);
});

test('a view without a given call has a default call', () => {
  expect(routeOf(asked('view=limits'), '')).toEqual({ view: 'requests', endpointId: 'getMentions' });
  expect(routeOf(asked('view=reference'), '')).toEqual({ view: 'requests', endpointId: 'createPost' });
  expect(routeOf(asked('view=limits'), '#/requests/getMe')).toMatchObject({ endpointId: 'getMe' });
});

test.each([
  ['endpoint=getMe', '#/requests/createPost', '“endpoint” names getMe'],
  ['', '#/nowhere', 'This link leads to no view of the playground.'],
  ['', '#/requests/createPost?colour=red', 'This link has an unknown part: "colour".'],
  ['', `#/requests/createPost?body=${'x'.repeat(1 << 20)}`, 'This link is longer than 16 KB.'],
  ['', '#/requests/%E0%A4%A', 'This link cannot be read'],
])('errors of a link are reported: %s %.40s', (query, hash, problem) => {
  expect(() => routeOf(asked(query), hash)).toThrow(problem);
});

test('an embed is denied the browser’s storage', () => {
  const browser = { localStorage: {}, indexedDB: {} };
  keepNothing(browser);
  expect(() => browser.localStorage).toThrow(
    'An embed keeps nothing in the browser: it has no localStorage.',
  );
  expect(() => browser.indexedDB).toThrow(expect.objectContaining({ name: 'SecurityError' }) as Error);
});

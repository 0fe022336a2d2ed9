import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Route } from '../declaration/family.ts';
import { v2 } from '../spec/apis.ts';
import { allowed, Router } from './router.ts';
import { rounds } from '../../tests/support/rounds.ts';

const route = (method: string, ...paths: string[]): Route => ({ id: '', api: v2, method, paths });
const get = (...paths: string[]) => route('GET', ...paths);
const parts = (path: string) => path.slice(1).split('/');

/** The same lookup done by trying every route in turn: of those that match, the one with a name at the first difference. */
function bySearch(routes: readonly string[], given: string): { path: string; params: object } | null {
  const segments = parts(given.replace(/(?<=.)\/$/, ''));
  const fits = (path: string) =>
    parts(path).length === segments.length &&
    parts(path).every((part, at) => (part[0] === ':' ? segments[at] !== '' : part === segments[at]));
  const rank = (path: string) =>
    parts(path)
      .map((part) => (part[0] === ':' ? '1' : '0'))
      .join('');
  const [path] = routes.filter(fits).sort((a, b) => (rank(a) < rank(b) ? -1 : 1));
  if (path === undefined) return null;
  const named = parts(path).flatMap((part, at) =>
    part[0] === ':' ? [[part.slice(1), decodeURIComponent(segments[at]!)]] : [],
  );
  return { path, params: Object.fromEntries(named) as object };
}

describe('the tree of segments', () => {
  const declaration = fc
    .array(fc.constantFrom('a', 'b', 'c', '2', ':x', ':y'), { minLength: 1, maxLength: 4 })
    .map((all) => `/${all.map((each, at) => (each[0] === ':' ? `${each}${at}` : each)).join('/')}`);
  const routes = fc.uniqueArray(declaration, {
    maxLength: 12,
    selector: (path) => path.replace(/:\w+/g, ':'),
  });
  const word = fc.constantFrom('a', 'b', 'c', '2', 'd', '', 'é', '%20', '..', '__proto__');
  const path = fc.array(word, { maxLength: 6 }).map((words) => `/${words.join('/')}`);

  test('finds what a search through all routes finds', () => {
    fc.assert(
      fc.property(routes, fc.array(path, { maxLength: 30 }), (declared, given) => {
        const router = new Router(declared.map((each) => get(each)));
        for (const each of given) {
          const found = router.find(each);
          const expected = bySearch(declared, each);
          expect([each, found?.methods.get('GET')?.paths[0], found?.params]).toEqual([
            each,
            expected?.path,
            expected?.params,
          ]);
        }
      }),
      rounds(100, 2000),
    );
  });

  test('falls back to the parameter when the name leads nowhere', () => {
    const router = new Router([get('/2/users/me'), get('/2/users/:id/posts')]);
    expect(router.find('/2/users/me/posts')?.params).toEqual({ id: 'me' });
    expect(router.find('/2/users/me')?.params).toEqual({});
  });

  test('ignores one trailing slash but not two, and matches no empty parameter', () => {
    const router = new Router([get('/2/users/:id'), get('/2/users')]);
    expect(router.find('/2/users/7/')?.params).toEqual({ id: '7' });
    expect(router.find('/2/users/')?.params).toEqual({});
    expect(router.find('/2/users//')).toBeNull();
    expect(router.find('/2/users/7//')).toBeNull();
    expect(router.find('')).toBeNull();
  });

  test('throws for a route declared twice and for a parameter with two names', () => {
    expect(() => new Router([get('/2/a/:id'), get('/2/b', '/2/a/:id')])).toThrow(
      'Two endpoints for GET /2/a/:id',
    );
    expect(() => new Router([get('/2/a/:id'), route('PUT', '/2/a/:a_id')])).toThrow(
      'The parameters of /2/a/:a_id are called id elsewhere',
    );
  });
});

test('lists HEAD with GET, and OPTIONS always, in Allow', () => {
  const methods = (...names: string[]) => new Map(names.map((name) => [name, route(name)]));
  expect(allowed(methods('POST', 'GET'))).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  expect(allowed(methods('PUT'))).toEqual(['OPTIONS', 'PUT']);
});

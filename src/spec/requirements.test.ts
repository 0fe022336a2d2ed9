import { chapters } from '#clauses';
import { expect, test } from 'vitest';
import coverage from '../../tests/coverage.json' with { type: 'json' };
import type { EndpointLimits, Limit } from '../../worker/api.ts';
import { clausesOf, forEndpoint, inNotation, inWindow, lettersOf, limitsOf } from './requirements.ts';

test('a section has its own clauses, without those of its subsections', async () => {
  expect((await clausesOf('4')).map(({ section }) => section)).toEqual(['4', '4']);
  expect(await clausesOf('8')).toEqual([]);
  expect(await clausesOf('10.1')).toEqual([]);
  const all = (await Promise.all(Object.values(chapters).map((load) => load()))).flat();
  const sections = [...new Set(all.map(({ section }) => section))];
  expect((await Promise.all(sections.map(clausesOf))).flat()).toHaveLength(all.length);
});

test('the tests of every clause are those of tests/coverage.json', async () => {
  const wanted = new Map(Object.entries<readonly string[]>(coverage.tests));
  for (const chapter of Object.values(chapters))
    for (const { id, tests } of await chapter()) expect(tests, id).toHaveLength(wanted.get(id)?.length ?? 0);
});

test('for the current call its own clauses are separate from the general ones and from those of other endpoints', async () => {
  const { own, general, others, all } = forEndpoint(await clausesOf('8.3'), 'getMe');
  expect(own.map(({ id }) => id)).toEqual(['8.3-get-users-me']);
  expect(general.map(({ id }) => id)).toEqual(['8.3-cell-order', '8.3-two-values', '8.3-default-window']);
  expect(own.length + general.length + others.length).toBe(all.length);
  expect(forEndpoint(all, null).own).toEqual([]);
});

test('limits are written as in the document', async () => {
  const daily: Limit = { scope: 'user', limit: 250, windowSeconds: 86_400 };
  expect(inNotation(daily)).toBe('250 U');
  expect(inWindow(daily)).toBe('in 24 h');
  expect(inWindow({ ...daily, windowSeconds: 900 })).toBe('in 15 min');
  expect(inWindow({ ...daily, windowSeconds: 1 })).toBe('in 1 s');
  expect((await limitsOf('getMe'))?.cells.basic).toEqual([daily]);
  expect(await limitsOf('none')).toBeNull();
});

test('U and A are explained for the endpoint', () => {
  const limit = { limit: 1, windowSeconds: 900 };
  const of = (...scopes: Limit['scope'][]): EndpointLimits => {
    const cell = scopes.map((scope) => ({ ...limit, scope }));
    return { cells: { free: null, basic: cell, pro: cell, enterprise: cell }, assumed: {} };
  };
  expect(lettersOf(of('user', 'app'), ['app', 'oauth1'])).toBe('U counts per user token, A per App.');
  expect(lettersOf(of('user', 'app'), ['oauth1'])).toContain('A is a ceiling over all users of the App');
  expect(lettersOf(of('user'), ['oauth1', 'oauth2'])).toContain('a bearer token is refused here');
  expect(lettersOf(of('app'), ['app'])).toContain('a user’s token is refused here');
  expect(lettersOf(of('app'), ['consumer'])).toBe('A counts per App.');
  expect(lettersOf(of('user'), ['visitor'])).toBe('U counts per user.');
});

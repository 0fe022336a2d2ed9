import { expect, test } from 'vitest';
import { parseRoute } from '../router.ts';
import type { ViewRoute } from '../router.ts';
import { addressOf, readLearn } from './routes.ts';

function read(hash: string) {
  const route = parseRoute(hash);
  if ('problem' in route) throw new Error(route.problem);
  const { lesson, ...rest } = readLearn(route satisfies ViewRoute);
  return { slug: lesson?.slug ?? null, ...rest };
}

const nothing = { slug: null, step: null, isDone: false, brings: new Map(), problem: null };

test.each([
  ['#/learn', {}],
  ['#/learn/first-call', { slug: 'first-call' }],
  ['#/learn/first-call/3', { slug: 'first-call', step: 2 }],
  ['#/learn/first-call/done', { slug: 'first-call', isDone: true }],
  ['#/learn?done=first-call.2', { brings: new Map([['first-call', new Set([1])]]) }],
])('%s', (hash, said) => {
  expect(read(hash)).toEqual({ ...nothing, ...said });
});

test.each([
  ['#/learn/nothing-like-it', 'no lesson'],
  ['#/learn/first-call/0', 'no such step'],
  ['#/learn/first-call/5', 'no such step'],
  ['#/learn/first-call/1/2', 'no such step'],
  ['#/learn/first-call/one', 'no such step'],
  ['#/learn/first-call/done/1', 'no such step'],
])('%s is refused', (hash, words) => {
  const { problem, step, isDone } = read(hash);
  expect(problem).toContain(words);
  expect([step, isDone]).toEqual([null, false]);
});

test('an address is kept as written', () => {
  const { lesson } = readLearn({ view: 'learn', path: ['first-call'], params: [] });
  expect(lesson && [addressOf(lesson), addressOf(lesson, 1)]).toEqual([
    '#/learn/first-call',
    '#/learn/first-call/2',
  ]);
});

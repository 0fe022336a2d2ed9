import { expect, test } from 'vitest';
import { start } from './enter.ts';
import { isSeed, Rehearsal } from './rehearsal.svelte.ts';

test.each([
  ['', '#/requests'],
  ['#/requests/createPost?app=1830&as=mira_holm', '#/requests/createPost'],
  ['#/world/posts/2028410000000000001', '#/world'],
  ['#/portal/apps/1830?tab=keys', '#/portal'],
  ['#/nowhere/at/all', '#/requests'],
])('stage: from %s it starts at %s, without ids of the own world', (hash, address) => {
  expect(start(hash)).toBe(address);
});

test('stage: a run without calls goes on, and the size of the type stays within its steps', () => {
  const stage = new Rehearsal('harbour-7', '#/requests', 0);
  stage.nextRun();
  expect(stage.runs).toEqual([[]]);
  stage.add({ call: 'GET /2/users/me', request: 'a', response: 'b' });
  stage.nextRun();
  expect(stage.runs.map((run) => run.length)).toEqual([1, 0]);
  stage.resize(-1);
  expect(stage.percent).toBe(100);
  for (let press = 0; press < 20; press++) stage.resize(1);
  expect(stage.percent).toBe(200);
});

test.each([
  ['harbour-7', true],
  ['', false],
  ['   ', false],
  ['x'.repeat(41), false],
])('stage: %j is a seed: %s', (text, is) => {
  expect(isSeed(text)).toBe(is);
});

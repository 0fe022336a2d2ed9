import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WebStorage } from '../../tests/support/web-storage.ts';
import { countBeyond, doneIn, doneInLink, linkOf, progress } from './progress.svelte.ts';

let local: WebStorage;

beforeEach(() => {
  local = new WebStorage();
  vi.stubGlobal('localStorage', local);
  progress.look();
});
afterEach(() => vi.unstubAllGlobals());

const done = (slug: string, ...steps: number[]) => new Map([[slug, new Set(steps)]]);

test('done steps are kept, and so are those that another tab did meanwhile', () => {
  progress.add(done('first-call', 0));
  local.setItem('svc-playground:lessons:1', '{"first-call":[0,2],"other-lesson":[1]}');
  progress.add(done('first-call', 1));
  expect(local.texts).toEqual({
    'svc-playground:lessons:1': '{"first-call":[0,1,2],"other-lesson":[1]}',
  });
  expect([...progress.of('first-call')]).toEqual([0, 2, 1]);
  expect(progress.of('unheard-of').size).toBe(0);
});

test.each([
  null,
  '',
  '[]',
  'null',
  '{"first-call":3}',
  '{"first-call":["0"]}',
  '{"first-call":[-1,99,0.5]}',
  '{"First Call":[0]}',
  JSON.stringify({ 'first-call': [0], more: 'x'.repeat(10_000) }),
])('damaged text is dropped: %.40s', (text) => {
  expect(doneIn(text)).toEqual(new Map());
});

test('a link carries the progress, and unknown lessons in it are dropped', () => {
  const all = new Map([...done('first-call', 2, 0), ...done('of-another-release', 1)]);
  expect(linkOf(all)).toEqual(['first-call.1.3']);
  expect(doneInLink(['first-call.1.3', 'nothing.1', 'first-call.0.99', '', '.', 'first-call'])).toEqual(
    done('first-call', 0, 2),
  );
  expect(doneInLink(['first-call.1', 'first-call.2'])).toEqual(done('first-call', 0, 1));
});

test('only new steps in a link count', () => {
  expect(countBeyond(done('first-call', 0, 1, 2), done('first-call', 1))).toBe(2);
  expect(countBeyond(done('first-call', 1), done('first-call', 1))).toBe(0);
});

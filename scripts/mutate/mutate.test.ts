import { describe, expect, test } from 'vitest';
import { mutate } from './mutation.ts';
import { compare, counts, parseResults, toRun } from './results.ts';
import type { Result } from './results.ts';

const mutation = { id: 'limit', file: 'a.ts', old: 'a < b', new: 'a <= b', observed: '' };
const result = (id: string, outcome: Result['outcome'], by?: string): Result => ({
  id,
  outcome,
  ...(by !== undefined && { by }),
  seconds: 10,
  revision: '0b5a57d',
});
const byId = (...results: Result[]) => parseResults(results.map((each) => JSON.stringify(each)).join('\n'));

describe('a mutation', () => {
  test('replaces its old text, and nothing of the new text is read as a pattern', () => {
    expect(mutate('if (a < b) go();', mutation)).toBe('if (a <= b) go();');
    expect(mutate('if (a < b) go();', { ...mutation, new: '$&$1' })).toBe('if ($&$1) go();');
  });

  test('does not apply where its old text is missing or occurs twice, even overlapping', () => {
    expect(mutate('if (b > a) go();', mutation)).toBeNull();
    expect(mutate('a < b || a < b', mutation)).toBeNull();
    expect(mutate('aaa', { ...mutation, old: 'aa' })).toBeNull();
  });
});

describe('results', () => {
  test('are read by id: a later line counts, and a line that was cut off does not', () => {
    const lines = [result('a', 'survived'), result('b', 'types'), result('a', 'unit', 'a.test.ts: fails')];
    const text = `${lines.map((line) => JSON.stringify(line)).join('\n')}\n{"id":"c","outc`;
    expect([...parseResults(text).values()]).toEqual([lines[2], lines[1]]);
    expect(parseResults('').size).toBe(0);
  });

  test('decide what is left to run', () => {
    const [ids, done] = [['a', 'b', 'c'], byId(result('a', 'unit'), result('b', 'survived'))];
    expect(toRun(ids, done, {})).toEqual(['c']);
    expect(toRun(ids, done, { only: ['a', 'c'] })).toEqual(['c']);
    expect(toRun(ids, done, { again: ['b'] })).toEqual(['b']);
    expect(toRun(ids, done, { only: ['c'], again: ['a'] })).toEqual(['a', 'c']);
    expect(() => toRun(ids, done, { only: ['d'] })).toThrow('No mutation has the id d.');
  });

  test('are compared: changed outcomes are listed, and mutations that are no longer found stand out', () => {
    const before = byId(result('a', 'unit', 'x'), result('b', 'e2e', 'y'), result('c', 'types'));
    const after = byId(result('a', 'survived'), result('b', 'unit', 'z'), result('c', 'types'));
    expect(compare(before, after)).toEqual(['LOST a: unit (x) -> survived', 'b: e2e (y) -> unit (z)']);
    expect(compare(before, byId(result('a', 'unit', 'other'), result('b', 'e2e')))).toEqual([
      'c: types -> no result',
    ]);
  });

  test('are counted by outcome, with the mean of their times', () => {
    expect(counts([result('a', 'unit'), { ...result('b', 'survived'), seconds: 20 }])).toBe(
      '2 mutations: types 0, unit 1, e2e 0, survived 1, does-not-apply 0; 15 s each',
    );
  });
});

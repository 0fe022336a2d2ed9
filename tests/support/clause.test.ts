import { describe, expect, test } from 'vitest';
import { clauses, clausesIn, proves } from './clause.ts';

describe('clauses', () => {
  test('ids are unique', () => {
    expect(new Set(clauses.map((clause) => clause.id)).size).toBe(clauses.length);
  });

  test('a title contains the ids that it proves, and they can be read back', () => {
    const title = proves(['4.2-token-post', '3-bearer-one-per-app'], 'issues [one] token');
    expect(title).toBe('issues [one] token [4.2-token-post, 3-bearer-one-per-app]');
    expect(clausesIn(`group › ${title}`)).toEqual(['4.2-token-post', '3-bearer-one-per-app']);
  });

  test('an unknown id is an error where it is written', () => {
    expect(() => proves('4.2-token-pots', 'x')).toThrow('No such clause: 4.2-token-pots');
    expect(() => proves([], 'x')).toThrow('No such clause');
  });
});

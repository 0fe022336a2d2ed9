import { expect, test } from 'vitest';
import { distance, nearest } from './nearest.ts';

test('two swapped letters count as one slip', () => {
  expect([distance('author_id', 'auhtor_id'), distance('', 'abc'), distance('abc', 'abc')]).toEqual([
    1, 3, 0,
  ]);
});

test('finds the intended word, which is the only near one', () => {
  const words = ['author_id', 'created_at', 'post.fields', 'user.fields', 'lang'];
  expect(nearest('authorId', words)).toBe('author_id');
  expect(nearest('creatd_at', words)).toBe('created_at');
  expect(nearest('LANG', words)).toBe('lang');
  expect(nearest('user_fields', words)).toBe('user.fields');
});

test('does not guess between two that are equally near, from far words, or from an empty one', () => {
  expect(nearest('bat', ['cat', 'rat'])).toBeNull();
  expect(nearest('everything', ['lang', 'id'])).toBeNull();
  expect(nearest('', ['id'])).toBeNull();
  expect(nearest('x'.repeat(100), ['x'])).toBeNull();
});

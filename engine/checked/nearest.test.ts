import { expect, test } from 'vitest';
import { distance, nearest } from './nearest.ts';

test('two letters that changed places are one slip', () => {
  expect([distance('author_id', 'auhtor_id'), distance('', 'abc'), distance('abc', 'abc')]).toEqual([
    1, 3, 0,
  ]);
});

test('the word that was meant is near, and the only one that is', () => {
  const words = ['author_id', 'created_at', 'post.fields', 'user.fields', 'lang'];
  expect(nearest('authorId', words)).toBe('author_id');
  expect(nearest('creatd_at', words)).toBe('created_at');
  expect(nearest('LANG', words)).toBe('lang');
  expect(nearest('user_fields', words)).toBe('user.fields');
});

test('nobody guesses: not of two that are as near, not of what is far, not of nothing', () => {
  expect(nearest('bat', ['cat', 'rat'])).toBeNull();
  expect(nearest('everything', ['lang', 'id'])).toBeNull();
  expect(nearest('', ['id'])).toBeNull();
  expect(nearest('x'.repeat(100), ['x'])).toBeNull();
});

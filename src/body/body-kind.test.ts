import { expect, it } from 'vitest';
import { allowed, bodyKind, formRows } from './body-kind.ts';

it('tells JSON, forms and the rest apart', () => {
  expect(bodyKind('application/json; charset=utf-8', '{}')).toBe('json');
  expect(bodyKind('application/problem+json', '[1]')).toBe('json');
  expect(bodyKind('application/json', '{')).toBe('text');
  expect(bodyKind('application/x-www-form-urlencoded', 'a=b')).toBe('form');
  expect(bodyKind('text/html; charset=utf-8', '<p>')).toBe('page');
  expect(bodyKind('text/plain', 'a')).toBe('text');
  expect(bodyKind('', '{}')).toBe('text');
  expect(bodyKind('application/json', '')).toBe('empty');
});

it('offers only the views that fit, and always Raw', () => {
  for (const ways of Object.values(allowed)) expect(ways).toContain('Raw');
  expect(allowed.form).not.toContain('Tree');
});

it('reads a token answer as names and values', () => {
  expect(formRows('oauth_token=a%2Fb&oauth_callback_confirmed=true')).toEqual([
    ['oauth_token', 'a/b'],
    ['oauth_callback_confirmed', 'true'],
  ]);
});

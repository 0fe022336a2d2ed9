import { expect, test } from 'vitest';
import { isText } from './is.ts';
import { checked, recordOf } from './known.ts';

test('a value that fails the check throws, and the error names what was expected', () => {
  expect(checked('page', isText, 'a text')).toBe('page');
  expect(() => checked(7, isText, 'a text')).toThrow(new TypeError('This is not a text'));
});

test('a record has its own value for each key, also for names that every object inherits', () => {
  expect(recordOf(['a', 'constructor'], (key) => key.length)).toEqual({ a: 1, constructor: 11 });
});

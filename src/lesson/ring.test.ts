import { expect, test } from 'vitest';
import { namedIn } from './ring.ts';

test('a hint’s field is the one with the longest name in it, as whole words', () => {
  const names = ['token', 'bearer_token', 'Values', 'Send'];
  expect(namedIn('bearer_token must be the one that the App was given.', names)).toBe('bearer_token');
  expect(namedIn('Values opens the fields.', names)).toBe('Values');
  expect(namedIn('The Sender is somebody else.', names)).toBeNull();
  expect(namedIn('', names)).toBeNull();
});

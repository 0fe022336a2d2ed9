import { describe, expect, it } from 'vitest';
import { changeOf, encodedOnce, encodedTwice } from './change.ts';

describe('Lift 4: what changed between two texts', () => {
  it.each([
    ['cafe', 'caf%C3%A9', encodedOnce, { start: 3, end: 9, was: 'e' }],
    ['caf%C3%A9', 'caf%C3%A8', encodedOnce, { start: 6, end: 9, was: '%A9' }],
    ['caf%25C3%25A9', 'caf%25C3%25A8', encodedTwice, { start: 8, end: 13, was: '%25A9' }],
    ['a%2520b', 'a%252Bb', encodedTwice, { start: 1, end: 6, was: '%2520' }],
    ['abc', 'ab', encodedOnce, { start: 2, end: 2, was: 'c' }],
    ['aa', 'aaa', encodedOnce, { start: 2, end: 3, was: '' }],
    ['', 'x', encodedOnce, { start: 0, end: 1, was: '' }],
  ])('%s to %s', (before, after, unit, change) => expect(changeOf(before, after, unit)).toEqual(change));

  it('is nothing if both are the same', () => expect(changeOf('a%20', 'a%20', encodedOnce)).toBeNull());
});

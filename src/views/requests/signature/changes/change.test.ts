import { describe, expect, it } from 'vitest';
import { asTyped, changeOf, encodedOnce, encodedTwice, piecesOf } from './change.ts';

describe('Lift 4: what changed between two texts', () => {
  it.each([
    ['cafe', 'caf%C3%A9', encodedOnce, { start: 3, end: 9, was: 'e' }],
    ['caf%C3%A9', 'caf%C3%A8', encodedOnce, { start: 6, end: 9, was: '%A9' }],
    ['caf%25C3%25A9', 'caf%25C3%25A8', encodedTwice, { start: 8, end: 13, was: '%25A9' }],
    ['a%2520b', 'a%252Bb', encodedTwice, { start: 1, end: 6, was: '%2520' }],
    ['abc', 'ab', encodedOnce, { start: 2, end: 2, was: 'c' }],
    ['aa', 'aaa', encodedOnce, { start: 2, end: 3, was: '' }],
    ['', 'x', encodedOnce, { start: 0, end: 1, was: '' }],
    ['a🚢', 'a🚣', asTyped, { start: 1, end: 3, was: '🚢' }],
  ])('%s to %s', (before, after, unit, change) => expect(changeOf(before, after, unit)).toEqual(change));

  it('is nothing if both are the same', () => expect(changeOf('a%20', 'a%20', encodedOnce)).toBeNull());
});

describe('a marked text', () => {
  const marked = (...spans: Parameters<typeof piecesOf>) =>
    piecesOf(...spans).map(({ text, changed, hot }) => `${text}${changed ? '!' : ''}${hot ? '^' : ''}`);

  it('is split where the marks begin and end, and is the text again when joined', () => {
    expect(marked('abcdef', 0, null, null)).toEqual(['abcdef']);
    expect(marked('abcdef', 10, { start: 12, end: 14 }, null)).toEqual(['ab', 'cd!', 'ef']);
    expect(marked('abcdef', 0, { start: 1, end: 4 }, { start: 3, end: 6 })).toEqual([
      'a',
      'bc!',
      'd!^',
      'ef^',
    ]);
    expect(marked('abcdef', 10, { start: 0, end: 12 }, { start: 20, end: 22 })).toEqual(['ab!', 'cdef']);
    expect(marked('abcdef', 0, { start: 2, end: 2 }, null).join('')).toBe('abcdef');
    expect(marked('', 3, { start: 3, end: 4 }, null)).toEqual([]);
  });
});

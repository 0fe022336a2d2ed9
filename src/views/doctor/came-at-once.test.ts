import { describe, expect, it } from 'vitest';
import { cameAtOnce } from './came-at-once.ts';

describe('text that came at once', () => {
  it.each([
    ['', 'curl a', 6],
    ['curl a', 'curl ab', 1],
    ['curl a', 'curl', 0],
    ['aa', 'aaa', 1],
    ['a long one that was refused', 'a raw one', 7],
    ['the same', 'the same', 0],
  ])('from %j to %j', (before, after, came) => expect(cameAtOnce(before, after)).toBe(came));
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { lineDifference } from './line-difference.ts';
import { rounds } from '../../../../tests/support/rounds.ts';

const marked = (before: string, after: string) =>
  lineDifference([...before], [...after])
    .map(({ kind, text }) => ({ same: ' ', gone: '-', new: '+' })[kind] + text)
    .join('');

it('marks removed text before added text', () => {
  expect(marked('abcd', 'abxd')).toBe(' a b-c+x d');
  expect(marked('', 'a')).toBe('+a');
  expect(marked('aa', 'a')).toBe(' a-a');
  expect(marked('abc', 'abc')).toBe(' a b c');
});

it('contains both texts whole, whatever they are', () => {
  const lines = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 });
  fc.assert(
    fc.property(lines, lines, (before, after) => {
      const both = lineDifference(before, after);
      expect(both.filter(({ kind }) => kind !== 'new').map(({ text }) => text)).toEqual(before);
      expect(both.filter(({ kind }) => kind !== 'gone').map(({ text }) => text)).toEqual(after);
    }),
    rounds(100, 2000),
  );
});

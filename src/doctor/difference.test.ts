import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { differenceOf } from './difference.ts';
import { rounds } from '../../tests/support/rounds.ts';

const sides = (wrong: string, right: string) => {
  const pieces = differenceOf(wrong, right);
  const without = (kind: string) =>
    pieces
      .filter((each) => each.kind !== kind)
      .map(({ text }) => text)
      .join('');
  return [without('right'), without('wrong')];
};
const marked = (wrong: string, right: string) =>
  differenceOf(wrong, right)
    .map(({ kind, text }) => ({ same: text, wrong: `[-${text}]`, right: `[+${text}]` })[kind])
    .join('');

describe('the difference of two base strings', () => {
  it('contains both', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '%26', '%3D', '&', 'c') });
    fc.assert(
      fc.property(text, text, (wrong, right) => {
        expect(sides(wrong, right)).toEqual([wrong, right]);
      }),
      rounds(100, 2000),
    );
    fc.assert(
      fc.property(text, (both) => {
        expect(differenceOf(both, both).every(({ kind }) => kind === 'same')).toBe(true);
      }),
      rounds(100, 2000),
    );
  });

  it('is no longer than the change', () => {
    expect(marked('GET&http%3A%2F%2Fa&x%3D1', 'GET&https%3A%2F%2Fa&x%3D1')).toBe(
      'GET&http[+s]%3A%2F%2Fa&x%3D1',
    );
    expect(marked('GET&a&x%3D1', 'GET&a&x%3D1%26y%3D2')).toBe('GET&a&x%3D1[+%26y%3D2]');
    expect(marked('G&a&b%3D2%26a%3D1%26c%3D3', 'G&a&a%3D1%26b%3D2%26c%3D3')).toBe(
      'G&a&[-b%3D2%26]a%3D1%26[+b%3D2%26]c%3D3',
    );
  });

  it('of texts with nothing in common takes bounded time', () => {
    const [one, other] = ['x', 'y'].map((letter) => `${letter}%26`.repeat(3000));
    expect(sides(one!, other!)).toEqual([one, other]);
  });
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { asSentence, pieces } from './prose.ts';
import { rounds } from '../../tests/support/rounds.ts';

it('marks the text between backticks', () => {
  expect(pieces('3 rows of `posts`')).toEqual([
    { code: false, text: '3 rows of ' },
    { code: true, text: 'posts' },
  ]);
});

it('keeps a single backtick, and markup stays text', () => {
  expect(pieces('a ` b')).toEqual([{ code: false, text: 'a ` b' }]);
  expect(pieces('`a` and `b')).toEqual([
    { code: true, text: 'a' },
    { code: false, text: ' and `b' },
  ]);
  expect(pieces('<b>`<i>`')).toEqual([
    { code: false, text: '<b>' },
    { code: true, text: '<i>' },
  ]);
});

it('loses nothing except the backticks of pairs', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', '`', ' ') }), (sentence) => {
      const back = pieces(sentence).map(({ code, text }) => (code ? `\`${text}\`` : text));
      expect(back.join('').replaceAll('``', '')).toBe(sentence.replaceAll('``', ''));
    }),
    rounds(100, 2000),
  );
});

it('makes a sentence of a clause', () => {
  expect(asSentence('the token was revoked')).toBe('The token was revoked.');
  expect(asSentence('`id` is not a number (choice: v2-400)')).toBe('`id` is not a number (choice: v2-400)');
});

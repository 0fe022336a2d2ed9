import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countOf, fold, mayHave, wordsOf } from './words.ts';
import { rounds } from '../../tests/support/rounds.ts';

describe('words (choice: search-words)', () => {
  test.each([
    ['The bread, the oven.', ['the', 'bread', 'the', 'oven']],
    ["e-mail don’t don't", ['e', 'mail', 'don', 't', 'don', 't']],
    ['#rye_bread @mira_holm', ['rye', 'bread', 'mira', 'holm']],
    ['https://a.example/x?y=1', ['https', 'a', 'example', 'x', 'y', '1']],
    ['Café, naïve, Ångström', ['cafe', 'naive', 'angstrom']],
    ['Ёлка ЙОД', ['елка', 'иод']],
    ['ΟΔΟΣ οδος', ['οδοσ', 'οδοσ']],
    ['İstanbul', ['istanbul']],
    ['ＦＵＬＬ　ｗｉｄｔｈ', ['full', 'width']],
    ['地図の文字', ['地', '図', 'の', '文', '字']],
    ['東京tower', ['東', '京', 'tower']],
    ['コーヒー', ['コ', 'ー', 'ヒ', 'ー']],
    ['がか', ['が', 'か']],
    ['สวัสดี', ['ส', 'วั', 'ส', 'ดี']],
    ['한글 검색', ['한글', '검색']],
    ['हिन्दी में', ['हिन्दी', 'में']],
    ['🤝🏽 handshakes 🇫🇮', ['🤝', 'handshakes', '🇫', '🇮']],
    ['72 km, 1,000', ['72', 'km', '1', '000']],
    ['… !? —', []],
    ['', []],
  ])('of %j', (text, expected) => {
    expect(wordsOf(text)).toEqual(expected);
  });

  test('a first look never misses a word of a text', () => {
    for (const unit of ['binary-ascii', 'binary'] as const)
      fc.assert(
        fc.property(fc.string({ unit, maxLength: 60 }), (text) => {
          expect(wordsOf(text).filter((each) => !mayHave(text, each))).toEqual([]);
        }),
        rounds(100, 2000),
      );
    expect(mayHave('The BREAD, the oven.', 'bread')).toBe(true);
    expect(mayHave('The bread, the oven.', 'loaf')).toBe(false);
  });

  test('the fast path finds in ASCII what the pattern finds', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary-ascii', maxLength: 60 }), (text) => {
        // One letter beyond ASCII avoids the fast path.
        expect([...wordsOf(text), 'æ']).toEqual(wordsOf(`${text} æ`));
      }),
      rounds(100, 2000),
    );
  });

  test('letter case, forms and accents make no difference, and the only word in a word is the word itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        const words = wordsOf(text);
        expect(wordsOf(fold(text))).toEqual(words);
        expect(wordsOf(text.normalize('NFD'))).toEqual(words);
        for (const word of words) expect(wordsOf(word)).toEqual([word]);
      }),
      { ...rounds(100, 2000), examples: [['ǅ'], ['ﬁ'], ['℡'], ['ẞ'], ['ŉ'], ['𝕏']] },
    );
  });

  test('adjacent words are counted, also where they overlap', () => {
    expect(countOf(['a'], ['a', 'b', 'a'])).toBe(2);
    expect(countOf(['a', 'b'], ['a', 'b', 'a', 'a', 'b'])).toBe(2);
    expect(countOf(['a', 'a'], ['a', 'a', 'a'])).toBe(2);
    expect(countOf(['b', 'a'], ['a', 'b'])).toBe(0);
    expect(countOf(['a'], [])).toBe(0);
  });
});

import { describe, expect, test } from 'vitest';
import { findEntities, guessLanguage } from './entities.ts';

const known = new Map([
  ['mira_holm', '1'],
  ['aiko', '2'],
]);
const find = (text: string) => findEntities(text, (name) => known.get(name.toLowerCase()));

/** Found spans as the texts that they cover, by code points. */
const cut = (text: string) => {
  const { mentions = [], hashtags = [], urls = [] } = find(text) ?? {};
  return [...mentions, ...hashtags, ...urls].map(({ start, end }) => [...text].slice(start, end).join(''));
};

describe('entities', () => {
  test.each([
    ['@mira_holm hello', ['@mira_holm']],
    ['🤝🤝 @Mira_Holm!', ['@Mira_Holm']],
    ['mail@mira_holm.example', []],
    ['@nobody', []],
    ['@mira_holmes', []],
    ['@@aiko', []],
    ['.@aiko,', ['@aiko']],
    ['#bread and #café, #日本', ['#bread', '#café', '#日本']],
    ['#1 #12a', ['#12a']],
    ['a#b &#39;', []],
    [
      'see https://a.example/x?y=1#z. And http://b.example!',
      ['https://a.example/x?y=1#z', 'http://b.example'],
    ],
    ['https://a.example/@aiko#tag', ['https://a.example/@aiko#tag']],
    ['ftp://a.example', []],
    ['', []],
  ])('%j', (text, expected) => {
    expect(cut(text)).toEqual(expected);
  });

  test('a text without any has none', () => {
    expect(find('nothing here')).toBeNull();
  });

  test.each([
    ['hello', 'en'],
    ['ひらがな漢字', 'ja'],
    ['漢字', 'zh'],
    ['한글', 'ko'],
    ['привет', 'ru'],
    ['مرحبا', 'ar'],
    ['שלום', 'he'],
    ['γειά', 'el'],
    ['123 🤝', 'und'],
    ['', 'und'],
  ])('the language of %j is %s (choice: post-lang)', (text, lang) => {
    expect(guessLanguage(text)).toBe(lang);
  });
});

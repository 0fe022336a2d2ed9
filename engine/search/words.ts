/**
 * The words of a text, as search sees them (choice: search-words). Letter case, compatibility forms and the accents
 * of Latin, Greek and Cyrillic letters make no difference. Runs of letters and digits are words. In a script without
 * spaces between words, each letter is one; so is each emoji. Everything else separates words.
 */

/** Scripts written without spaces between words. */
const unspaced = String.raw`[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}]`;

const word = new RegExp(
  String.raw`(?=[\p{L}\p{N}])${unspaced}\p{M}*|(?:(?!${unspaced})[\p{L}\p{N}])(?:(?!${unspaced})[\p{L}\p{N}\p{M}])*|\p{Extended_Pictographic}|\p{Regional_Indicator}`,
  'gu',
);

const accents = /[\u0300-\u036f]/g;
const beyondAscii = /[^\0-\x7f]/;

export function wordsOf(text: string): string[] {
  return beyondAscii.test(text) ? (fold(text).match(word) ?? []) : asciiWords(text.toLowerCase());
}

/** False if a text does not have a word, as a look at it shows before it is split: most texts are ASCII. */
export const mayHave = (text: string, sought: string): boolean =>
  beyondAscii.test(text) || text.toLowerCase().includes(sought);

/** A word and its place in the text, in UTF-16 units. */
export interface PlacedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text with their places. */
export const placedWordsOf = (text: string): PlacedWord[] =>
  [...text.matchAll(word)].flatMap(({ 0: found, index: start }) =>
    wordsOf(found).map((each) => ({ word: each, start, end: start + found.length })),
  );

/** The text without the differences that search ignores. */
export const fold = (text: string): string =>
  text.normalize('NFKD').replace(accents, '').normalize('NFKC').toLowerCase().replaceAll('ς', 'σ');

/** Finds the same as the pattern, several times as fast: most texts are ASCII. */
function asciiWords(text: string): string[] {
  const words: string[] = [];
  let start = -1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const isPart = (code >= 97 && code <= 122) || (code >= 48 && code <= 57);
    if (isPart) {
      if (start < 0) start = at;
    } else if (start >= 0) {
      words.push(text.slice(start, at));
      start = -1;
    }
  }
  if (start >= 0) words.push(text.slice(start));
  return words;
}

/** How often these words occur next to each other in the list. */
export function countOf(sought: readonly string[], words: readonly string[]): number {
  let count = 0;
  for (let at = words.indexOf(sought[0]!); at >= 0; at = words.indexOf(sought[0]!, at + 1))
    if (sought.every((each, offset) => words[at + offset] === each)) count++;
  return count;
}

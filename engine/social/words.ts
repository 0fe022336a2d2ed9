/** Finding things by the words of their names (choices: space-search, communities). */

import { matching } from '../spec/fields.ts';

export const Words = matching(/^(?=[\s\S]*\S)[\s\S]{1,512}$/, '1 to 512 characters, including a word');

/** Ignores differences in case, accents and width. */
export const folded = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Whether each word of the query occurs in the text, also as a part of a longer word. */
export function hasWords(query: string): (text: string) => boolean {
  const words = folded(query)
    .split(/\s+/u)
    .filter((word) => word !== '');
  return (text) => {
    const whole = folded(text);
    return words.every((word) => whole.includes(word));
  };
}

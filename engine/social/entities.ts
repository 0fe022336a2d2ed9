import { itemAt } from '../checked/known.ts';
import type { Entities } from '../state/tables/posts.ts';

const mention = /(?<![\w@])@([A-Za-z0-9_]{1,15})(?!\w)/g;
const hashtag = /(?<![\p{L}\p{N}_&])#([\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*)/gu;
const url = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]]/g;

/** null for a text without any. A mention counts when its user exists. */
export function findEntities(text: string, idOf: (username: string) => string | undefined): Entities | null {
  const urls = spans(text, url, (match) => ({ url: match[0] }));
  const outside = text.replace(url, (found) => ' '.repeat(found.length));
  const hashtags = spans(outside, hashtag, (match) => ({ tag: itemAt(match, 1) }));
  const mentions = spans(outside, mention, (match) => ({
    username: itemAt(match, 1),
    id: idOf(itemAt(match, 1)) ?? '',
  })).filter(({ id }) => id !== '');
  const entities = {
    ...(mentions.length > 0 && { mentions }),
    ...(hashtags.length > 0 && { hashtags }),
    ...(urls.length > 0 && { urls }),
  };
  return Object.keys(entities).length > 0 ? entities : null;
}

function spans<T>(
  text: string,
  pattern: RegExp,
  read: (match: RegExpMatchArray) => T,
): ({ start: number; end: number } & T)[] {
  return Array.from(text.matchAll(pattern), (match) => {
    const start = [...text.slice(0, match.index)].length;
    return { start, end: start + [...match[0]].length, ...read(match) };
  });
}

const scripts: readonly (readonly [RegExp, string])[] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{L}/u, 'en'],
];

/** A guess by script (choice: post-lang). */
export const guessLanguage = (text: string): string =>
  scripts.find(([script]) => script.test(text))?.[1] ?? 'und';

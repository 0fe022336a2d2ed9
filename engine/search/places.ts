/** Finds the places in a text that a query looks for. */
import type { Query } from './query.ts';
import { fold, placedWordsOf } from './words.ts';

/** In UTF-16 units. */
export type Place = readonly [start: number, end: number];

/**
 * The places of the words, phrases, hashtags and usernames that a query looks for, in order. Excludes what the query
 * negates; a place is never a part of a word.
 */
export function placesOf(query: Query, text: string): Place[] {
  const found = placesIn(query, text).toSorted((one, other) => one[0] - other[0] || one[1] - other[1]);
  const joined: Place[] = [];
  for (const [start, end] of found) {
    const last = joined.at(-1);
    if (last && start < last[1]) joined[joined.length - 1] = [last[0], Math.max(last[1], end)];
    else joined.push([start, end]);
  }
  return joined;
}

function placesIn(query: Query, text: string): Place[] {
  switch (query.kind) {
    case 'and':
    case 'or':
      return query.of.flatMap((each) => placesIn(each, text));
    case 'words':
      return phrases(query.words, text);
    case 'tag':
      return named(/#[\p{L}\p{N}\p{M}_]+/gu, text, (each) => fold(each.slice(1)) === query.tag);
    case 'mention':
      return named(/@\w{1,15}/g, text, (each) => each.slice(1).toLowerCase() === query.username);
    default:
      return [];
  }
}

/** Adjacent words, as one place. */
function phrases(sought: readonly string[], text: string): Place[] {
  const words = placedWordsOf(text);
  return words.flatMap(({ start }, at) => {
    const run = words.slice(at, at + sought.length);
    const last = run.at(-1);
    return last && sought.every((each, offset) => run[offset]?.word === each)
      ? [[start, last.end] as const]
      : [];
  });
}

const named = (form: RegExp, text: string, isSought: (found: string) => boolean): Place[] =>
  [...text.matchAll(form)].flatMap(({ 0: found, index: start }) =>
    isSought(found) ? [[start, start + found.length] as const] : [],
  );

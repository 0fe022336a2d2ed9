/** Renaming inside a query or a form. Pairs that have no other name keep their octets. */
import type { Renaming } from './json.ts';

export function renamePairs(pairs: string, { rename, holdsNames }: Renaming): string {
  return pairs
    .split('&')
    .map((pair) => {
      const [, encodedName = '', encodedValue] = /^([^=]*)(?:=(.*))?$/s.exec(pair) ?? [];
      const name = decoded(encodedName);
      const renamed = name === null ? encodedName : changed(name, rename(name), encodedName);
      if (encodedValue === undefined) return renamed;
      const value = name !== null && holdsNames(name) ? decoded(encodedValue) : null;
      return `${renamed}=${value === null ? encodedValue : changed(value, rename(value), encodedValue)}`;
    })
    .join('&');
}

const changed = (before: string, after: string, encoded: string): string =>
  before === after ? encoded : encodeURIComponent(after);

/** null for octets that are not UTF-8. */
function decoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

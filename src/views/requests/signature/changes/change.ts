/** The part of two texts between their common prefix and suffix. */
export interface TextChange {
  /** In the new text. */
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** The old text. */
  readonly was: string;
}

/** One byte as encoded in the text, so that an escape is never split. */
export const encodedOnce = /%[0-9A-F]{2}|[^]/g;
export const encodedTwice = /%25[0-9A-F]{2}|%[0-9A-F]{2}|[^]/g;

/** null if both are the same. */
export function changeOf(before: string, after: string, unit: RegExp): TextChange | null {
  if (before === after) return null;
  const old = before.match(unit) ?? [];
  const now = after.match(unit) ?? [];
  const shorter = Math.min(old.length, now.length);
  let start = 0;
  while (start < shorter && old[start] === now[start]) start++;
  let end = 0;
  while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const lengthOf = (units: readonly string[]) => units.join('').length;
  const from = lengthOf(now.slice(0, start));
  return {
    start: from,
    end: from + lengthOf(now.slice(start, now.length - end)),
    was: old.slice(start, old.length - end).join(''),
  };
}

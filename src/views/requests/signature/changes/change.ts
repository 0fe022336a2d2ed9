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
/** One character. */
export const asTyped = /[^]/gu;

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

/** A range of characters; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

export interface MarkedPiece {
  readonly text: string;
  readonly changed: boolean;
  readonly hot: boolean;
}

/** A text that begins at `from` in a longer one, split where a change or a highlight of the longer one begins or ends. */
export function piecesOf(text: string, from: number, change: Span | null, hot: Span | null): MarkedPiece[] {
  const last = from + text.length;
  const inside = (at: number): number => Math.max(from, Math.min(at, last));
  const cuts = [
    from,
    ...[change, hot].flatMap((span) => (span ? [inside(span.start), inside(span.end)] : [])),
  ].toSorted((a, b) => a - b);
  const has = (span: Span | null, at: number): boolean => span !== null && span.start <= at && at < span.end;
  return cuts.flatMap((start, index) => {
    const piece = text.slice(start - from, (cuts[index + 1] ?? last) - from);
    return piece === '' ? [] : [{ text: piece, changed: has(change, start), hot: has(hot, start) }];
  });
}

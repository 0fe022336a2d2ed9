/** The output of the readers of all formats. */
import type { FeedLine } from '../state/tables/catalog.ts';
import type { Column } from './columns.ts';

/** The replacement for bytes that are not characters. */
export const replaced = '\uFFFD';

/** Most characters of a field, and of a row (choice: catalog-feeds). */
export const mostOfField = 1_000_000;
export const mostOfRow = 4_000_000;

/** Rows that were completed together. */
export interface Rows {
  /** The columns of all rows. Later rows may add more. */
  readonly columns: readonly Column[];
  /** The cells of each row by column; undefined if the row has no value. */
  readonly cells: readonly (readonly (string | undefined)[])[];
  /** Whether any cell may contain `replaced`, so that not each has to be searched. */
  readonly hasReplaced: boolean;
  /** Rows that cannot be read at all, in the order of the file. */
  readonly broken: readonly Broken[];
  /** Where a row of `cells` begins, and its text in the file. */
  readonly placeOf: (row: number) => Place;
  /** The line after the last of these. */
  readonly lineAfter: number;
}

export interface Place {
  /** From 1. */
  readonly line: number;
  /** Index of its first character in the text of the file; null if it is not known. */
  readonly at: number | null;
  /** The text of the row in the file, or the beginning of a very long one. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The rows before and after it, as far as they are available. */
  readonly around?: (() => Around) | undefined;
}

export interface Around {
  readonly before: readonly FeedLine[];
  readonly after: readonly FeedLine[];
}

/** How much text of a rejected row is kept. */
export const mostOfText = 8000;

/** A copy. A slice of a text would keep the whole text in memory. */
export const owned = (text: string): string => [text, ''].join('');

export interface Broken extends Place {
  readonly column: string | null;
  readonly message: string;
}

export interface Reader {
  /** The first character that is still needed. The text before it may be dropped. */
  readonly at: number;
  /** Reads more of the file. Throws `FeedFailed` if nothing can be read from here on. */
  read(text: string): Iterable<Rows>;
  end(): Iterable<Rows>;
}

/** Examines only the end, because a row may contain millions of line breaks. */
export function withoutBreak(row: string): string {
  let end = row.length;
  while (end > 0 && (row[end - 1] === '\n' || row[end - 1] === '\r')) end--;
  return row.slice(0, end);
}

/** What the readers of every format give. */
import type { FeedLine } from '../state/tables/catalog.ts';
import type { Column } from './columns.ts';

/** What stands for bytes that are no character. */
export const replaced = '\uFFFD';

/** Characters of one field, and of one row (choice: catalog-feeds). */
export const mostOfField = 1_000_000;
export const mostOfRow = 4_000_000;

/** Rows that became whole together. */
export interface Rows {
  /** Of all rows; more may join them in later ones. */
  readonly columns: readonly Column[];
  /** By column; undefined where a row says nothing. */
  readonly cells: readonly (readonly (string | undefined)[])[];
  /** Whether some cell holds `replaced`: looked for once, not in each. */
  readonly hasReplaced: boolean;
  /** In the order of the file; those that cannot be read at all. */
  readonly broken: readonly Broken[];
  /** Of a row of `cells`: where it begins, and as the file has it. */
  readonly placeOf: (row: number) => Place;
  /** The line after the last of these. */
  readonly lineAfter: number;
}

export interface Place {
  /** From 1. */
  readonly line: number;
  /** Its first character in the text of the file; null where that is not known. */
  readonly at: number | null;
  /** The row as the file has it, or the beginning of one that is very long. */
  readonly text: string;
  readonly isWhole: boolean;
  /** The rows before and after it, as far as they are at hand. */
  readonly around?: (() => Around) | undefined;
}

export interface Around {
  readonly before: readonly FeedLine[];
  readonly after: readonly FeedLine[];
}

/** Of a row that is rejected so much is kept. */
export const mostOfText = 8000;

/** A copy: a piece that is cut out of a text keeps all of that in memory. */
export const owned = (text: string): string => [text, ''].join('');

export interface Broken extends Place {
  readonly column: string | null;
  readonly message: string;
}

export interface Reader {
  /** The first character of the text that may still be asked about: what was read before it is done with. */
  readonly at: number;
  /** More of the file. Throws `FeedFailed` when nothing of it can be read from here on. */
  read(text: string): Iterable<Rows>;
  end(): Iterable<Rows>;
}

/** Looks at the end alone: a row may be millions of line breaks. */
export function withoutBreak(row: string): string {
  let end = row.length;
  while (end > 0 && (row[end - 1] === '\n' || row[end - 1] === '\r')) end--;
  return row.slice(0, end);
}

/** What the readers of every format give. */
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
  readonly text: string;
}

export interface Broken extends Place {
  readonly column: string | null;
  readonly message: string;
}

export interface Reader {
  /** More of the file. Throws `FeedFailed` when nothing of it can be read from here on. */
  read(text: string): Iterable<Rows>;
  end(): Iterable<Rows>;
}

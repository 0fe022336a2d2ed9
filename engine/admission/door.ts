/**
 * Where the fields of rows are set, and what is checked there. An import applies the same check to each field of each row,
 * so that a file holds nothing that a person or an App could not have set.
 */
import type { Read } from '../state/state.ts';
import type { RowFlaw } from '../state/store/spec.ts';

/** What is wrong with a value, as a sentence or the end of one; null for one that is taken. */
export type Objection<T> = (value: T) => string | null;

export interface Door<in T> {
  /** Ids of the endpoints and commands that set the field; none where the platform makes its value. */
  readonly setBy: readonly string[];
  readonly objection: Objection<T> | null;
}

/** A door for every field of a row. */
export type Doors<R extends object> = { readonly [F in keyof R]-?: Door<NonNullable<R[F]>> };

/** What rows of a table from outside have to keep, beyond the types of their fields. */
export interface Admission<R extends object> {
  readonly doors: Doors<R>;
  /** Whether nothing in this release has a use for a row: it is left out. */
  readonly isIdle?: (row: R) => boolean;
  /** What has to hold between the fields of a row. */
  readonly row?: (row: R) => RowFlaw | null;
  /** What has to hold between a row and all others, limits of their number among it. */
  readonly among?: (row: R, tables: Read) => RowFlaw | null;
}

/** Set by a person or an App, through these endpoints and commands. null for a value that its type says all of. */
export const setBy = <T>(
  ids: string | readonly string[],
  objection: Objection<T> | null = null,
): Door<T> => ({
  setBy: typeof ids === 'string' ? [ids] : ids,
  objection,
});

/** Made by the platform. */
export const made = <T>(objection: Objection<T>): Door<T> => ({ setBy: [], objection });

/** Made by the platform, or a reference: its type says all of it. */
export const typed: Door<unknown> = { setBy: [], objection: null };

/** The first of some flaws. */
export const firstOf = (...flaws: readonly (RowFlaw | null)[]): RowFlaw | null =>
  flaws.find((flaw) => flaw !== null) ?? null;

/** A flaw of this field unless it holds. */
export const demand = (holds: boolean, field: string, reason: string): RowFlaw | null =>
  holds ? null : [field, reason];

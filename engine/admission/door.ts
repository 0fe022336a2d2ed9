/**
 * Where the fields of rows are set, and what is checked there. An import applies the same check to each field of each
 * row, so that a file cannot hold anything that a person or an App could not have set.
 */
import type { Read } from '../state/state.ts';
import type { RowFlaw } from '../state/store/spec.ts';

/** What is wrong with a value, as a sentence or the end of one; null for an accepted value. */
export type Objection<T> = (value: T) => string | null;

export interface Door<in T> {
  /** Ids of the endpoints and commands that set the field; empty if the platform makes its value. */
  readonly setBy: readonly string[];
  readonly objection: Objection<T> | null;
}

/** A door for every field of a row. */
export type Doors<R extends object> = { readonly [F in keyof R]-?: Door<NonNullable<R[F]>> };

/** The rules for imported rows of a table, beyond the types of their fields. */
export interface Admission<R extends object> {
  readonly doors: Doors<R>;
  /** Whether this release has no use for a row. Such rows are skipped. */
  readonly isIdle?: (row: R) => boolean;
  /** Checks the fields of a row against each other. */
  readonly row?: (row: R) => RowFlaw | null;
  /** Checks a row against all others, limits on their number included. */
  readonly among?: (row: R, tables: Read) => RowFlaw | null;
}

/**
 * A field that a person or an App sets through these endpoints and commands. The objection is null if the type is the
 * only rule.
 */
export const setBy = <T>(
  ids: string | readonly string[],
  objection: Objection<T> | null = null,
): Door<T> => ({
  setBy: typeof ids === 'string' ? [ids] : ids,
  objection,
});

/** A field whose value the platform makes. */
export const made = <T>(objection: Objection<T>): Door<T> => ({ setBy: [], objection });

/** A field that the platform makes, or a reference. Its type is the only rule. */
export const typed: Door<unknown> = { setBy: [], objection: null };

export const firstOf = (...flaws: readonly (RowFlaw | null)[]): RowFlaw | null =>
  flaws.find((flaw) => flaw !== null) ?? null;

/** A flaw of this field unless `holds`. */
export const demand = (holds: boolean, field: string, reason: string): RowFlaw | null =>
  holds ? null : [field, reason];

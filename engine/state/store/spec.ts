import type { IndexSpec } from './index-spec.ts';
import type { Fields, Kind } from './kinds.ts';
import type { ReadTable } from './table.ts';

/** The declaration of a table. */
export interface TableSpec<R extends object = object> {
  /** The field that identifies a row. */
  readonly key: string;
  readonly indexes: Readonly<Record<string, IndexSpec<R>>>;
  /** Persisted in blocks. */
  readonly big?: true;
  /** May be read after the start, because most calls do not need it. For a big table whose keys are not counted up. */
  readonly isLate?: true;
  /**
   * The index of the row on which its rows depend: they are hidden once their value in it is among the values of
   * `goneIn` (decisions/deleting.md).
   */
  readonly goesWith?: {
    readonly index: string;
    readonly goneIn: { readonly table: string; readonly index: string };
  };
  /** Its decimal keys were given by `State.nextId`: none is above the last one given. */
  readonly isNumbered?: true;
}

/** The types of a table's rows and index names, by the table's name. */
export type Declared<R extends object, I extends string> = TableSpec & { readonly row: R; readonly index: I };

/** Declares a table. The key and the indexes are checked against the row type. */
export const table =
  <R extends object>() =>
  <const I extends Readonly<Record<string, IndexSpec<R>>>>(
    key: keyof R & string,
    indexes: I,
    rest: Omit<TableSpec<R>, 'key' | 'indexes'> = {},
  ): Declared<R, keyof I & string> =>
    ({ key, indexes, ...rest }) as unknown as Declared<R, keyof I & string>;

/** The rules of a table's rows, for rows from outside. */
export interface RowRules<R extends object = object> {
  readonly fields: Readonly<Record<string, Kind<unknown>>>;
  /** Checks fields against each other; null for a valid row. Runs as the row is read. */
  readonly flawOf?: (row: R) => RowFlaw | null;
  /** Checks a row against other rows; null for a valid row. Runs when all rows are there. */
  readonly flawAmong?: (row: R, tables: TablesRead) => RowFlaw | null;
  /** Whether this release has no use for the row: it is then left out. */
  readonly isIdle?: (row: R) => boolean;
  /** Reads a row from JSON: replaces what stands for values that JSON cannot hold. */
  readonly fromJson?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** The wrong field, and what is wrong, as the end of a sentence. */
export type RowFlaw = readonly [field: string, reason: string];

export type TablesRead = Readonly<Record<string, ReadTable<object>>>;

/** Declares the rules of a table. The fields are checked against the row type. */
export const rowRules = <R extends object>(
  fields: Fields<R>,
  rest: Omit<RowRules<R>, 'fields'> = {},
): RowRules => ({ fields, ...rest }) as unknown as RowRules;

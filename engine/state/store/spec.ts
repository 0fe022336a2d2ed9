import type { IndexSpec } from './index-spec.ts';
import type { Fields, Kind } from './kinds.ts';
import type { ReadTable } from './table.ts';

/** How a table is kept. */
export interface TableSpec<R extends object = object> {
  /** The field that rows are told apart by. */
  readonly key: string;
  readonly indexes: Readonly<Record<string, IndexSpec<R>>>;
  /** Persisted in blocks. */
  readonly big?: true;
  /** May be read after the start: most calls do without it. For a big one whose keys nobody counts up. */
  readonly isLate?: true;
  /** The index of what its rows go with: they are hidden once that is among the values of `goneIn` (decisions/deleting.md). */
  readonly goesWith?: {
    readonly index: string;
    readonly goneIn: { readonly table: string; readonly index: string };
  };
  /** Its keys are ids that `State.nextId` gave, as far as they are decimal: none is above the last one given. */
  readonly isNumbered?: true;
}

/** Of a table by its name: the types of its rows and of its indexes' names. */
export type Declared<R extends object, I extends string> = TableSpec & { readonly row: R; readonly index: I };

/** Declares a table. The key and the indexes are checked against the row's type. */
export const table =
  <R extends object>() =>
  <const I extends Readonly<Record<string, IndexSpec<R>>>>(
    key: keyof R & string,
    indexes: I,
    rest: Omit<TableSpec<R>, 'key' | 'indexes'> = {},
  ): Declared<R, keyof I & string> =>
    ({ key, indexes, ...rest }) as unknown as Declared<R, keyof I & string>;

/** What the rows of a table may hold: asked about rows that come from outside. */
export interface RowRules<R extends object = object> {
  readonly fields: Readonly<Record<string, Kind<unknown>>>;
  /** What has to hold between the fields of a row; null when it does. Asked as the row is read. */
  readonly flawOf?: (row: R) => RowFlaw | null;
  /** What has to hold between a row and others; null when it does. Asked when all rows are there. */
  readonly flawAmong?: (row: R, tables: TablesRead) => RowFlaw | null;
  /** Whether nothing in this release has a use for the row: it is left out. */
  readonly isIdle?: (row: R) => boolean;
  /** Takes a row as JSON has it: what JSON cannot hold is made of what stands for it. */
  readonly fromJson?: (row: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
}

/** Which field is wrong, and how: the end of a sentence. */
export type RowFlaw = readonly [field: string, reason: string];

export type TablesRead = Readonly<Record<string, ReadTable<object>>>;

/** Declares the rules of a table. The fields are checked against the row's type. */
export const rowRules = <R extends object>(
  fields: Fields<R>,
  rest: Omit<RowRules<R>, 'fields'> = {},
): RowRules => ({ fields, ...rest }) as unknown as RowRules;

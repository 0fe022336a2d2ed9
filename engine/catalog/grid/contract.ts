/** The questions and answers about a catalog as a table. */
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { Product, ProductFilter } from '../../state/tables/catalog.ts';
import type { AttributeName } from '../attributes.ts';

/** A view: which products, and in which order. */
export interface GridView {
  readonly catalogId: string;
  /** A product set; null for the whole catalog. */
  readonly setId: string | null;
  /** A filter in the language of `language.ts`; empty for all products. */
  readonly filter: string;
  /** The sorted column; null for the order of creation. */
  readonly column: AttributeName | null;
  readonly isFalling: boolean;
}

export interface GridWindow {
  readonly from: number;
  readonly count: number;
  /** How many values of the sorted column to return, at evenly spaced ranks. */
  readonly marks: number;
}

export interface GridRows {
  readonly kind: 'rows';
  readonly from: number;
  /** null for a product that was removed in the meantime. */
  readonly rows: readonly (Product | null)[];
  /** The number of products in the catalog or the set. */
  readonly total: number;
  /** The number of products that pass the filter. */
  readonly matches: number;
  /** Values of the sorted column as texts, from the first rank to the last; null for a product without a value. */
  readonly marks: readonly (string | null)[];
  readonly asSet: AsSet;
}

/** A table filter as filters of a product set, or why a set cannot express it (choice: catalog-sets). */
export type AsSet =
  | { readonly kind: 'filters'; readonly filters: readonly ProductFilter[] }
  | { readonly kind: 'not'; readonly reason: string };

/** `superseded`: the same viewer asked for another view in the meantime. `gone`: there is no such catalog or set. */
export type GridAnswer =
  | GridRows
  | FilterProblem
  | { readonly kind: 'superseded' }
  | { readonly kind: 'gone' };

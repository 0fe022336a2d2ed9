/** What a page asks of a catalog as a table, and what it is told. */
import type { FilterProblem } from '../../checked/filter-words.ts';
import type { Product, ProductFilter } from '../../state/tables/catalog.ts';
import type { AttributeName } from '../attributes.ts';

/** Which products, in which order. */
export interface GridView {
  readonly catalogId: string;
  /** null for the whole catalog. */
  readonly setId: string | null;
  /** In the language of `language.ts`; empty for all. */
  readonly filter: string;
  /** null for the order of creation. */
  readonly column: AttributeName | null;
  readonly isFalling: boolean;
}

export interface GridWindow {
  readonly from: number;
  readonly count: number;
  /** How many values of the sorted column are wanted, at ranks that are evenly apart. */
  readonly marks: number;
}

export interface GridRows {
  readonly kind: 'rows';
  readonly from: number;
  /** null for a product that was removed while this was being found. */
  readonly rows: readonly (Product | null)[];
  /** Products of the catalog or of the set. */
  readonly total: number;
  /** Those that pass the filter. */
  readonly matches: number;
  /** Values of the sorted column, as texts, null where a product has none; from the first rank to the last. */
  readonly marks: readonly (string | null)[];
  readonly asSet: AsSet;
}

/** What a filter is as a product set, or why it is none (choice: catalog-sets). */
export type AsSet =
  | { readonly kind: 'filters'; readonly filters: readonly ProductFilter[] }
  | { readonly kind: 'not'; readonly reason: string };

/** `superseded`: the same viewer asked for another view meanwhile. `gone`: there is no such catalog or set. */
export type GridAnswer =
  | GridRows
  | FilterProblem
  | { readonly kind: 'superseded' }
  | { readonly kind: 'gone' };

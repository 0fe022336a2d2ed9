/** Adds, changes and removes products (choices: catalog-products, catalog-size): from a call or from a feed, the same way. */
import type { Read, Write } from '../state/state.ts';
import { productKey } from '../state/tables/catalog.ts';
import type { Catalog, Product } from '../state/tables/catalog.ts';
import { attributes, issuesBetween, warningsOf } from './attributes.ts';
import type { Given, ProductIssue } from './attributes.ts';

/** Products of one catalog at most (choice: catalog-size). */
export const mostProducts = 2_000_000;

export type UpsertStatus = 'CREATE_SUCCESS' | 'UPDATE_SUCCESS' | 'NO_CHANGE' | 'ERROR';

export interface Upserted {
  readonly status: UpsertStatus;
  readonly warnings: readonly ProductIssue[];
  readonly errors: readonly ProductIssue[];
}

const none: readonly ProductIssue[] = [];
const full: Upserted = {
  status: 'ERROR',
  warnings: none,
  errors: [{ attribute: null, message: `the catalog is full: it holds ${mostProducts} products` }],
};

/**
 * Upserts within one transaction. The attributes that are given change, null takes one away, and the others stay; the
 * product that comes of it is checked whole.
 */
export class Upserts {
  #size: number;
  #made: number;

  constructor(
    private readonly catalog: Catalog,
    private readonly tables: Pick<Read, 'products'>,
    private readonly write: Pick<Write, 'catalogs' | 'products'>,
  ) {
    this.#size = tables.products.countBy('catalog', catalog.id);
    this.#made = catalog.products_made;
  }

  upsert(id: string, given: Given): Upserted {
    const key = productKey(this.catalog.id, id);
    const before = this.tables.products.get(key);
    const product = merged(before, given, this.catalog.id, key, this.#made);
    const errors = issuesBetween(product);
    if (errors.length > 0) return { status: 'ERROR', warnings: none, errors };
    const warnings = warningsOf(product);
    if (before && isSame(before, product)) return { status: 'NO_CHANGE', warnings, errors };
    if (!before) {
      if (this.#size >= mostProducts) return full;
      this.#size++;
      this.#made++;
    }
    this.write.products.put(product);
    return { status: before ? 'UPDATE_SUCCESS' : 'CREATE_SUCCESS', warnings, errors };
  }

  /** To be called at the end. */
  finish(): void {
    if (this.#made !== this.catalog.products_made)
      this.write.catalogs.update(this.catalog.id, { products_made: this.#made });
  }
}

/** In the order of the declaration, so that rows with the same attributes have the same shape in memory. */
function merged(
  before: Product | undefined,
  given: Given,
  catalogId: string,
  key: string,
  made: number,
): Product {
  const product: Record<string, unknown> = {
    product_key: key,
    catalog_id: catalogId,
    made: before ? before.made : made,
  };
  for (const { name } of attributes) {
    const value = given[name];
    const kept = value === undefined ? before?.[name] : value;
    if (kept !== undefined && kept !== null) product[name] = kept;
  }
  return product as unknown as Product;
}

function isSame(one: Product, other: Product): boolean {
  for (const { name } of attributes) {
    const [a, b] = [one[name], other[name]];
    if (a === b) continue;
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    if (!a.every((each, at) => each === b[at])) return false;
  }
  return true;
}

/** Removes products of a catalog, and takes them out of its manual sets. */
export function removeProducts(
  catalog: Catalog,
  products: readonly Product[],
  { product_sets: sets }: Pick<Read, 'product_sets'>,
  write: Pick<Write, 'product_sets' | 'products'>,
): void {
  const gone = new Set(products.map(({ id }) => id));
  for (const { product_key } of products) write.products.remove(product_key);
  for (const setId of sets.keysBy('catalog', catalog.id)) {
    const { product_ids } = sets.get(setId)!;
    const left = product_ids?.filter((id) => !gone.has(id));
    if (left && left.length < product_ids!.length) write.product_sets.update(setId, { product_ids: left });
  }
}

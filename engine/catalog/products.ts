/** Adds, changes and removes products (choices: catalog-products, catalog-size), for calls and for feeds. */
import { itemAt } from '../checked/known.ts';
import type { Read, Write } from '../state/state.ts';
import { productKey } from '../state/tables/catalog.ts';
import type { Catalog, Product } from '../state/tables/catalog.ts';
import { attributes, issuesBetween, required, warningsOf } from './attributes.ts';
import type { AttributeName, GivenValues, ProductIssue } from './attributes.ts';
import type { Writer } from './writers.ts';

/** Most products of one catalog (choice: catalog-size). */
export const mostProducts = 2_000_000;

export type UpsertStatus = 'CREATE_SUCCESS' | 'UPDATE_SUCCESS' | 'NO_CHANGE' | 'ERROR';

export interface Upserted {
  readonly status: UpsertStatus;
  readonly warnings: readonly ProductIssue[];
  readonly errors: readonly ProductIssue[];
  /** The product's position in the order of creation; -1 for an error. */
  readonly made: number;
  /** The attributes that an update changed. */
  readonly changed: readonly AttributeName[];
}

const none: readonly never[] = [];
const full: Upserted = {
  status: 'ERROR',
  warnings: none,
  errors: [{ attribute: null, message: `the catalog is full: it holds ${mostProducts} products` }],
  made: -1,
  changed: none,
};

/**
 * Upserts within one transaction. Given attributes change, null removes one, and the others stay. The resulting product
 * is checked as a whole.
 */
export class Upserts {
  #size: number;
  #made: number;
  readonly #number: number;
  #hasWritten = false;
  /** The common prefix of the keys of all products of the catalog. */
  readonly #keysBegin: string;

  constructor(
    private readonly catalog: Catalog,
    private readonly tables: Pick<Read, 'products' | 'product_writers'>,
    private readonly write: Pick<Write, 'catalogs' | 'products' | 'product_writers'>,
    private readonly writer: Writer,
    /** Called for each product that changes. */
    private readonly changed?: (before: Product | undefined, after: Product) => void,
  ) {
    this.#size = tables.products.countBy('catalog', catalog.id);
    this.#made = catalog.products_made;
    this.#number = writer.numberIn(tables);
    this.#keysBegin = productKey(catalog.id, '');
  }

  upsert(id: string, given: GivenValues): Upserted {
    const key = this.#keysBegin + id;
    const before = this.tables.products.get(key);
    const product = merged(before, given, this.catalog.id, key, this.#made, this.#number);
    const errors = issuesBetween(product);
    if (errors.length > 0) return { status: 'ERROR', warnings: none, errors, made: -1, changed: none };
    const warnings = warningsOf(product);
    const { made } = product;
    const changed = before ? differences(before, product) : none;
    if (before && changed.length === 0) return { status: 'NO_CHANGE', warnings, errors, made, changed };
    if (!before) {
      if (this.#size >= mostProducts) return full;
      this.#size++;
      this.#made++;
    }
    this.#hasWritten = true;
    this.write.products.putOver(before, product);
    this.changed?.(before, product);
    return { status: before ? 'UPDATE_SUCCESS' : 'CREATE_SUCCESS', warnings, errors, made, changed };
  }

  /** Must be called at the end. `now` is epoch ms on the platform's clock. */
  finish(now: number): void {
    if (this.#hasWritten) this.writer.keep(this.tables, this.write, now);
    if (this.#made !== this.catalog.products_made)
      this.write.catalogs.update(this.catalog.id, { products_made: this.#made });
  }
}

/** Attributes in the order of the declaration, so that rows with the same attributes have the same shape in memory. */
function merged(
  before: Product | undefined,
  given: GivenValues,
  catalogId: string,
  key: string,
  made: number,
  writer: number,
): Product {
  const keep = (name: AttributeName, place: number) => {
    const value = given[place];
    return value === undefined ? before?.[name] : value;
  };
  // One literal for the attributes that every product has: a third of the cost of adding them one by one.
  const product: Record<string, unknown> = {
    product_key: key,
    catalog_id: catalogId,
    made: before ? before.made : made,
    writer,
    id: keep('id', 0),
    title: keep('title', 1),
    description: keep('description', 2),
    availability: keep('availability', 3),
    condition: keep('condition', 4),
    price: keep('price', 5),
    link: keep('link', 6),
    image_link: keep('image_link', 7),
  };
  for (let place = required.length; place < attributes.length; place++) {
    if (given[place] === undefined && !before) continue;
    const { name } = itemAt(attributes, place);
    const kept = keep(name, place);
    if (kept !== undefined && kept !== null) product[name] = kept;
  }
  return product as unknown as Product;
}

function differences(one: Product, other: Product): readonly AttributeName[] {
  let names: AttributeName[] | null = null;
  for (const { name } of attributes) if (!isSame(one[name], other[name])) (names ??= []).push(name);
  return names ?? none;
}

function isSame(one: Product[AttributeName], other: Product[AttributeName]): boolean {
  if (one === other) return true;
  if (!Array.isArray(one) || !Array.isArray(other) || one.length !== other.length) return false;
  return one.every((each, at) => each === other[at]);
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
  for (const { id, product_ids } of sets.rowsBy('catalog', catalog.id)) {
    const left = product_ids?.filter((each) => !gone.has(each)) ?? [];
    if (product_ids && left.length < product_ids.length) write.product_sets.update(id, { product_ids: left });
  }
}

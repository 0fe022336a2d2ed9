/** One product in detail: the sets that it is in, why it is not in others, and the page of the list that shows it. */
import { Cursors } from '../paging/cursor.ts';
import { before } from '../state/store/entries.ts';
import type { Place } from '../state/store/range.ts';
import type { Read } from '../state/state.ts';
import { productKey } from '../state/tables/catalog.ts';
import type { Product, ProductFilter, ProductSet } from '../state/tables/catalog.ts';
import { passes } from './filters.ts';
import { productsBinding } from './list.ts';
import { showProduct } from './show.ts';
import { lastWriteOf } from './writers.ts';
import type { LastWrite } from './writers.ts';

export interface ProductDetail {
  /** The product as the API shows it. */
  readonly shown: Readonly<Record<string, unknown>>;
  /** The page of the list that has the product, in pages of the default size. */
  readonly page: { readonly number: number; readonly size: number; readonly cursor: string | null };
  readonly sets: readonly SetStanding[];
  /** null if it is no longer kept. */
  readonly lastWrite: LastWrite | null;
}

export interface SetStanding extends Pick<ProductSet, 'id' | 'name' | 'type'> {
  readonly isIn: boolean;
  readonly filters: number;
  /** The filters of the set that the product does not pass. */
  readonly fails: readonly ProductFilter[];
}

/** null if there is no such catalog or product. */
export function detailOf(catalogId: string, id: string, tables: Read): ProductDetail | null {
  const product = tables.products.get(productKey(catalogId, id));
  if (!product || !tables.catalogs.get(catalogId)) return null;
  const sets = tables.product_sets.rowsBy('catalog', catalogId).map((set) => standingIn(set, product));
  const lastWrite = lastWriteOf(product, tables);
  return { shown: showProduct(product), page: pageOf(product, tables), sets, lastWrite };
}

function standingIn({ id, name, type, product_ids, filters }: ProductSet, product: Product): SetStanding {
  const fails = (filters ?? []).filter((filter) => !passes(filter)(product));
  const isIn = product_ids ? product_ids.includes(product.id) : fails.length === 0;
  return { id, name, type, isIn, filters: filters?.length ?? 0, fails };
}

const pageSize = 200;

function pageOf({ catalog_id, made }: Product, tables: Read): ProductDetail['page'] {
  const earlier = tables.products.range('catalog', catalog_id).to(before(made));
  const rank = earlier.count;
  const number = Math.floor(rank / pageSize) + 1;
  if (number === 1) return { number, size: pageSize, cursor: null };
  let steps = rank % pageSize;
  for (const edge of earlier.descending())
    if (steps-- === 0) return { number, size: pageSize, cursor: cursorAfter(edge, catalog_id, tables) };
  return { number: 1, size: pageSize, cursor: null };
}

const cursorAfter = (edge: Place, catalogId: string, { platform }: Read): string =>
  new Cursors(platform.must('platform').seed, productsBinding(catalogId, null), 'ascending').seal({
    direction: 'next',
    edge: [...edge],
  });

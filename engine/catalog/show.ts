/** How catalogs, products and sets look on the wire (choice: catalog-shapes). Missing values are null. */
import type { StateView } from '../state/state.ts';
import type { Catalog, Product, ProductSet } from '../state/tables/catalog.ts';
import { attributes } from './attributes.ts';
import { membershipsOf } from './membership.ts';

export const showCatalog = ({ id, name }: Catalog): object => ({ id, name });

export function showProduct(product: Product): Readonly<Record<string, unknown>> {
  const shown: Record<string, unknown> = { id: product.id, product_key: product.product_key };
  for (const { name } of attributes) shown[name] = product[name] ?? null;
  return shown;
}

type SetView = Pick<StateView, 'journal' | 'now' | 'tables' | 'turn'>;

export const showSet = (set: ProductSet, state: SetView): object => ({
  id: set.id,
  name: set.name,
  description: set.description,
  type: set.type,
  product_ids: set.product_ids,
  product_count: countOf(set, state),
  filters: set.filters,
  processing_status: set.processing ? 'PROCESSING' : 'READY',
});

const countOf = (set: ProductSet, state: SetView): number =>
  set.product_ids ? set.product_ids.length : membershipsOf(state).of(set).count;

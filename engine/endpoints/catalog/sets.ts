/** Product sets: chosen by hand, or by filters (specification 2.6, 4.4; choice: catalog-sets). */
import { known } from '../../checked/known.ts';
import { catalogFor, setOf } from '../../catalog/access.ts';
import { flawOfFilter } from '../../catalog/filters.ts';
import { planSet } from '../../catalog/jobs.ts';
import { showSet } from '../../catalog/show.ts';
import { answered, pagedList } from '../../declaration/ads-envelope.ts';
import { endpoint } from '../../declaration/endpoint.ts';
import type { Endpoint } from '../../declaration/endpoint.ts';
import { cursorPage, cursorPaging } from '../../paging/ads.ts';
import { catalog } from '../../spec/apis.ts';
import { described, object, oneOf, optional } from '../../spec/fields.ts';
import { limits } from '../../spec/limits.ts';
import { clip, isRefusal, refuse, refuseValue } from '../../spec/problems.ts';
import type { Refusal } from '../../spec/problems.ts';
import type { Read } from '../../state/state.ts';
import { productKey } from '../../state/tables/catalog.ts';
import { mostSets, setTypes } from '../../state/tables/catalog-words.ts';
import type { ProductFilter, ProductSet } from '../../state/tables/catalog.ts';
import { exampleCatalog, exampleSet } from './examples.ts';
import { CatalogId, Filters, Name, ProductIds, ProductSetObject, SetDescription, SetId } from './schemas.ts';

const choices = ['catalog-access', 'catalog-sets', 'catalog-calls', 'ads-envelope', 'ads-errors'] as const;

/** The same on every plan (8.2). */
const of = (cell: string) => limits(cell, cell, cell);

const path = '/5/product_catalogs/:product_catalog_id/product_sets';
const pathOfOne = `${path}/:product_set_id` as const;

export const getProductSets = endpoint({
  id: 'getProductSets',
  api: catalog,
  method: 'GET',
  path,
  section: '4.4',
  summary: 'List the product sets of a catalog',
  description:
    'Returns the product sets of a catalog, each with the number of its products. Page with `cursor`.',
  auth: ['oauth1'],
  limits: of('2000 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  query: cursorPaging,
  answers: { 200: pagedList(ProductSetObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound', 'parameterInvalid'],
  example: { path: { product_catalog_id: exampleCatalog } },
  handle({ principal: { user }, path, query }, { tables, state, paging }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const sets = tables.product_sets.range('catalog', found.id);
    const page = cursorPage(sets, query, `product sets ${found.id}`, paging, 'ascending');
    if (isRefusal(page)) return page;
    const data = page.keys.map((key) => showSet(tables.product_sets.must(key), state));
    return { status: 200, body: { data, next_cursor: page.next_cursor } };
  },
});

export const createProductSet = endpoint({
  id: 'createProductSet',
  api: catalog,
  method: 'POST',
  path,
  section: '4.4',
  summary: 'Create a product set, by hand or by filters',
  description:
    'Creates a product set: up to 50 products picked by hand, or all products that pass its filters. A filtered set is kept up to date as products change.',
  auth: ['oauth1'],
  limits: of('100 U'),
  choices,
  params: { product_catalog_id: CatalogId },
  body: object({
    name: Name,
    description: optional(SetDescription),
    type: described(oneOf(setTypes), 'Picked by hand or by filters'),
    product_ids: optional(ProductIds),
    filters: optional(Filters),
  }),
  answers: { 201: answered(ProductSetObject) },
  refuses: [
    'earlyAccessMissing',
    'termsNotAccepted',
    'resourceNotFound',
    'catalogLimitExceeded',
    'parameterInvalid',
  ],
  example: {
    path: { product_catalog_id: exampleCatalog },
    body: {
      name: 'Under 25 dollars',
      type: 'FILTERED',
      filters: [{ attribute: 'price', operator: 'LESS_THAN', value: '25.00 USD' }],
    },
  },
  handle({ principal: { user }, path, body, now, transact }, platform) {
    const { tables, state } = platform;
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    if (tables.product_sets.countBy('catalog', found.id) >= mostSets)
      return refuse('catalogLimitExceeded', `a catalog has at most ${mostSets} product sets`);
    const { name, description = '', type } = body;
    const flaw = flawOf(body, type, found.id, tables);
    if (flaw) return flaw;
    const isFiltered = type === 'FILTERED';
    const set = transact((write) => {
      const id = BigInt(state.nextId()).toString(36);
      if (isFiltered) planSet(id, now, write, platform);
      return write.product_sets.insert({
        ...{ id, catalog_id: found.id, name, description, type, processing: isFiltered },
        product_ids: isFiltered ? null : [...new Set(body.product_ids)],
        filters: isFiltered ? known(body.filters, 'filters of a set by filters') : null,
      });
    });
    return { status: 201, body: { data: showSet(set, state) } };
  },
});

export const updateProductSet = endpoint({
  id: 'updateProductSet',
  api: catalog,
  method: 'PUT',
  path: pathOfOne,
  section: '4.4',
  summary: 'Change a product set; its type stays',
  description:
    'Changes the name, the description, and the products or filters of a product set. Fields that are not sent stay as they are; the type cannot be changed.',
  auth: ['oauth1'],
  limits: of('500 U'),
  choices,
  params: { product_catalog_id: CatalogId, product_set_id: SetId },
  body: object({
    name: optional(Name),
    description: optional(SetDescription),
    product_ids: optional(ProductIds),
    filters: optional(Filters),
  }),
  answers: { 200: answered(ProductSetObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound', 'parameterInvalid'],
  example: {
    path: { product_catalog_id: exampleCatalog, product_set_id: exampleSet },
    body: { name: 'Presents' },
  },
  handle({ principal: { user }, path, body, now, transact }, platform) {
    const { tables, state } = platform;
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const set = setOf(path.product_set_id, found, tables);
    if (isRefusal(set)) return set;
    const { name = set.name, description = set.description } = body;
    const flaw = flawOf(
      { product_ids: body.product_ids ?? set.product_ids, filters: body.filters ?? set.filters },
      set.type,
      found.id,
      tables,
    );
    if (flaw) return flaw;
    // If the call has to wait for the set's products, it waits before it changes anything.
    showSet(set, state);
    const changed = transact((write) => {
      if (body.filters) planSet(set.id, now, write, platform);
      return write.product_sets.update(set.id, {
        ...{ name, description },
        ...(body.product_ids && { product_ids: [...new Set(body.product_ids)] }),
        ...(body.filters && { filters: body.filters, processing: true }),
      });
    });
    return { status: 200, body: { data: showSet(changed, state) } };
  },
});

export const deleteProductSet = endpoint({
  id: 'deleteProductSet',
  api: catalog,
  method: 'DELETE',
  path: pathOfOne,
  section: '4.4',
  summary: 'Delete a product set; its products stay',
  description: 'Deletes a product set. Its products stay in the catalog.',
  auth: ['oauth1'],
  limits: of('100 U'),
  choices,
  params: { product_catalog_id: CatalogId, product_set_id: SetId },
  answers: { 200: answered(ProductSetObject) },
  refuses: ['earlyAccessMissing', 'termsNotAccepted', 'resourceNotFound'],
  example: { path: { product_catalog_id: exampleCatalog, product_set_id: exampleSet } },
  handle({ principal: { user }, path, transact }, { tables, state }) {
    const found = catalogFor(path.product_catalog_id, user.id, tables);
    if (isRefusal(found)) return found;
    const set = setOf(path.product_set_id, found, tables);
    if (isRefusal(set)) return set;
    const data = showSet(set, state);
    transact((write) => void write.product_sets.remove(set.id));
    return { status: 200, body: { data } };
  },
});

interface Chosen {
  readonly product_ids?: readonly string[] | null | undefined;
  readonly filters?: readonly ProductFilter[] | null | undefined;
}

/** A manual set names products of its catalog and has no filters. A filtered set has filters and no product ids. */
function flawOf(
  { product_ids, filters }: Chosen,
  type: ProductSet['type'],
  catalogId: string,
  { products }: Read,
): Refusal<'parameterInvalid'> | null {
  const wrong = (name: string, value: unknown, says: string) =>
    refuseValue('body field', name, clip(JSON.stringify(value ?? null)), says);
  if (type === 'MANUAL') {
    if (filters) return wrong('filters', filters, 'is only allowed for a FILTERED set');
    if (!product_ids) return wrong('product_ids', product_ids, 'is needed for a MANUAL set');
    const stranger = product_ids.find((id) => !products.get(productKey(catalogId, id)));
    return stranger === undefined
      ? null
      : wrong(
          'product_ids',
          product_ids,
          `names a product that the catalog does not have: ${clip(stranger)}`,
        );
  }
  if (product_ids) return wrong('product_ids', product_ids, 'is only allowed for a MANUAL set');
  if (!filters) return wrong('filters', filters, 'is needed for a FILTERED set');
  for (const filter of filters) {
    const flaw = flawOfFilter(filter);
    if (flaw !== null) return wrong('filters', filter, `is not ${flaw.says}`);
  }
  return null;
}

export const sets: readonly Endpoint[] = [
  getProductSets,
  createProductSet,
  updateProductSet,
  deleteProductSet,
];

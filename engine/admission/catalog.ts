/** Merchants, catalogs and product sets (choices: catalog-access, catalog-sets, catalog-size). */
import { flawOfFilter } from '../catalog/filters.ts';
import { setJob } from '../catalog/jobs.ts';
import { mostProducts } from '../catalog/products.ts';
import { Filters, Name, ProductIds, SetDescription } from '../endpoints/catalog/schemas.ts';
import { productKey } from '../state/tables/catalog.ts';
import { mostSets } from '../state/tables/catalog-words.ts';
import type { Catalog, Merchant, ProductFilter, ProductSet } from '../state/tables/catalog.ts';
import { demand, firstOf, setBy, typed } from './door.ts';
import type { Admission, Objection } from './door.ts';
import { all, bySchema, moment } from './values.ts';

export const merchants: Admission<Merchant> = {
  doors: {
    user_id: typed,
    early_access: setBy('catalog.setEarlyAccess'),
    terms_accepted_at: setBy('catalog.setTermsAccepted', moment.objection),
  },
};

export const catalogs: Admission<Catalog> = {
  doors: {
    id: typed,
    owner_id: typed,
    name: setBy(['createCatalog', 'updateCatalog'], bySchema(Name)),
    products_made: typed,
  },
  among: ({ id }, { products }) =>
    demand(products.countBy('catalog', id) <= mostProducts, 'id', `has more than ${mostProducts} products`),
};

const setters = ['createProductSet', 'updateProductSet'];

const eachFilter: Objection<readonly ProductFilter[]> = (filters) => {
  for (const filter of filters) {
    const flaw = flawOfFilter(filter);
    if (flaw) return `is not ${flaw.says}`;
  }
  return null;
};

export const product_sets: Admission<ProductSet> = {
  doors: {
    id: typed,
    catalog_id: typed,
    name: setBy(setters, bySchema(Name)),
    description: setBy(setters, bySchema(SetDescription)),
    type: setBy('createProductSet'),
    product_ids: setBy(setters, bySchema(ProductIds)),
    filters: setBy(setters, all<readonly ProductFilter[]>(bySchema(Filters), eachFilter)),
    processing: typed,
  },
  row: ({ type, product_ids, filters, processing }) =>
    firstOf(
      demand((type === 'MANUAL') === (product_ids !== null), 'product_ids', `do not fit a ${type} set`),
      demand((type === 'FILTERED') === (filters !== null), 'filters', `do not fit a ${type} set`),
      demand(type === 'FILTERED' || !processing, 'processing', `does not fit a ${type} set`),
    ),
  among: ({ id, catalog_id, product_ids, processing }, { product_sets, products, jobs }) =>
    firstOf(
      demand(
        product_sets.countBy('catalog', catalog_id) <= mostSets,
        'catalog_id',
        `has more than ${mostSets} product sets`,
      ),
      demand(
        (product_ids ?? []).every((each) => products.get(productKey(catalog_id, each)) !== undefined),
        'product_ids',
        'name a product that the catalog does not have',
      ),
      demand(
        !processing || jobs.get(`${setJob}:${id}`) !== undefined,
        'processing',
        'is true, and no job looks for its products',
      ),
    ),
};

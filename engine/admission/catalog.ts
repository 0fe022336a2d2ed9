/** Merchants, catalogs and product sets (choices: catalog-access, catalog-sets, catalog-size). */
import { flawOfFilter } from '../catalog/filters.ts';
import { setJob } from '../catalog/jobs.ts';
import { mostProducts } from '../catalog/products.ts';
import { Filters, Name, ProductIds, SetDescription } from '../endpoints/catalog/schemas.ts';
import { productKey } from '../state/tables/catalog.ts';
import { mostSets, mostWriters } from '../state/tables/catalog-words.ts';
import type { Catalog, Merchant, ProductFilter, ProductSet, ProductWriter } from '../state/tables/catalog.ts';
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

export const product_writers: Admission<ProductWriter> = {
  doors: {
    id: typed,
    catalog_id: typed,
    number: typed,
    at: typed,
    request_id: typed,
    run_id: typed,
    feed_url: typed,
  },
  row: ({ request_id, run_id, feed_url }) =>
    demand(
      (run_id === null) === (feed_url === null) && (run_id === null || request_id === null),
      'run_id',
      'does not fit what wrote',
    ),
  among: ({ catalog_id }, { product_writers: writers }) =>
    demand(
      writers.countBy('catalog', catalog_id) <= mostWriters,
      'catalog_id',
      `has more than ${mostWriters} writers of products`,
    ),
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

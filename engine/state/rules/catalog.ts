/** What rows of product catalogs may hold. */
import {
  flag,
  keyOf,
  listOf,
  matching,
  moment,
  nullable,
  oneOf,
  optional,
  record,
  text,
  whole,
} from '../store/kinds.ts';
import { rowRules } from '../store/spec.ts';
import {
  ageGroups,
  availabilities,
  conditions,
  filterAttributes,
  filterOperators,
  genders,
  mostFilters,
  mostManual,
  productKey,
  setTypes,
} from '../tables/catalog.ts';
import type { Catalog, Merchant, Product, ProductFilter, ProductSet } from '../tables/catalog.ts';

const catalogId = matching(/^[0-9a-z]{1,13}$/, 'an id of 1 to 13 digits and small letters');
const said = optional(text);
const price = matching(/^\d{1,12}(?:\.\d{1,6})? [A-Z]{3}$/, 'a price such as 20.00 USD');

const productFields = {
  product_key: text,
  catalog_id: catalogId,
  made: whole(0),
  id: text,
  title: text,
  description: text,
  availability: oneOf(...availabilities),
  condition: oneOf(...conditions),
  price,
  link: text,
  image_link: text,
  brand: said,
  gtin: said,
  mpn: said,
  additional_image_link: optional(listOf(text, 1, 10)),
  google_product_category: said,
  product_type: said,
  inventory: optional(whole(0)),
  sale_price: optional(price),
  sale_price_effective_date: said,
  item_group_id: said,
  gender: optional(oneOf(...genders)),
  color: said,
  size: said,
  age_group: optional(oneOf(...ageGroups)),
  custom_label_0: said,
  custom_label_1: said,
  custom_label_2: said,
  custom_label_3: said,
  custom_label_4: said,
};

export const catalogRules = {
  merchants: rowRules<Merchant>({
    user_id: keyOf('users'),
    early_access: flag,
    terms_accepted_at: nullable(moment),
  }),
  catalogs: rowRules<Catalog>({
    id: catalogId,
    owner_id: keyOf('users'),
    name: text,
    products_made: whole(0),
  }),
  products: rowRules<Product>(productFields, {
    flawOf: ({ product_key, catalog_id, id }) =>
      product_key === productKey(catalog_id, id)
        ? null
        : ['product_key', `is not ${productKey(catalog_id, id)}`],
  }),
  product_sets: rowRules<ProductSet>({
    id: catalogId,
    catalog_id: keyOf('catalogs'),
    name: text,
    description: text,
    type: oneOf(...setTypes),
    product_ids: nullable(listOf(text, 0, mostManual)),
    filters: nullable(
      listOf(
        record<ProductFilter>({
          attribute: oneOf(...filterAttributes),
          operator: oneOf(...filterOperators),
          value: text,
        }),
        1,
        mostFilters,
      ),
    ),
    processing: flag,
  }),
};

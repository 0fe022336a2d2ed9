/**
 * Product catalogs (platform.md 2.6; choice: catalog-shapes): who may have one, catalogs, products and sets. Ids are base 36,
 * in the order of creation.
 */
import { ordered, unique } from '../store/index-spec.ts';
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
import type { Fields } from '../store/kinds.ts';
import { table } from '../store/spec.ts';

export const availabilities = [
  'in stock',
  'available for order',
  'preorder',
  'out of stock',
  'discontinued',
] as const;
export const conditions = ['new', 'used', 'refurbished'] as const;
export const genders = ['male', 'female', 'unisex'] as const;
export const ageGroups = ['newborn', 'infant', 'toddler', 'kids', 'adult'] as const;
export const customLabels = [
  'custom_label_0',
  'custom_label_1',
  'custom_label_2',
  'custom_label_3',
  'custom_label_4',
] as const;

/** A user of the merchant shopping manager (platform.md 9; choice: catalog-access). */
export interface Merchant {
  readonly user_id: string;
  readonly early_access: boolean;
  /** Epoch ms on the platform's clock; null until the terms are accepted. */
  readonly terms_accepted_at: number | null;
}

export interface Catalog {
  readonly id: string;
  readonly owner_id: string;
  readonly name: string;
  /** How many products were ever added: the next one's place in the order of creation. */
  readonly products_made: number;
}

/** What a merchant says of a product. What is not said is absent. */
export interface ProductAttributes {
  /** The merchant's. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly availability: (typeof availabilities)[number];
  readonly condition: (typeof conditions)[number];
  /** Such as `20.00 USD`. */
  readonly price: string;
  readonly link: string;
  readonly image_link: string;
  readonly brand?: string;
  readonly gtin?: string;
  readonly mpn?: string;
  readonly additional_image_link?: readonly string[];
  readonly google_product_category?: string;
  readonly product_type?: string;
  readonly inventory?: number;
  readonly sale_price?: string;
  readonly sale_price_effective_date?: string;
  readonly item_group_id?: string;
  readonly gender?: (typeof genders)[number];
  readonly color?: string;
  readonly size?: string;
  readonly age_group?: (typeof ageGroups)[number];
  readonly custom_label_0?: string;
  readonly custom_label_1?: string;
  readonly custom_label_2?: string;
  readonly custom_label_3?: string;
  readonly custom_label_4?: string;
}

export interface Product extends ProductAttributes {
  /** `<catalog>:<the merchant's id>`: found without an index. */
  readonly product_key: string;
  /** Of a catalog that was deleted they are removed after it, some thousands at a time. */
  readonly catalog_id: string;
  /** How many products the catalog had been given before: the order of its list. */
  readonly made: number;
}

export const filterAttributes = [
  'price',
  'sale_price',
  'inventory',
  'google_product_category',
  'product_type',
  ...customLabels,
] as const;
export const filterOperators = [
  'GREATER_THAN',
  'LESS_THAN',
  'EQUAL_TO',
  'MATCH',
  'CONTAINS',
  'NOT_CONTAINS',
] as const;

export interface ProductFilter {
  readonly attribute: (typeof filterAttributes)[number];
  readonly operator: (typeof filterOperators)[number];
  readonly value: string;
}

export const setTypes = ['MANUAL', 'FILTERED'] as const;

export const mostManual = 50;
export const mostFilters = 30;

export interface ProductSet {
  readonly id: string;
  readonly catalog_id: string;
  readonly name: string;
  readonly description: string;
  readonly type: (typeof setTypes)[number];
  /** The merchant's ids; null for FILTERED. */
  readonly product_ids: readonly string[] | null;
  /** null for MANUAL. */
  readonly filters: readonly ProductFilter[] | null;
  /** Whether its products are still being looked for. */
  readonly processing: boolean;
}

export const productKey = (catalogId: string, id: string): string => `${catalogId}:${id}`;

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

export const catalogTables = {
  merchants: table<Merchant>()(
    'user_id',
    { user_id: keyOf('users'), early_access: flag, terms_accepted_at: nullable(moment) },
    {},
  ),
  catalogs: table<Catalog>()(
    'id',
    { id: catalogId, owner_id: keyOf('users'), name: text, products_made: whole(0) },
    { owner: unique((row) => row.owner_id) },
  ),
  products: table<Product>()(
    'product_key',
    productFields as Fields<Product>,
    { catalog: ordered((row) => [row.catalog_id, row.made]) },
    {
      big: true,
      flawOf: ({ product_key, catalog_id, id }) =>
        product_key === productKey(catalog_id, id)
          ? null
          : ['product_key', `is not ${productKey(catalog_id, id)}`],
    },
  ),
  product_sets: table<ProductSet>()(
    'id',
    {
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
    },
    { catalog: (row) => row.catalog_id },
  ),
};

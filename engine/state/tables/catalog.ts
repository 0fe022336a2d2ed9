/**
 * Product catalogs (platform.md 2.6; choice: catalog-shapes): who may have one, catalogs, products and sets. Ids are base 36,
 * in the order of creation.
 */
import { ordered, unique } from '../store/index-spec.ts';
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

export const catalogTables = {
  merchants: table<Merchant>()('user_id', {}),
  catalogs: table<Catalog>()('id', { owner: unique((row) => row.owner_id) }),
  products: table<Product>()(
    'product_key',
    { catalog: ordered((row) => [row.catalog_id, row.made]) },
    { big: true },
  ),
  product_sets: table<ProductSet>()('id', { catalog: (row) => row.catalog_id }),
};

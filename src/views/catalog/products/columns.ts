/** What the table shows of a product, and how wide. */
import { keysOf } from '../../../../worker/api.ts';
import type { AttributeName, GridRows } from '../../../../worker/api.ts';

export type Product = NonNullable<GridRows['rows'][number]>;

/** Least width in px. */
const widths: Readonly<Record<AttributeName, number>> = {
  id: 96,
  title: 128,
  description: 220,
  availability: 118,
  condition: 92,
  price: 94,
  link: 220,
  image_link: 220,
  brand: 110,
  gtin: 120,
  mpn: 100,
  additional_image_link: 220,
  google_product_category: 190,
  product_type: 116,
  inventory: 76,
  sale_price: 94,
  sale_price_effective_date: 190,
  item_group_id: 110,
  gender: 80,
  color: 90,
  size: 70,
  age_group: 90,
  custom_label_0: 110,
  custom_label_1: 110,
  custom_label_2: 110,
  custom_label_3: 110,
  custom_label_4: 110,
};

/** In the order of the declaration. */
export const columnNames: readonly AttributeName[] = keysOf(widths);

export const firstColumns: readonly AttributeName[] = [
  'id',
  'title',
  'price',
  'availability',
  'inventory',
  'product_type',
];

const inTwoLines = ['title', 'id', 'price'] as const;

/** Where a row is two lines: the last is what the rows are sorted by, unless it is there anyhow. */
export const narrowColumns = (sorted: AttributeName | null): readonly AttributeName[] => {
  const isThere = sorted === null || inTwoLines.some((name) => name === sorted);
  return [...inTwoLines, isThere ? 'availability' : sorted];
};

export const isColumn = (name: string): name is AttributeName => Object.hasOwn(widths, name);

/** To the right: what is compared by its size. */
export const isFigure = (name: AttributeName): boolean =>
  name === 'price' || name === 'sale_price' || name === 'inventory';

/** What people read as words; the rest are signs. */
export const isWords = (name: AttributeName): boolean =>
  name === 'title' || name === 'description' || name === 'product_type' || name === 'google_product_category';

/** What is copied sign by sign. */
export const isSigns = (name: AttributeName): boolean =>
  isFigure(name) || /^(?:id|gtin|mpn|item_group_id|.*link|sale_price_effective_date)$/.test(name);

/** Of the number of a row, in px. */
const numberWidth = (rows: number): number => rows.toLocaleString('en').length * 7 + 24;

/** The tracks of a row: its number, then its cells, of which those of words take what is left. */
export function tracksOf(columns: readonly AttributeName[], rows: number): string {
  const cells = columns.map(
    (name) => `minmax(${widths[name]}px, ${isWords(name) ? 1.6 : isFigure(name) ? 0.6 : 1}fr)`,
  );
  return [`${numberWidth(rows)}px`, ...cells].join(' ');
}

/** The least width of a row in px. */
export const leastWidth = (columns: readonly AttributeName[], rows: number): number =>
  columns.reduce((sum, name) => sum + widths[name], numberWidth(rows));

/** A value as text; empty where the product has none. */
export function textOf(product: Product, name: AttributeName): string {
  const value = product[name];
  if (value === undefined) return '';
  if (typeof value === 'number') return value.toLocaleString('en');
  return typeof value === 'object' ? value.join(', ') : value;
}

/** A value as the scale has room for it: of a price its amount, without cents that are none. */
export const shortValue = (value: string | null, name: AttributeName): string => {
  if (value === null) return 'null';
  if (name === 'price' || name === 'sale_price') return value.slice(0, -4).replace(/\.00$/, '');
  return name === 'inventory' ? Number(value).toLocaleString('en') : value;
};

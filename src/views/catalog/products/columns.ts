/** The columns of the product table, and their widths. */
import { keysOf } from '../../../../worker/api.ts';
import type { AttributeName, GridRows } from '../../../../worker/api.ts';
import { figure } from '../../../parts/figures.ts';

export type Product = NonNullable<GridRows['rows'][number]>;

/** The minimum width in px. */
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

/** The columns of a two-line row. The last is the sort column, unless it is already among them. */
export const narrowColumns = (sorted: AttributeName | null): readonly AttributeName[] => {
  const isThere = sorted === null || inTwoLines.some((name) => name === sorted);
  return [...inTwoLines, isThere ? 'availability' : sorted];
};

export const isColumn = (name: string): name is AttributeName => Object.hasOwn(widths, name);

/** Whether it is aligned right, as values that are compared by size are. */
export const isFigure = (name: AttributeName): boolean =>
  name === 'price' || name === 'sale_price' || name === 'inventory';

/** Whether people read it as words; the other attributes are codes. */
export const isWords = (name: AttributeName): boolean =>
  name === 'title' || name === 'description' || name === 'product_type' || name === 'google_product_category';

/** Whether it is copied character by character. */
export const isSigns = (name: AttributeName): boolean =>
  isFigure(name) || /^(?:id|gtin|mpn|item_group_id|.*link|sale_price_effective_date)$/.test(name);

/** The width of the row numbers in px. */
const numberWidth = (rows: number): number => figure(rows).length * 7 + 24;

/** The grid tracks of a row: its number, then its cells, where cells of words share the remaining width. */
export function tracksOf(columns: readonly AttributeName[], rows: number): string {
  const cells = columns.map(
    (name) => `minmax(${widths[name]}px, ${isWords(name) ? 1.6 : isFigure(name) ? 0.6 : 1}fr)`,
  );
  return [`${numberWidth(rows)}px`, ...cells].join(' ');
}

/** The minimum width of a row in px. */
export const leastWidth = (columns: readonly AttributeName[], rows: number): number =>
  columns.reduce((sum, name) => sum + widths[name], numberWidth(rows));

/** A value as text; empty if the product has none. */
export function textOf(product: Product, name: AttributeName): string {
  const value = product[name];
  if (value === undefined) return '';
  if (typeof value === 'number') return figure(value);
  return typeof value === 'object' ? value.join(', ') : value;
}

/** A value shortened for the scale: of a price only its amount, without zero cents. */
export const shortValue = (value: string | null, name: AttributeName): string => {
  if (value === null) return 'null';
  if (name === 'price' || name === 'sale_price') return value.slice(0, -4).replace(/\.00$/, '');
  return name === 'inventory' ? figure(Number(value)) : value;
};

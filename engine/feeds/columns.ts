/** The attributes that the columns of a file, or the elements of an item, are read as (choice: catalog-feeds). */
import { attributeOf } from '../catalog/attributes.ts';
import type { Attribute, AttributeName } from '../catalog/attributes.ts';

export interface Column {
  /** The name in the file. */
  readonly name: string;
  /** null if the column is not read. */
  readonly attribute: Attribute | null;
}

/** Other names that merchants' files use for attributes. */
export const aliases: Readonly<Record<string, AttributeName>> = {
  sku: 'id',
  product_id: 'id',
  name: 'title',
  summary: 'description',
  stock_status: 'availability',
  url: 'link',
  image: 'image_link',
  image_url: 'image_link',
  additional_image_links: 'additional_image_link',
  category: 'google_product_category',
  qty: 'inventory',
  quantity: 'inventory',
  sale_price_dates: 'sale_price_effective_date',
  colour: 'color',
};

/** Finds an attribute by its name in any case, with or without `g:`, with spaces or hyphens for underscores. */
export function attributeNamed(name: string): Attribute | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[\s-]+/g, '_');
  return attributeOf.get(Object.hasOwn(aliases, plain) ? aliases[plain]! : plain) ?? null;
}

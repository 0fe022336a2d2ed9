/** What the columns of a file, or the elements of an item, are read as (choice: catalog-feeds). */
import { attributeOf } from '../catalog/attributes.ts';
import type { Attribute, AttributeName } from '../catalog/attributes.ts';

export interface Column {
  /** As the file writes it. */
  readonly name: string;
  /** null for one that is not read. */
  readonly attribute: Attribute | null;
}

/** Names that merchants' files have, beside those of the attributes. */
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

/** Of a name in any case, with or without `g:`, with spaces or hyphens for underscores. */
export function attributeNamed(name: string): Attribute | null {
  const plain = name
    .trim()
    .toLowerCase()
    .replace(/^g:/, '')
    .replaceAll(/[\s-]+/g, '_');
  return attributeOf.get(Object.hasOwn(aliases, plain) ? aliases[plain]! : plain) ?? null;
}

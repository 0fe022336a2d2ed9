/** Products (choice: catalog-shapes). Feeds set the same fields as the endpoint, under the same rules. */
import { valueOf } from '../checked/known.ts';
import { attributeOf, issuesBetween, NotSo, readJson } from '../catalog/attributes.ts';
import type { AttributeName } from '../catalog/attributes.ts';
import type { Product } from '../state/tables/catalog.ts';
import { setBy, typed } from './door.ts';
import type { Admission, Door } from './door.ts';

function said(name: AttributeName): Door<unknown> {
  const attribute = valueOf(attributeOf, name);
  return setBy('putProducts', (value) => {
    const read = readJson(attribute, value);
    return read instanceof NotSo ? `is not ${read.words}` : null;
  });
}

/** The endpoint checks nothing beyond the type of the field. */
const byType = setBy<unknown>('putProducts');

export const products: Admission<Product> = {
  doors: {
    product_key: typed,
    catalog_id: typed,
    made: typed,
    writer: typed,
    id: said('id'),
    title: said('title'),
    description: said('description'),
    availability: byType,
    condition: byType,
    price: byType,
    link: said('link'),
    image_link: said('image_link'),
    brand: said('brand'),
    gtin: said('gtin'),
    mpn: said('mpn'),
    additional_image_link: said('additional_image_link'),
    google_product_category: said('google_product_category'),
    product_type: said('product_type'),
    inventory: said('inventory'),
    sale_price: byType,
    sale_price_effective_date: said('sale_price_effective_date'),
    item_group_id: said('item_group_id'),
    gender: byType,
    color: said('color'),
    size: said('size'),
    age_group: byType,
    custom_label_0: said('custom_label_0'),
    custom_label_1: said('custom_label_1'),
    custom_label_2: said('custom_label_2'),
    custom_label_3: said('custom_label_3'),
    custom_label_4: said('custom_label_4'),
  },
  row(product) {
    // There may be a million products, and most need no second check.
    if (product.sale_price === undefined && product.brand !== undefined) return null;
    const [issue] = issuesBetween(product);
    return issue ? [issue.attribute ?? 'brand', `would be refused by putProducts: ${issue.message}`] : null;
  },
};

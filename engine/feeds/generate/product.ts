/** The cells of one row. */
import { itemAt, known } from '../../checked/known.ts';
import type { Random } from '../../state/random.ts';
import type { RowFault } from './recipe.ts';
import { brands, colors, ends, kinds, places, seasons, sizes, warehouses } from './shop.ts';

/** Names as merchants use them: `qty` is an alias, and `warehouse` is not read. */
export const columns = [
  ...['id', 'title', 'description', 'link', 'image_link', 'price', 'sale_price', 'availability', 'condition'],
  ...[
    'brand',
    'gtin',
    'mpn',
    'qty',
    'product_type',
    'google_product_category',
    'color',
    'size',
    'item_group_id',
  ],
  ...['custom_label_0', 'warehouse'],
] as const;

export type Cells = Record<string, string>;

const shop = 'https://shop.northwind.example/p';
const images = 'https://img.northwind.example';

export function productAt(at: number, random: Random): Cells {
  const one = <T>(list: readonly T[]): T => itemAt(list, random.below(list.length));
  const { name, type, category, from, to, details } = one(kinds);
  const number = 100_000 + at;
  const cents = from * 100 + random.below((to - from) * 100);
  const sale = random.below(8) === 0 ? `${inUnits(Math.floor((cents * 4) / 5))} USD` : '';
  const stock = random.below(10) === 0 ? 0 : random.below(320);
  const model = 1000 + random.below(9000);
  return {
    id: `NW-${number}`,
    title: `${one(places)} ${name}`,
    description: `${one(details)}. ${one(ends)} Model ${model}.`,
    link: `${shop}/nw-${number}`,
    image_link: `${images}/${number}.jpg`,
    price: `${inUnits(cents)} USD`,
    sale_price: sale,
    availability: stock === 0 ? one(['out of stock', 'preorder']) : one(['in stock', 'in_stock', 'in stock']),
    condition: 'new',
    brand: one(brands),
    gtin: gtinOf(7_090_000_000_00 + number),
    mpn: `M-${model}`,
    qty: String(stock),
    product_type: type,
    google_product_category: category,
    color: one(colors),
    size: type.startsWith('Clothing') ? one(sizes) : '',
    item_group_id: `G-${Math.floor(number / 4)}`,
    custom_label_0: one(seasons),
    warehouse: one(warehouses),
  };
}

const inUnits = (cents: number): string =>
  `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;

/** GS1 General Specifications 7.9: 12 digits and their check digit. */
function gtinOf(number: number): string {
  const digits = String(number).padStart(12, '0').slice(-12);
  let sum = 0;
  for (let at = 0; at < 12; at++) sum += Number(digits[at]) * (at % 2 === 0 ? 1 : 3);
  return `${digits}${(10 - (sum % 10)) % 10}`;
}

/** Puts a fault into a row. The writer makes `unclosedQuote`. `lastId` is the id of the last row without a fault. */
export function spoil(cells: Cells, fault: RowFault, lastId: string): void {
  if (fault === 'noCurrency') cells['price'] = known(cells['price'], 'price').replace(' USD', '');
  if (fault === 'httpLink') cells['link'] = known(cells['link'], 'link').replace('https:', 'http:');
  if (fault === 'unknownAvailability') cells['availability'] = 'ask in the shop';
  if (fault === 'missingId') cells['id'] = '';
  if (fault === 'noIdentifier') for (const name of ['brand', 'gtin', 'mpn']) cells[name] = '';
  if (fault === 'longTitle')
    cells['title'] = `${known(cells['title'], 'title')}, ${'warm and dry in any weather, '.repeat(6)}`.trim();
  if (fault === 'sameId') cells['id'] = lastId;
}

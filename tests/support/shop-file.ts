/** A playground to import, whose shop sells coats, lamps and toys. */
import { encodeFile } from '../../worker/host/transfer/state-file.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';
import { mira } from '../../testing/worlds.ts';

export interface Shop {
  readonly file: Buffer;
  readonly catalogId: string;
  readonly coats: string;
  readonly display: string;
}

const kinds = [
  ['Clothing > Coats', 'storm jacket'],
  ['Clothing > Coats > Rain', 'rain coat'],
  ['Home > Lamps', 'table lamp'],
  ['Toys', 'wooden boat'],
] as const;
const places = ['Fjell', 'Breton', 'Harbour', 'Quay', 'Skipper', 'Lantern', 'Salt', 'Drift', 'Askøy', 'Cape'];

/** The number of a product determines its price, stock and label. */
export const shopProduct = (at: number): Readonly<Record<string, unknown>> => {
  const [type, noun] = kinds[at % kinds.length]!;
  return product(`NW-${at}`, {
    title: `${places[at % places.length]!} ${noun} ${at}`,
    price: `${20 + ((at * 37) % 160)}.00 USD`,
    product_type: type,
    inventory: (at * 7) % 11,
    custom_label_0: at % 3 === 0 ? 'winter' : 'summer',
  });
};

/** The set of coats has four filters; the manual set has three products. */
export async function shopFile(count: number): Promise<Shop> {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user, 'Northwind shop');
  for (let at = 0; at < count; at += 1000)
    await putProducts(
      user,
      catalog,
      ...Array.from({ length: Math.min(1000, count - at) }, (_, each) => shopProduct(at + each)),
    );
  const create = async (body: object): Promise<string> => {
    const { json } = await user.post(`${catalog}/product_sets`, body);
    return json.data.id;
  };
  const coats = await create({
    name: 'Winter coats',
    description: 'In stock, under 90, labelled for winter',
    type: 'FILTERED',
    filters: [
      { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' },
      { attribute: 'product_type', operator: 'CONTAINS', value: 'Clothing > Coats' },
      { attribute: 'price', operator: 'LESS_THAN', value: '90.00 USD' },
      { attribute: 'custom_label_0', operator: 'MATCH', value: 'winter' },
    ],
  });
  const display = await create({
    ...{ name: 'Window display', type: 'MANUAL', product_ids: ['NW-1', 'NW-2', 'NW-5'] },
  });
  await platform.clock.advance(0);
  return {
    file: Buffer.from(encodeFile({ ...platform.snapshot(), vault: platform.initialCredentials })),
    catalogId: catalog.split('/').at(-1)!,
    ...{ coats, display },
  };
}

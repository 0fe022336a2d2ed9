/** The rules of specification 2.6 for product sets, sentence by sentence. */
import { expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import type { Answer } from '../../../testing/platform.ts';
import { mira } from '../../../testing/worlds.ts';

async function startShop(...products: readonly Readonly<Record<string, unknown>>[]) {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  await putProducts(user, catalog, ...products);
  const path = `${catalog}/product_sets`;
  const create = (body: object): Promise<Answer> => user.post(path, { name: 'Set', ...body });
  const sets = async () => (await user.get(path)).json.data;
  const inSet = async (answer: Answer) => {
    await platform.clock.advance(0);
    const { id } = answer.json.data;
    return (await user.get(`${catalog}/products?product_set_id=${id}`)).json.data.map((each) => each.id);
  };
  return { create, sets, inSet };
}

const filter = (attribute: string, operator: string, value: string) => ({ attribute, operator, value });
const below = (value: string) => filter('price', 'LESS_THAN', value);

test(proves('2.6-set-two-types', 'a set is by hand or by filters, and of no third type'), async () => {
  const { create, sets } = await startShop(product('a'));
  expect((await create({ type: 'MANUAL', product_ids: ['a'] })).status).toBe(201);
  expect((await create({ type: 'FILTERED', filters: [below('30.00 USD')] })).status).toBe(201);
  for (const type of ['SMART', 'manual', '', null, undefined])
    expect((await create({ type, product_ids: ['a'] })).status, String(type)).toBe(400);
  // One type accepts no fields of the other.
  expect((await create({ type: 'MANUAL', filters: [below('30.00 USD')] })).status).toBe(400);
  expect((await create({ type: 'FILTERED', product_ids: ['a'] })).status).toBe(400);
  expect((await sets()).map((each) => each['type'])).toEqual(['MANUAL', 'FILTERED']);
});

test(
  proves('2.6-manual-set-products', 'a set by hand has exactly the products selected, up to 50'),
  async () => {
    const ids = Array.from({ length: 52 }, (_, at) => `p${at}`);
    const { create, sets, inSet } = await startShop(...ids.map((id) => product(id)));
    const made = await create({ type: 'MANUAL', product_ids: ids.slice(1, 51) });
    expect(made.status).toBe(201);
    expect(await inSet(made)).toEqual(ids.slice(1, 51));
    expect((await create({ type: 'MANUAL', product_ids: ids.slice(0, 51) })).status).toBe(400);
    expect(await sets()).toHaveLength(1);
  },
);

test(
  proves('2.6-manual-set-name-and-description', 'a set by hand keeps the name and description it was given'),
  async () => {
    const { create, sets } = await startShop(product('a'));
    const given = { name: 'Presents', description: 'For those who have everything' };
    expect((await create({ ...given, type: 'MANUAL', product_ids: ['a'] })).status).toBe(201);
    expect(await sets()).toMatchObject([given]);
    expect((await create({ name: '', type: 'MANUAL', product_ids: ['a'] })).status).toBe(400);
  },
);

test(proves('2.6-filter-set-count', 'a set by filters has up to 30 of them, and all hold'), async () => {
  const { create, sets, inSet } = await startShop(
    product('cheap', { price: '5.00 USD' }),
    product('dear', { price: '25.00 USD' }),
  );
  const filters = Array.from({ length: 31 }, (_, at) => below(`${at + 10}.00 USD`));
  const made = await create({ type: 'FILTERED', filters: filters.slice(0, 30) });
  expect(made.status).toBe(201);
  expect(await inSet(made)).toEqual(['cheap']);
  expect((await create({ type: 'FILTERED', filters })).status).toBe(400);
  expect((await create({ type: 'FILTERED', filters: [] })).status).toBe(400);
  expect((await sets()).map((each) => each['filters'])).toEqual([filters.slice(0, 30)]);
});

test(
  proves(
    '2.6-filter-types',
    'each of the six types holds exactly the products that meet it, and no other is taken',
  ),
  async () => {
    const { create, inSet } = await startShop(
      product('yes', {
        ...{ price: '10.00 USD', sale_price: '8.00 USD', inventory: 3 },
        ...{ google_product_category: 'Home > Lamps', product_type: 'Lamps > Oil' },
        ...{ custom_label_0: 'summer', custom_label_4: 'new' },
      }),
      product('no', {
        ...{ price: '90.00 USD', sale_price: '80.00 USD', inventory: 50 },
        ...{ google_product_category: 'Food', product_type: 'Tea' },
        ...{ custom_label_0: 'winter', custom_label_4: 'old' },
      }),
      product('bare', { price: '50.00 USD' }),
    );
    for (const each of [
      filter('price', 'LESS_THAN', '20.00 USD'),
      filter('sale_price', 'LESS_THAN', '20.00 USD'),
      filter('inventory', 'EQUAL_TO', '3'),
      filter('google_product_category', 'CONTAINS', 'Lamps'),
      filter('product_type', 'CONTAINS', 'Oil'),
      filter('custom_label_0', 'EQUAL_TO', 'summer'),
      filter('custom_label_4', 'EQUAL_TO', 'new'),
    ]) {
      const made = await create({ type: 'FILTERED', filters: [each] });
      expect(made.status, each.attribute).toBe(201);
      expect(await inSet(made), each.attribute).toEqual(['yes']);
    }
    for (const attribute of ['title', 'brand', 'availability', 'custom_label_5', 'id'])
      expect(
        (await create({ type: 'FILTERED', filters: [filter(attribute, 'EQUAL_TO', 'x')] })).status,
        attribute,
      ).toBe(400);
  },
);

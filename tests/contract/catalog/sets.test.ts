import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { passes } from '../../../engine/catalog/filters.ts';
import type { Product, ProductFilter } from '../../../engine/state/tables/catalog.ts';
import { proves } from '../../support/clause.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { rounds } from '../../support/rounds.ts';
import { mira } from '../../../testing/worlds.ts';

interface Shown {
  readonly id: string;
  readonly name: string;
  readonly product_ids: readonly string[] | null;
  readonly product_count: number;
  readonly filters: readonly ProductFilter[] | null;
  readonly processing_status: string;
}

async function startShop(...products: readonly Readonly<Record<string, unknown>>[]) {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  const put = (...more: readonly Readonly<Record<string, unknown>>[]) => putProducts(user, catalog, ...more);
  if (products.length > 0) await put(...products);
  const path = `${catalog}/product_sets`;
  const create = (body: object) => user.post(path, { name: 'Set', ...body });
  const created = async (body: object): Promise<Shown> => {
    const { status, json } = await create(body);
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(json)}`);
    return json.data as unknown as Shown;
  };
  const filtered = (...filters: readonly object[]) => created({ type: 'FILTERED', filters });
  const sets = async () => (await user.get(path)).json.data as unknown as readonly Shown[];
  const inSet = async ({ id }: Pick<Shown, 'id'>) =>
    (await user.get(`${catalog}/products?product_set_id=${id}`)).json.data.map((each) => each.id);
  const remove = (...ids: readonly string[]) =>
    user.send({
      ...{ method: 'DELETE', path: `${catalog}/products` },
      json: { product_keys: ids.map((id) => `${catalog.split('/').at(-1)!}:${id}`) },
    });
  return { platform, as, user, catalog, path, put, create, created, filtered, sets, inSet, remove };
}

const below = (value: string) => ({ attribute: 'price', operator: 'LESS_THAN', value });

test(
  proves(
    ['4.4-sets-get', '4.4-sets-post', '4.4-sets-put', '4.4-sets-delete'],
    'sets of both types are created, listed, changed and deleted',
  ),
  async () => {
    const { user, path, created, filtered, sets, inSet, platform } = await startShop(
      product('a', { price: '10.00 USD' }),
      product('b', { price: '30.00 USD' }),
    );
    const manual = await created({
      name: 'By hand',
      type: 'MANUAL',
      product_ids: ['b'],
      description: 'Chosen',
    });
    expect(manual).toMatchObject({
      ...{ name: 'By hand', description: 'Chosen', product_ids: ['b'], product_count: 1, filters: null },
      processing_status: 'READY',
    });
    const cheap = await filtered(below('20.00 USD'));
    expect(cheap).toMatchObject({ product_ids: null, processing_status: 'PROCESSING' });
    await platform.clock.advance(0);
    expect(
      (await sets()).map(({ id, product_count, processing_status }) => [
        id,
        product_count,
        processing_status,
      ]),
    ).toEqual([
      [manual.id, 1, 'READY'],
      [cheap.id, 1, 'READY'],
    ]);
    expect([await inSet(manual), await inSet(cheap)]).toEqual([['b'], ['a']]);

    const put = (id: string, body: object) => user.send({ method: 'PUT', path: `${path}/${id}`, json: body });
    expect(
      (await put(manual.id, { name: 'Presents', product_ids: ['a', 'b', 'a'] })).json.data,
    ).toMatchObject({
      ...{ name: 'Presents', description: 'Chosen', product_ids: ['a', 'b'], product_count: 2 },
    });
    expect((await put(cheap.id, { filters: [below('5.00 USD')] })).json.data).toMatchObject({
      processing_status: 'PROCESSING',
      product_count: 0,
    });
    await platform.clock.advance(0);
    expect(await inSet(cheap)).toEqual([]);
    expect((await put(cheap.id, { name: 'Bargains' })).json.data).toMatchObject({
      processing_status: 'READY',
    });

    expect((await user.delete(`${path}/${manual.id}`)).status).toBe(200);
    expect((await sets()).map(({ name }) => name)).toEqual(['Bargains']);
    expect((await user.delete(`${path}/${manual.id}`)).status).toBe(404);
  },
);

test('a filtered set follows every product at once, and is the same after a restart', async () => {
  const { platform, as, put, filtered, inSet, remove, sets, catalog } = await startShop(
    product('a', { price: '10.00 USD' }),
  );
  const set = await filtered(below('20.00 USD'));
  // Products that are added during processing are found, too.
  await put(product('b', { price: '11.00 USD' }));
  await platform.clock.advance(0);
  expect(await inSet(set)).toEqual(['a', 'b']);
  await put(product('c', { price: '12.00 USD' }), product('a', { price: '21.00 USD' }));
  expect(await inSet(set)).toEqual(['b', 'c']);
  await remove('b');
  expect(await inSet(set)).toEqual(['c']);
  expect((await sets())[0]!.product_count).toBe(1);
  await put(product('a', { price: '20.00 EUR' }));
  expect(await inSet(set)).toEqual(['c']);

  const again = await start({ snapshot: platform.snapshot(), credentials: platform.initialCredentials });
  expect(as.shop()).toEqual(again.as.shop());
  const shown = await again.as.user().get(`${catalog}/products?product_set_id=${set.id}`);
  expect(shown.json.data.map(({ id }) => id)).toEqual(['c']);
});

test('a set that was incomplete when the platform ended is completed by the next one', async () => {
  const { platform, filtered, catalog } = await startShop(product('a'), product('b'));
  const set = await filtered(below('50.00 USD'));
  const again = await start({ snapshot: platform.snapshot(), credentials: platform.initialCredentials });
  const ask = () => again.as.user().get(`${catalog}/product_sets`);
  expect((await ask()).json.data).toMatchObject([{ id: set.id, processing_status: 'PROCESSING' }]);
  await again.platform.clock.advance(0);
  expect((await ask()).json.data).toMatchObject([{ processing_status: 'READY', product_count: 2 }]);
});

test('a change that fails leaves the sets as they were', async () => {
  const { platform, put, filtered, inSet } = await startShop(product('a', { price: '10.00 USD' }));
  const set = await filtered(below('20.00 USD'));
  await platform.clock.advance(0);
  await put(product('a', { price: '5.00 USD' }), { id: 'b', price: '1.00 USD' });
  expect(await inSet(set)).toEqual(['a']);
});

test('a product that is deleted leaves the manual sets that it was in', async () => {
  const { created, inSet, remove, sets } = await startShop(product('a'), product('b'), product('c'));
  const one = await created({ type: 'MANUAL', product_ids: ['a', 'b'] });
  const other = await created({ type: 'MANUAL', product_ids: ['c'] });
  await remove('b', 'c');
  expect([await inSet(one), await inSet(other)]).toEqual([['a'], []]);
  expect((await sets()).map(({ product_count, product_ids }) => [product_count, product_ids])).toEqual([
    [1, ['a']],
    [0, []],
  ]);
});

describe('a set is refused', () => {
  const wrong: readonly (readonly [string, object])[] = [
    ['without a type', { product_ids: ['a'] }],
    ['by hand without products', { type: 'MANUAL' }],
    ['by hand with filters', { type: 'MANUAL', product_ids: ['a'], filters: [below('1.00 USD')] }],
    ['by hand with a product that is not there', { type: 'MANUAL', product_ids: ['a', 'z'] }],
    ['by filters without any', { type: 'FILTERED' }],
    ['by no filters', { type: 'FILTERED', filters: [] }],
    ['by filters with products', { type: 'FILTERED', product_ids: ['a'], filters: [below('1.00 USD')] }],
    ['with a price without a currency', { type: 'FILTERED', filters: [below('1.00')] }],
    [
      'with a text for a price',
      { type: 'FILTERED', filters: [{ ...below('1.00 USD'), operator: 'CONTAINS' }] },
    ],
    [
      'with an order of categories',
      { type: 'FILTERED', filters: [{ attribute: 'product_type', operator: 'LESS_THAN', value: 'Home' }] },
    ],
    [
      'with an attribute that is none',
      { type: 'FILTERED', filters: [{ attribute: 'title', operator: 'CONTAINS', value: 'a' }] },
    ],
    [
      'with an inventory that is none',
      { type: 'FILTERED', filters: [{ attribute: 'inventory', operator: 'EQUAL_TO', value: '1.5' }] },
    ],
  ];
  test.each(wrong)('%s', async (_, body) => {
    const { create, sets } = await startShop(product('a'));
    const { status, json } = await create(body);
    expect(status).toBe(400);
    expect(json).toMatchObject({ errors: [{ type: 'INVALID_PARAMETER' }] });
    expect(await sets()).toEqual([]);
  });
});

test(
  proves(
    ['8.1-catalog-limits'],
    'a manual set has up to 50 products, a filter set up to 30 filters, a user one catalog, a catalog 100 sets',
  ),
  async () => {
    const ids = Array.from({ length: 51 }, (_, at) => `p${at}`);
    const { platform, user, create, path } = await startShop(...ids.map((id) => product(id)));
    const filters = Array.from({ length: 31 }, (_, at) => below(`${at + 1}.00 USD`));
    const codes = async (body: object) => (await create(body)).status;
    expect(await codes({ type: 'MANUAL', product_ids: ids.slice(0, 50) })).toBe(201);
    expect(await codes({ type: 'MANUAL', product_ids: ids })).toBe(400);
    expect(await codes({ type: 'FILTERED', filters: filters.slice(0, 30) })).toBe(201);
    expect(await codes({ type: 'FILTERED', filters })).toBe(400);
    expect((await user.get(path)).json.data).toHaveLength(2);
    for (let at = 2; at < 100; at++) {
      if (at === 90) await platform.clock.advance(900_000);
      expect(await codes({ type: 'MANUAL', product_ids: [] })).toBe(201);
    }
    const { status, json } = await create({ type: 'MANUAL', product_ids: [] });
    expect([status, json]).toMatchObject([403, { errors: [{ type: 'CATALOG_LIMIT_EXCEEDED', code: 220 }] }]);
    expect((await user.get(path)).json.data).toHaveLength(100);
  },
);

describe('a filter', () => {
  const row = (more: Partial<Product>) =>
    ({ ...product('a'), product_key: 'c:a', catalog_id: 'c', made: 0, ...more }) as Product;
  const cases: readonly (readonly [
    ProductFilter['attribute'],
    ProductFilter['operator'],
    string,
    Partial<Product>,
    boolean,
  ])[] = [
    ['price', 'LESS_THAN', '20.01 USD', {}, true],
    ['price', 'LESS_THAN', '20.00 USD', {}, false],
    ['price', 'GREATER_THAN', '19.99 USD', {}, true],
    ['price', 'EQUAL_TO', '20 USD', {}, true],
    ['price', 'EQUAL_TO', '20.00 EUR', {}, false],
    ['price', 'LESS_THAN', '99.00 EUR', {}, false],
    ['sale_price', 'LESS_THAN', '99.00 USD', {}, false],
    ['sale_price', 'GREATER_THAN', '1.00 USD', { sale_price: '10.00 USD' }, true],
    ['inventory', 'EQUAL_TO', '0', { inventory: 0 }, true],
    ['inventory', 'EQUAL_TO', '0', {}, false],
    ['inventory', 'GREATER_THAN', '9', { inventory: 10 }, true],
    ['google_product_category', 'MATCH', 'home', { google_product_category: 'Home > Kitchen' }, true],
    ['google_product_category', 'MATCH', 'Home', { google_product_category: 'Homes > Kitchen' }, false],
    ['product_type', 'EQUAL_TO', 'home', { product_type: 'Home' }, false],
    ['product_type', 'CONTAINS', 'KITCH', { product_type: 'Home > Kitchen' }, true],
    ['product_type', 'NOT_CONTAINS', 'kitch', { product_type: 'Home > Kitchen' }, false],
    ['product_type', 'NOT_CONTAINS', 'kitch', {}, true],
    ['custom_label_3', 'MATCH', 'SALE', { custom_label_3: 'sale' }, true],
    ['custom_label_3', 'MATCH', 'sale', { custom_label_3: 'sale > more' }, false],
    ['custom_label_0', 'CONTAINS', 'x', {}, false],
  ];
  test.each(cases)('%s %s %s of %j: %s', (attribute, operator, value, more, expected) => {
    expect(passes({ attribute, operator, value })(row(more))).toBe(expected);
  });
});

test('no matter which products are added, changed or removed, a set has exactly those that pass', async () => {
  const step = fc.record({
    id: fc.integer({ min: 0, max: 40 }).map((at) => `p${at}`),
    kind: fc.constantFrom('put', 'put', 'put', 'remove'),
    price: fc.integer({ min: 1, max: 40 }),
    inventory: fc.option(fc.integer({ min: 0, max: 3 })),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 60 }), async (steps) => {
      const { platform, put, filtered, inSet, remove, user, catalog, sets } = await startShop();
      const at = Math.floor(steps.length / 3);
      const filters = [below('20.00 USD'), { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' }];
      let set: Pick<Shown, 'id'> | null = null;
      for (const [index, { id, kind, price, inventory }] of steps.entries()) {
        if (index === at) set = await filtered(...filters);
        if (index === 2 * at) await platform.clock.advance(0);
        if (kind === 'remove') await remove(id);
        else await put(product(id, { price: `${price}.00 USD`, inventory }));
      }
      set ??= await filtered(...filters);
      await platform.clock.advance(0);
      const all = (await user.get(`${catalog}/products`)).json.data as unknown as readonly {
        readonly id: string;
        readonly price: string;
        readonly inventory: number | null;
      }[];
      const wanted = all
        .filter(({ price, inventory }) => Number.parseFloat(price) < 20 && (inventory ?? 0) > 0)
        .map(({ id }) => id);
      expect(await inSet(set)).toEqual(wanted);
      expect((await sets())[0]!.product_count).toBe(wanted.length);
    }),
    rounds(15, 2000),
  );
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { flawOfFilter, passes } from '../../../engine/catalog/filters.ts';
import type { Funnel, FunnelAsked } from '../../../engine/catalog/funnel.ts';
import type { Product, ProductFilter } from '../../../engine/state/tables/catalog.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { rounds } from '../../support/rounds.ts';
import { mira } from '../../../testing/worlds.ts';

type Draft = FunnelAsked['filters'][number];

async function startShop(
  products: readonly Readonly<Record<string, unknown>>[] = [],
  turn: () => Promise<void> = () => Promise.resolve(),
) {
  const { platform, as } = await start({ turn });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  const catalogId = catalog.split('/').at(-1)!;
  const put = (...more: readonly Readonly<Record<string, unknown>>[]) => putProducts(user, catalog, ...more);
  for (let at = 0; at < products.length; at += 1000) await put(...products.slice(at, at + 1000));
  const remove = (...ids: readonly string[]) =>
    user.send({
      ...{ method: 'DELETE', path: `${catalog}/products` },
      json: { product_keys: ids.map((id) => `${catalogId}:${id}`) },
    });
  const saved = async (filters: readonly ProductFilter[]): Promise<string> => {
    const body = { name: 'Set', type: 'FILTERED', filters };
    const { json } = await user.post(`${catalog}/product_sets`, body);
    await platform.clock.advance(0);
    return json.data.id;
  };
  const ask = (more: Partial<FunnelAsked>, asker = 'me') =>
    platform.ask('sets.funnel', asker, { catalogId, setId: null, filters: [], shown: all, ...more });
  const counted = async (more: Partial<FunnelAsked>): Promise<Funnel> => {
    const answer = await ask(more);
    if ('superseded' in answer) throw new Error('It was superseded');
    return answer;
  };
  return { platform, user, catalog, catalogId, put, remove, saved, ask, counted };
}

const all = { part: { type: 'matches' }, from: 0, count: 200 } as const;
const below = (value: string): ProductFilter => ({ attribute: 'price', operator: 'LESS_THAN', value });
const inStock: ProductFilter = { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' };
const coats: ProductFilter = { attribute: 'product_type', operator: 'MATCH', value: 'Coats' };

const coat = (id: string, price: number, inventory: number, type = 'Coats') =>
  product(id, { price: `${price}.00 USD`, inventory, product_type: type });

const few = [
  coat('a', 90, 3),
  coat('b', 110, 2),
  coat('c', 130, 5),
  coat('d', 80, 0),
  coat('e', 70, 9, 'Hats'),
];
const ids = ({ page }: Funnel) => page.products.map(({ id }) => id);

test('each filter counts what it leaves of the filter above, and how many products fail only it', async () => {
  const { counted } = await startShop(few);
  const funnel = await counted({ filters: [inStock, coats, below('120.00 USD')] });
  expect(funnel).toMatchObject({ products: 5, matches: 2, moved: null });
  expect(funnel.filters).toEqual([
    { left: 4, failThisAlone: 1 },
    { left: 3, failThisAlone: 1 },
    { left: 2, failThisAlone: 1 },
  ]);
  expect(ids(funnel)).toEqual(['a', 'b']);
  expect(funnel.page.products[0]).toEqual({
    ...{ id: 'a', title: 'Product a', price: '90.00 USD', product_type: 'Coats', inventory: 3 },
    ...{ product_key: funnel.page.products[0]!.product_key, moved: null, fails: null },
  });
});

test('the products that fail only one filter are shown', async () => {
  const { counted } = await startShop(few);
  const filters = [inStock, coats, below('120.00 USD')];
  const near = async (filter: number) =>
    counted({ filters, shown: { ...all, part: { type: 'near', filter } } });
  const dear = await near(2);
  expect(dear.page).toMatchObject({
    total: 1,
    next: null,
    products: [{ id: 'c', fails: { ...filters[2], has: '130.00 USD' } }],
  });
  expect(ids(await near(0))).toEqual(['d']);
  expect(ids(await near(7))).toEqual([]);
});

test('an invalid filter says which of its fields is wrong, and the others are counted', async () => {
  const { counted } = await startShop(few);
  const drafts: readonly Draft[] = [
    { attribute: 'colour', operator: 'EQUAL_TO', value: 'red' },
    { attribute: 'price', operator: 'CONTAINS', value: '1' },
    { attribute: 'price', operator: 'LESS_THAN', value: '100' },
    { attribute: 'inventory', operator: 'GREATER', value: '0' },
    { attribute: 'inventory', operator: 'GREATER_THAN', value: '' },
    inStock,
    coats,
  ];
  const { filters, matches } = await counted({ filters: drafts });
  expect(filters.map((each) => ('flaw' in each ? each.flaw.field : each))).toEqual([
    'attribute',
    'operator',
    'value',
    'operator',
    'value',
    { left: 4, failThisAlone: 1 },
    { left: 3, failThisAlone: 1 },
  ]);
  expect(matches).toBe(3);
});

test('without a filter every product matches', async () => {
  const { counted } = await startShop(few);
  expect(await counted({})).toMatchObject({ products: 5, matches: 5, filters: [] });
});

test('the products that a change of filters adds and removes are listed with the deciding filter', async () => {
  const { counted, saved } = await startShop(few);
  const setId = await saved([inStock, below('100.00 USD')]);
  const filters = [inStock, coats, below('120.00 USD')];
  const moved = await counted({ setId, filters, shown: { ...all, part: { type: 'moved' } } });
  expect(moved.moved).toEqual({ came: 1, went: 1 });
  expect(moved.page.products.map(({ id, moved: way, fails }) => [id, way, fails])).toEqual([
    ['b', 'came', { ...below('100.00 USD'), has: '110.00 USD' }],
    ['e', 'went', { ...coats, has: 'Hats' }],
  ]);
  expect((await counted({ setId, filters: [below('100.00 USD'), inStock] })).moved).toEqual({
    came: 0,
    went: 0,
  });
});

test('a set of another catalog cannot be compared with', async () => {
  const { counted } = await startShop(few);
  expect((await counted({ setId: 'zzz', filters: [inStock] })).moved).toBeNull();
});

test('each page starts where the previous one ended', async () => {
  const { counted } = await startShop(Array.from({ length: 100 }, (_, at) => coat(`p${at}`, 10, at % 3)));
  const seen: string[] = [];
  for (let from: number | null = 0; from !== null;) {
    const { page }: Funnel = await counted({
      filters: [inStock],
      shown: { part: { type: 'matches' }, from, count: 7 },
    });
    expect(page.total).toBe(66);
    seen.push(...page.products.map(({ id }) => id));
    from = page.next;
  }
  expect(seen).toEqual(
    Array.from({ length: 100 }, (_, at) => at)
      .filter((at) => at % 3)
      .map((at) => `p${at}`),
  );
});

test('the count follows products that are added, changed and removed', async () => {
  const { counted, put, remove } = await startShop(few);
  const filters = [inStock, coats];
  expect((await counted({ filters })).matches).toBe(3);
  await put(coat('d', 80, 1), coat('f', 50, 1), coat('a', 90, 0));
  expect(ids(await counted({ filters }))).toEqual(['b', 'c', 'd', 'f']);
  await remove('b', 'e');
  expect(await counted({ filters })).toMatchObject({ products: 4, matches: 3 });
});

describe('a question that takes long', () => {
  const many = Array.from({ length: 12_000 }, (_, at) => product(`p${at}`, { inventory: at % 7 }));

  test('lets other tasks run, and is superseded by the same asker’s next question', async () => {
    let meanwhile: (() => Promise<unknown>) | null = null;
    const turn = async () => {
      const work = meanwhile;
      meanwhile = null;
      await work?.();
      await new Promise((resolve) => setTimeout(resolve));
    };
    const { ask, put } = await startShop(many, turn);
    const filters = [inStock, below('1.00 USD')];
    meanwhile = () => put(product('p3', { inventory: 0 }), product('late', { inventory: 1 }));
    const first = ask({ filters });
    const others = ask({ filters }, 'somebody else');
    const second = ask({ filters: [inStock] });
    expect(await first).toEqual({ superseded: true });
    expect(meanwhile, 'nobody else had a turn').toBeNull();
    const left = many.filter(({ id }) => Number(id.slice(1)) % 7 > 0).length;
    expect(await second).toMatchObject({ products: 12_001, matches: left });
    expect(await others).toMatchObject({ products: 12_001, matches: 0 });
  });

  test('is superseded when too many others ask', async () => {
    const { ask } = await startShop(many, () => new Promise<void>((resolve) => setTimeout(resolve)));
    const askers = Array.from({ length: 9 }, (_, at) => ask({ filters: [inStock] }, `asker ${at}`));
    const answers = await Promise.all(askers);
    expect(answers.map((each) => 'superseded' in each)).toEqual([true, ...Array<boolean>(8).fill(false)]);
  });
});

const anyFilter: fc.Arbitrary<ProductFilter> = fc
  .record({
    attribute: fc.constantFrom('price', 'inventory', 'product_type', 'custom_label_0'),
    operator: fc.constantFrom(
      ...(['GREATER_THAN', 'LESS_THAN', 'EQUAL_TO', 'MATCH', 'CONTAINS', 'NOT_CONTAINS'] as const),
    ),
    value: fc.constantFrom(
      '3',
      '7',
      '3.00 USD',
      '7.00 USD',
      '5.00 EUR',
      'Coats',
      'Coats > Rain',
      'a',
      'sale',
    ),
  })
  .map((each) => each as ProductFilter)
  .filter((each) => flawOfFilter(each) === null);

const anyProduct = fc.record({
  id: fc.integer({ min: 0, max: 120 }).map((at) => `p${at}`),
  price: fc.constantFrom('1.00 USD', '3.00 USD', '5.00 USD', '9.00 USD', '4.00 EUR'),
  inventory: fc.option(fc.integer({ min: 0, max: 9 })),
  product_type: fc.constantFrom(null, 'Coats', 'Coats > Rain', 'Hats'),
  custom_label_0: fc.constantFrom(null, 'sale', 'Sale', 'a'),
});

test('for any filters and products, the counts are those of checking each product', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyFilter, { maxLength: 6 }),
      fc.array(anyFilter, { minLength: 1, maxLength: 4 }),
      fc.array(fc.array(anyProduct, { minLength: 1, maxLength: 60 }), { minLength: 1, maxLength: 3 }),
      async (filters, former, batches) => {
        const { counted, put, saved, platform, remove, catalogId } = await startShop();
        const setId = await saved(former);
        for (const batch of batches) {
          const last = new Map(batch.map((each) => [each.id, each]));
          await put(...[...last.values()].map((each) => product(each.id, each)));
          await remove(batch[0]!.id);
          const funnel = await counted({ setId, filters, shown: { ...all, part: { type: 'moved' } } });
          const rows = (platform.snapshot().tables['products'] ??
            []) as readonly object[] as readonly Product[];
          expect(funnel).toMatchObject(
            naive(
              rows.filter((row) => row.catalog_id === catalogId),
              filters,
              former,
            ),
          );
        }
      },
    ),
    rounds(25, 1000),
  );
});

/** The same, product by product. */
function naive(
  rows: readonly Product[],
  filters: readonly ProductFilter[],
  former: readonly ProductFilter[],
): object {
  const failed = rows.map((row) => filters.flatMap((each, at) => (passes(each)(row) ? [] : [at])));
  const isIn = (at: number) => failed[at]!.length === 0;
  const wasIn = (at: number) => former.every((each) => passes(each)(rows[at]!));
  const countRows = (is: (at: number) => boolean) => rows.filter((_, at) => is(at)).length;
  return {
    products: rows.length,
    matches: countRows(isIn),
    filters: filters.map((_, filter) => ({
      left: failed.filter((each) => each.every((at) => at > filter)).length,
      failThisAlone: failed.filter((each) => each.length === 1 && each[0] === filter).length,
    })),
    moved: {
      came: countRows((at) => isIn(at) && !wasIn(at)),
      went: countRows((at) => !isIn(at) && wasIn(at)),
    },
    page: { total: countRows((at) => isIn(at) !== wasIn(at)) },
  };
}

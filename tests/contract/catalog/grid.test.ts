import { setImmediate } from 'node:timers';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { GridAnswer, GridRows, GridView, Platform } from '../../../engine/inside.ts';
import { catalogs, createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import type { Client } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { rounds } from '../../support/rounds.ts';
import { mira } from '../../../testing/worlds.ts';

type Given = Readonly<Record<string, unknown>>;

/** A catalog with these products, and functions to read it. */
async function shop(...products: readonly Given[]) {
  const { platform, as } = await start({ turn: () => new Promise((resolve) => setImmediate(resolve)) });
  await openCatalogTo(platform, mira);
  const address = await createCatalog(as.user());
  for (let at = 0; at < products.length; at += 1000)
    await putProducts(as.user(), address, ...products.slice(at, at + 1000));
  return new Shop(platform, as.user(), address);
}

class Shop {
  readonly catalogId: string;

  constructor(
    readonly platform: Platform,
    readonly by: Client,
    readonly address: string,
  ) {
    this.catalogId = address.slice(catalogs.length + 1);
  }

  view(view: Partial<GridView> = {}): GridView {
    return { catalogId: this.catalogId, setId: null, filter: '', column: null, isFalling: false, ...view };
  }

  ask(view: Partial<GridView> = {}, from = 0, count = 500, marks = 0, viewer = 'me'): Promise<GridAnswer> {
    return this.platform.ask('catalog.rows', viewer, this.view(view), { from, count, marks });
  }

  async rows(view: Partial<GridView> = {}, from = 0, count = 500, marks = 0): Promise<GridRows> {
    const answer = await this.ask(view, from, count, marks);
    if (answer.kind !== 'rows') throw new Error(JSON.stringify(answer));
    return answer;
  }

  async ids(view: Partial<GridView> = {}): Promise<(string | undefined)[]> {
    return (await this.rows(view)).rows.map((row) => row?.id);
  }

  put(...products: readonly Given[]) {
    return putProducts(this.by, this.address, ...products);
  }

  remove(...ids: readonly string[]) {
    const product_keys = ids.map((id) => `${this.catalogId}:${id}`);
    return this.by.send({ method: 'DELETE', path: `${this.address}/products`, json: { product_keys } });
  }
}

const few = () =>
  shop(
    product('a', {
      title: 'Lantern rain coat',
      price: '20.00 USD',
      inventory: 3,
      product_type: 'Clothing > Coats',
    }),
    product('b', { title: 'lantern', price: '5.00 USD', availability: 'discontinued', brand: 'Quay' }),
    product('c', { title: 'Askøy thermos', price: '20.00 EUR', inventory: 0, sale_price: '18.00 EUR' }),
    product('d', { title: 'Skipper mug', price: '100.00 USD', inventory: 30, custom_label_0: 'winter' }),
    product('lamp-9', { title: 'Quay oil lamp', price: '20.50 USD', product_type: 'Clothing' }),
  );

describe('a filter', () => {
  test.each([
    ['', ['a', 'b', 'c', 'd', 'lamp-9']],
    ['lantern', ['a', 'b']],
    ['LAMP', ['lamp-9']],
    ['lamp-9', ['lamp-9']],
    ['price:>20', ['d', 'lamp-9']],
    ['price:20', ['a', 'c']],
    ['price:>=20EUR', ['c']],
    ['price:<=5', ['b']],
    ['price:="20.00 USD"', ['a']],
    ['-price:>20', ['a', 'b', 'c']],
    ['sale_price:<20EUR', ['c']],
    ['inventory:<3', ['c']],
    ['inventory:null', ['b', 'lamp-9']],
    ['-inventory:null', ['a', 'c', 'd']],
    ['availability:discontinued', ['b']],
    ['-availability:DISCONTINUED', ['a', 'c', 'd', 'lamp-9']],
    ['availability:in_stock brand:=Northwind title:"rain coat"', ['a']],
    ['brand:=northwind', []],
    ['brand:qu', ['b']],
    ['product_type:~clothing', ['a', 'lamp-9']],
    ['product_type:=Clothing', ['lamp-9']],
    ['product_type:coats', ['a']],
    ['-product_type:coats', ['b', 'c', 'd', 'lamp-9']],
    ['custom_label_0:winter', ['d']],
    ['"null"', []],
  ])('%j', async (filter, ids) => {
    const { rows, total, matches } = await (await few()).rows({ filter });
    expect(rows.map((row) => row?.id)).toEqual(ids);
    expect([total, matches]).toEqual([5, ids.length]);
  });

  test('that is not understood says where', async () => {
    expect(await (await few()).ask({ filter: 'a pric:1' })).toMatchObject({ kind: 'problem', at: 2, end: 6 });
  });
});

describe('an order', () => {
  test('prices are sorted by amount and then currency, texts without case; products without a value come last in both directions', async () => {
    const at = await few();
    expect(await at.ids({ column: 'price' })).toEqual(['b', 'c', 'a', 'lamp-9', 'd']);
    expect(await at.ids({ column: 'price', isFalling: true })).toEqual(['d', 'lamp-9', 'a', 'c', 'b']);
    expect(await at.ids({ column: 'inventory' })).toEqual(['c', 'a', 'd', 'b', 'lamp-9']);
    expect(await at.ids({ column: 'inventory', isFalling: true })).toEqual(['d', 'a', 'c', 'b', 'lamp-9']);
    expect(await at.ids({ column: 'title' })).toEqual(['c', 'b', 'a', 'lamp-9', 'd']);
    expect(await at.ids({ column: 'inventory', isFalling: true, filter: '-lantern' })).toEqual([
      'd',
      'c',
      'lamp-9',
    ]);
  });

  test('values are placed at evenly spaced ranks, and a product has a rank', async () => {
    const at = await few();
    const { marks } = await at.rows({ column: 'price' }, 0, 1, 3);
    expect(marks).toEqual(['5.00 USD', '20.00 USD', '100.00 USD']);
    expect((await at.rows({ column: 'inventory' }, 0, 1, 2)).marks).toEqual(['0', null]);
    expect((await at.rows({}, 0, 1, 3)).marks).toEqual([]);
    const rank = (view: Partial<GridView>, id: string) =>
      at.platform.ask('catalog.rank', 'me', at.view(view), id);
    expect(await rank({ column: 'price' }, 'a')).toBe(2);
    expect(await rank({ column: 'price', isFalling: true }, 'd')).toBe(0);
    expect(await rank({ column: 'inventory', isFalling: true }, 'b')).toBe(3);
    expect(await rank({ filter: 'lantern' }, 'c')).toBe(-1);
    expect(await rank({}, 'nobody')).toBe(-1);
  });
});

test('a value has a rank: that of the first product with it, or of the next one', async () => {
  const at = await few();
  const rank = (view: Partial<GridView>, value: string) =>
    at.platform.ask('catalog.rankOfValue', 'me', at.view(view), value);
  // 5 USD, 20 EUR, 20 USD, 20.5 USD, 100 USD
  expect(await rank({ column: 'price' }, '20')).toBe(1);
  expect(await rank({ column: 'price' }, '20.1')).toBe(3);
  expect(await rank({ column: 'price' }, '1000')).toBe(4);
  expect(await rank({ column: 'price', isFalling: true }, '20')).toBe(2);
  expect(await rank({ column: 'price', isFalling: true }, '1000')).toBe(0);
  // Askøy thermos, lantern, Lantern rain coat, Quay oil lamp, Skipper mug
  expect(await rank({ column: 'title' }, 'Q')).toBe(3);
  expect(await rank({ column: 'title' }, 'LANTERN')).toBe(1);
  expect(await rank({ column: 'price' }, 'dear')).toBeNull();
  expect(await rank({}, '1')).toBeNull();
});

test('the table of a set has its products, even while the set changes', async () => {
  const at = await few();
  const filters = [{ attribute: 'price', operator: 'GREATER_THAN', value: '20.00 USD' }];
  const made = await at.by.post(`${at.address}/product_sets`, { name: 'Dear', type: 'FILTERED', filters });
  const manual = { name: 'Window', type: 'MANUAL', product_ids: ['c', 'a'] };
  const window = await at.by.post(`${at.address}/product_sets`, manual);
  await at.platform.clock.advance(0);
  const idOf = ({ json }: typeof made) => (json['data'] as unknown as { id: string }).id;
  const setId = idOf(made);
  expect(await at.ids({ setId })).toEqual(['d', 'lamp-9']);
  expect(await at.rows({ setId, filter: 'mug' })).toMatchObject({ total: 2, matches: 1 });
  await at.put({ id: 'a', price: '21.00 USD' }, { id: 'd', price: '1.00 USD' });
  expect(await at.ids({ setId })).toEqual(['a', 'lamp-9']);
  const cheap = [{ attribute: 'price', operator: 'LESS_THAN', value: '20.00 USD' }];
  await at.by.send({ method: 'PUT', path: `${at.address}/product_sets/${setId}`, json: { filters: cheap } });
  await at.platform.clock.advance(0);
  expect(await at.ids({ setId })).toEqual(['b', 'd']);
  expect(await at.ids({ setId: idOf(window), column: 'price' })).toEqual(['c', 'a']);
  expect(await at.ask({ setId: 'none' })).toEqual({ kind: 'gone' });
  await at.by.delete(at.address);
  expect(await at.ask()).toEqual({ kind: 'gone' });
});

test('a question is superseded by the same viewer’s next view, not by another viewer’s', async () => {
  const at = await shop(
    ...Array.from({ length: 24_000 }, (_, n) => product(`p${n}`, { inventory: (n * 7919) % 24_001 })),
  );
  const [mine, next, theirs] = await Promise.all([
    at.ask({ column: 'inventory' }),
    at.ask({ column: 'title' }, 0, 1),
    at.ask({ column: 'inventory' }, 0, 2, 0, 'you'),
  ]);
  expect(mine).toEqual({ kind: 'superseded' });
  expect(next).toMatchObject({ kind: 'rows', matches: 24_000 });
  expect(theirs).toMatchObject({ rows: [{ inventory: 0 }, { inventory: 1 }] });
  // More changes at once than are inserted one by one.
  const changed = Array.from({ length: 3000 }, (_, n) => ({ id: `p${n}`, inventory: 100_000 + n }));
  for (let from = 0; from < 3000; from += 1000) await at.put(...changed.slice(from, from + 1000));
  expect((await at.rows({ column: 'inventory', isFalling: true }, 0, 2)).rows).toMatchObject([
    { id: 'p2999' },
    { id: 'p2998' },
  ]);
});

test('changes made while an order is computed are in it, or are corrected at the next look', async () => {
  const at = await shop(...Array.from({ length: 24_000 }, (_, n) => product(`p${n}`, { inventory: n })));
  const asked = at.ask({ column: 'inventory' }, 0, 3);
  await at.put({ id: 'p23999', inventory: 0 }, product('new', { inventory: 0 }));
  await at.remove('p0');
  const answer = await asked;
  expect(answer.kind).toBe('rows');
  const { rows, total } = await at.rows({ column: 'inventory' }, 0, 3);
  expect(rows.map((row) => row?.id)).toEqual(['p23999', 'new', 'p1']);
  expect(total).toBe(24_000);
});

test('a product shows its sets, the filters of others that it fails, and its page in the list', async () => {
  const at = await shop(...Array.from({ length: 450 }, (_, n) => product(`p${n}`, { inventory: n })));
  const filters = [
    { attribute: 'inventory', operator: 'GREATER_THAN', value: '400' },
    { attribute: 'price', operator: 'LESS_THAN', value: '5.00 USD' },
  ];
  await at.by.post(`${at.address}/product_sets`, { name: 'None', type: 'FILTERED', filters });
  await at.by.post(`${at.address}/product_sets`, { name: 'One', type: 'MANUAL', product_ids: ['p431'] });
  const detail = await at.platform.ask('catalog.product', at.catalogId, 'p431');
  expect(detail).toMatchObject({
    shown: { id: 'p431', product_key: `${at.catalogId}:p431`, gtin: null },
    page: { number: 3 },
    sets: [
      { name: 'None', isIn: false, filters: 2, fails: [filters[1]] },
      { name: 'One', isIn: true, filters: 0, fails: [] },
    ],
  });
  const page = await at.by.get(`${at.address}/products?cursor=${detail!.page.cursor}`);
  expect(page.json.data.map(({ id }) => id)).toEqual(Array.from({ length: 50 }, (_, n) => `p${400 + n}`));
  expect((await at.platform.ask('catalog.product', at.catalogId, 'p199'))?.page).toEqual({
    number: 1,
    size: 200,
    cursor: null,
  });
  expect((await at.platform.ask('catalog.product', at.catalogId, 'p200'))?.page.number).toBe(2);
  expect(await at.platform.ask('catalog.product', at.catalogId, 'none')).toBeNull();
});

/** The same by the simplest means. */
function sorted(products: readonly Given[], column: string, isFalling: boolean): unknown[] {
  const value = (each: Given): readonly (number | string)[] | null => {
    const given = each[column];
    if (typeof given === 'number') return [given];
    if (typeof given !== 'string') return null;
    return column === 'price' ? [Number(given.slice(0, -4)), given.slice(-3)] : [given.toLowerCase()];
  };
  const has = products.filter((each) => value(each));
  const lacks = products.filter((each) => !value(each));
  const rising = has.toSorted((one, other) => {
    const [a, b] = [value(one)!, value(other)!];
    const at = a.findIndex((each, place) => each !== b[place]);
    return at === -1 ? 0 : a[at]! < b[at]! ? -1 : 1;
  });
  return [...(isFalling ? rising.toReversed() : rising), ...lacks].map(({ id }) => id);
}

test('any sequence of changes and looks shows the same as a plain sort of the products', async () => {
  const id = fc.integer({ min: 0, max: 40 }).map((n) => `p${n}`);
  const given = fc.record({
    id,
    title: fc.constantFrom('Lantern', 'lantern rain', 'Ångström', 'lanterø', 'Zeta', 'lantern'),
    price: fc.constantFrom('5.00 USD', '5.00 EUR', '12.50 USD', '100.00 USD'),
    inventory: fc.option(fc.integer({ min: 0, max: 5 })),
  });
  const step = fc.oneof(
    fc.record({ put: fc.array(given, { minLength: 1, maxLength: 12 }) }),
    fc.record({ remove: fc.array(id, { minLength: 1, maxLength: 6 }) }),
    fc.record({
      look: fc.record({
        column: fc.constantFrom('title', 'price', 'inventory'),
        isFalling: fc.boolean(),
        word: fc.constantFrom('', 'lantern', 'p1'),
      }),
    }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 30 }), async (steps) => {
      const at = await shop();
      // In the order of creation.
      const model = new Map<string, Given>();
      for (const each of steps) {
        if ('put' in each) {
          const products = [...new Map(each.put.map((one) => [one.id, one])).values()];
          must(
            (await at.put(...products.map((one) => product(one.id, one)))).status === 200
              ? { ok: true }
              : { ok: false, reason: '' },
          );
          for (const one of products) model.set(one.id, one);
        } else if ('remove' in each) {
          await at.remove(...each.remove);
          for (const one of each.remove) model.delete(one);
        } else {
          const { word, column, isFalling } = each.look;
          const shown = [...model.values()].filter(
            (one) =>
              (one['id'] as string).includes(word) || (one['title'] as string).toLowerCase().includes(word),
          );
          const ids = await at.ids({ filter: word, column, isFalling });
          expect(ids).toEqual(sorted(shown, column, isFalling));
        }
      }
    }),
    rounds(40, 2000),
  );
});

import { expect, test } from 'vitest';
import { mostCauses, mostEntries, Moves } from '../../../engine/catalog/moves.ts';
import type { Product } from '../../../engine/state/tables/catalog.ts';
import { createCatalog, createFeed, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { mira } from '../../../testing/worlds.ts';

const inStock = { attribute: 'inventory', operator: 'GREATER_THAN', value: '0' };

async function startShop(file = '') {
  const answer = { status: 200, headers: [], body: new TextEncoder().encode(file) };
  const { platform, as } = await start({ send: () => Promise.resolve(answer) });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  const put = (...more: readonly Readonly<Record<string, unknown>>[]) => putProducts(user, catalog, ...more);
  const save = async (): Promise<string> => {
    const body = { name: 'Set', type: 'FILTERED', filters: [inStock] };
    const { json } = await user.post(`${catalog}/product_sets`, body);
    await platform.clock.advance(0);
    return json.data.id;
  };
  return { platform, user, catalog, put, save };
}

test('the products that entered or left since a set was saved are listed with time, attribute and cause', async () => {
  const { platform, put, save, user, catalog } = await startShop();
  await put(product('a', { inventory: 3 }), product('b', { inventory: 0 }), product('c', { inventory: 1 }));
  const id = await save();
  const since = platform.clock.now();
  expect(await platform.ask('sets.history', id)).toEqual({
    ...{ since, came: 0, went: 0, entries: [], causes: [], earlier: [] },
  });
  await platform.clock.advance(60_000);
  await put(product('a', { inventory: 0 }), product('b', { inventory: 0, title: 'Other' }));
  await put(product('d', { inventory: 5 }));
  const key = `${catalog.split('/').at(-1)!}:c`;
  await user.send({ method: 'DELETE', path: `${catalog}/products`, json: { product_keys: [key] } });
  const history = await platform.ask('sets.history', id);
  expect(history).toMatchObject({ since, came: 1, went: 2, causes: [{ cause: { type: 'call' } }] });
  const entry = { at: since + 60_000, cause: { type: 'call' } };
  expect(history!.entries).toMatchObject([
    { ...entry, id: 'c', moved: 'went', change: null },
    { ...entry, id: 'd', moved: 'came', change: null },
    { ...entry, id: 'a', moved: 'went', change: { attribute: 'inventory', before: '3', after: '0' } },
  ]);
});

test('a feed run is named as the cause', async () => {
  const head = 'id,title,description,availability,condition,price,link,image_link,brand,inventory';
  const line = 'a,A,What,in stock,new,20.00 USD,https://shop.example/a,https://shop.example/a.jpg,N,0';
  const { platform, put, save, user, catalog } = await startShop(`${head}\n${line}\n`);
  await put(product('a', { inventory: 3 }));
  const id = await save();
  await createFeed(user, catalog);
  await platform.clock.advance(86_400_000);
  const feedUrl = 'https://shop.example/products.csv';
  expect(await platform.ask('sets.history', id)).toMatchObject({
    ...{ came: 0, went: 1 },
    entries: [{ id: 'a', change: { before: '3', after: '0' }, cause: { type: 'run', feedUrl } }],
    causes: [{ came: 0, went: 1, cause: { type: 'run', feedUrl } }],
    earlier: [],
  });
  const again = await start({ snapshot: platform.snapshot() });
  await again.platform.clock.advance(1000);
  expect(await again.platform.ask('sets.history', id), 'after a restart').toMatchObject({
    ...{ came: 0, went: 0, entries: [] },
    earlier: [{ feedUrl, came: 0, went: 1 }],
  });
});

test('the list starts over when the filters are saved again', async () => {
  const { platform, put, save, user, catalog } = await startShop();
  await put(product('a', { inventory: 3 }));
  const id = await save();
  await put(product('a', { inventory: 0 }));
  const path = `${catalog}/product_sets/${id}`;
  await user.send({ method: 'PUT', path, json: { name: 'Other' } });
  expect(await platform.ask('sets.history', id)).toMatchObject({ went: 1 });
  await user.send({ method: 'PUT', path, json: { filters: [inStock] } });
  expect(await platform.ask('sets.history', id), 'while it is worked on').toBeNull();
  await platform.clock.advance(0);
  expect(await platform.ask('sets.history', id)).toMatchObject({ went: 0, entries: [] });
  await user.send({ method: 'DELETE', path });
  expect(await platform.ask('sets.history', id)).toBeNull();
});

test('after a restart it is known from the first question', async () => {
  const { platform, put, save } = await startShop();
  await put(product('a', { inventory: 3 }));
  const id = await save();
  await put(product('a', { inventory: 0 }));
  const again = await start({ snapshot: platform.snapshot() });
  expect(await again.platform.ask('sets.history', id)).toMatchObject({
    ...{ came: 0, went: 0, since: again.platform.clock.now() },
  });
});

test('no matter what enters or leaves, the counts are exact and the stored entries are bounded', () => {
  const moves = new Moves(0);
  const row = (at: number) =>
    ({ ...product(`p${at}`), product_key: `c:p${at}`, made: at }) as unknown as Product;
  for (let at = 0; at < 1000; at++) {
    const cause = { type: 'run', runId: `r${Math.floor(at / 20)}`, feedId: 'f' } as const;
    moves.note({ isIn: at % 4 > 0, before: undefined, after: row(at), occasion: { at, cause } });
  }
  expect(moves.counts).toEqual({ came: 750, went: 250 });
  expect(moves.entries.map(({ occasion }) => occasion.at)).toEqual(
    Array.from({ length: mostEntries }, (_, at) => 999 - at),
  );
  expect(moves.causes).toHaveLength(mostCauses);
  expect(moves.causes.at(-1)).toMatchObject({ came: 15, went: 5, cause: { runId: 'r49' } });
});

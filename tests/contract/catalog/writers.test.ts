/** What last wrote a product: a batch call or a run of a feed. */
import { expect, test } from 'vitest';
import { createPlatform } from '../../../engine/index.ts';
import type { Snapshot } from '../../../engine/index.ts';
import { mostWriters } from '../../../engine/state/tables/catalog-words.ts';
import { createCatalog, createFeed, openCatalogTo, product } from '../../../testing/merchant.ts';
import { caller, start } from '../../../testing/platform.ts';
import { mira } from '../../../testing/worlds.ts';
import { ShopHost } from '../../support/shop-host.ts';

const url = 'https://shop.example/products.csv';
const row = (id: string, price: string) =>
  `${id},Product ${id},What it is.,in stock,new,${price},https://shop.example/${id},https://shop.example/${id}.jpg,Northwind`;
const csv = (...rows: readonly string[]) =>
  ['id,title,description,availability,condition,price,link,image_link,brand', ...rows, ''].join('\n');

async function open() {
  const host = new ShopHost();
  const { platform, as } = await start({ open: host.open });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const address = await createCatalog(user);
  const catalogId = address.split('/').at(-1)!;
  const put = (id: string, ...products: readonly object[]) =>
    user.send({ method: 'PUT', path: `${address}/products`, json: { products }, id });
  const lastWrite = async (id: string) =>
    (await platform.ask('catalog.product', catalogId, id))?.lastWrite ?? null;
  const writers = () => platform.snapshot().tables['product_writers']!;
  /** Runs the only feed again, with this file. */
  const run = async (file: string) => {
    host.serve(url, file);
    await platform.clock.advance(24 * 3_600_000);
    const [last] = platform.snapshot().tables['feed_runs']!.slice(-1);
    return String(last!['id']);
  };
  return { host, platform, user, address, catalogId, put, lastWrite, writers, run };
}

test('a product names the call that last wrote it, and a call that changed nothing wrote nothing', async () => {
  const { platform, put, lastWrite, writers } = await open();
  const at = platform.clock.now();
  await put('first', product('a'), product('b'));
  await platform.clock.advance(1000);
  await put('second', product('a', { price: '21.00 USD' }), product('b'));
  await put('third', product('a', { price: '21.00 USD' }));
  expect(await lastWrite('a')).toMatchObject({ by: { type: 'call', requestId: 'second' } });
  expect(await lastWrite('b')).toMatchObject({ at, by: { type: 'call', requestId: 'first' } });
  expect(writers()).toHaveLength(2);
});

test('a product names the feed run that last wrote it, also after the platform is opened again', async () => {
  const { host, platform, user, address, catalogId, put, lastWrite, run } = await open();
  await put('call', product('a'), product('b'), product('c'));
  host.serve(url, csv(row('a', '30.00 USD')));
  await createFeed(user, address, { feed_url: url });
  const first = await run(csv(row('a', '30.00 USD')));
  const byFirst = { type: 'run', runId: expect.any(String) as string, feedUrl: url, isKept: true };
  expect(await lastWrite('a')).toMatchObject({ by: byFirst });
  const second = await run(csv(row('a', '30.00 USD'), row('b', '31.00 USD')));
  expect(second).not.toBe(first);
  expect(await lastWrite('a'), 'the same as before is not written').toMatchObject({ by: byFirst });
  expect(await lastWrite('b')).toMatchObject({ by: { type: 'run', runId: second } });
  expect(await lastWrite('c')).toMatchObject({ by: { type: 'call', requestId: 'call' } });
  const again = createPlatform({ snapshot: platform.snapshot() });
  expect((await again.ask('catalog.product', catalogId, 'b'))?.lastWrite).toEqual(await lastWrite('b'));
});

test('a run of a deleted feed and writes of an earlier release are reported as such', async () => {
  const { platform, user, address, catalogId, lastWrite, put, run } = await open();
  await put('call', product('b'));
  const feed = await createFeed(user, address, { feed_url: url });
  await run(csv(row('a', '30.00 USD')));
  await user.delete(feed);
  expect(await lastWrite('a')).toMatchObject({ by: { type: 'run', feedUrl: url, isKept: false } });
  const { product_writers: kept, ...tables } = platform.snapshot().tables;
  expect(kept).toHaveLength(2);
  const products = tables['products']!.map(({ writer: __, ...rest }) => rest);
  const before: Snapshot = { ...platform.snapshot(), version: 11, tables: { ...tables, products } };
  const again = createPlatform({ snapshot: before });
  expect((await again.ask('catalog.product', catalogId, 'a'))?.lastWrite).toBeNull();
});

test('the last writers of a catalog are kept, and are deleted with it', async () => {
  const { platform, catalogId, put, user, address, writers } = await open();
  await put('first', product('a'));
  const snapshot = platform.snapshot();
  const [writer] = snapshot.tables['product_writers']!;
  const full = Array.from({ length: mostWriters }, (_, number) => ({
    ...writer,
    id: `${catalogId}:${number}`,
    number,
  }));
  const tables = { ...snapshot.tables, product_writers: full };
  expect(() => createPlatform({ snapshot: { ...snapshot, tables } })).not.toThrow();
  const more = { ...writer, id: `${catalogId}:${mostWriters}`, number: mostWriters };
  expect(() =>
    createPlatform({ snapshot: { ...snapshot, tables: { ...tables, product_writers: [...full, more] } } }),
  ).toThrow(`has more than ${mostWriters} writers of products`);
  const later = createPlatform({ snapshot: { ...snapshot, tables } });
  await caller(later, platform.initialCredentials)
    .user()
    .send({ method: 'PUT', path: `${address}/products`, json: { products: [product('b')] } });
  const kept = later.snapshot().tables['product_writers']!;
  expect([kept.length, kept[0]?.['number'], kept.at(-1)?.['number']]).toEqual([mostWriters, 1, mostWriters]);
  expect((await later.ask('catalog.product', catalogId, 'a'))?.lastWrite).toBeNull();
  await user.delete(address);
  expect(writers()).toEqual([]);
});

import { expect, test } from 'vitest';
import { catalogRows } from '../../support/cells.ts';
import { proves } from '../../support/clause.ts';
import { catalogs, createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { endpoints } from '../../../testing/endpoints.ts';
import { start } from '../../../testing/platform.ts';
import type { Answer, Client } from '../../../testing/platform.ts';
import { jonas, mira } from '../../../testing/worlds.ts';

/** A call of each kind that can be repeated. */
const calls: Readonly<Record<string, (by: Client, catalog: string, turn: number) => Promise<Answer>>> = {
  'GET /5/product_catalogs': (by) => by.get(catalogs),
  // One is created and deleted alternately.
  'POST /5/product_catalogs': (by) => by.post(catalogs, { name: 'Shop' }),
  'PUT /5/product_catalogs/:product_catalog_id': (by, catalog, turn) =>
    by.send({ method: 'PUT', path: catalog, json: { name: `Turn ${turn}` } }),
  'DELETE /5/product_catalogs/:product_catalog_id': (by, catalog) => by.delete(`${catalog}x`),
  'GET /5/product_catalogs/:product_catalog_id/products': (by, catalog) =>
    by.get(`${catalog}/products?count=1`),
  'PUT /5/product_catalogs/:product_catalog_id/products': (by, catalog) =>
    putProducts(by, catalog, product('a')),
  'DELETE /5/product_catalogs/:product_catalog_id/products': (by, catalog) =>
    by.send({ method: 'DELETE', path: `${catalog}/products`, json: { product_keys: ['none'] } }),
  'GET /5/product_catalogs/:product_catalog_id/product_sets': (by, catalog) =>
    by.get(`${catalog}/product_sets`),
  'POST /5/product_catalogs/:product_catalog_id/product_sets': (by, catalog) =>
    by.post(`${catalog}/product_sets`, { name: 'Set', type: 'MANUAL', product_ids: [] }),
  'PUT /5/product_catalogs/:product_catalog_id/product_sets/:product_set_id': (by, catalog) =>
    by.send({ method: 'PUT', path: `${catalog}/product_sets/none`, json: { name: 'Set' } }),
  'DELETE /5/product_catalogs/:product_catalog_id/product_sets/:product_set_id': (by, catalog) =>
    by.delete(`${catalog}/product_sets/none`),
  'GET /5/product_catalogs/:product_catalog_id/product_feeds': (by, catalog) =>
    by.get(`${catalog}/product_feeds`),
  'POST /5/product_catalogs/:product_catalog_id/product_feeds': (by, catalog) =>
    by.post(`${catalog}/product_feeds`, {
      ...{ feed_url: 'https://shop.example/products.csv', feed_format: 'CSV', frequency: 'DAILY' },
    }),
  'PUT /5/product_catalogs/:product_catalog_id/product_feeds/:product_feed_id': (by, catalog) =>
    by.send({ method: 'PUT', path: `${catalog}/product_feeds/none`, json: { frequency: 'DAILY' } }),
  'DELETE /5/product_catalogs/:product_catalog_id/product_feeds/:product_feed_id': (by, catalog) =>
    by.delete(`${catalog}/product_feeds/none`),
};

const built = catalogRows.filter(({ endpoint }) => Object.hasOwn(calls, endpoint));

test.each(built.map((row) => [proves(row.clause, row.endpoint), row] as const))(
  '%s',
  async (_, { endpoint, cells }) => {
    const limit = cells.pro[0]!.calls;
    const { platform, as } = await start();
    await openCatalogTo(platform, mira);
    await openCatalogTo(platform, jonas);
    const user = as.user('mira_holm', 'Northwind Courier');
    const catalog = await createCatalog(as.user());
    const call = calls[endpoint]!;
    for (let turn = 0; turn < limit; turn++) {
      const answer = await call(user, catalog, turn);
      expect(answer.status, `turn ${turn}`).not.toBe(429);
      expect(answer.number('svc-rate-limit-limit')).toBe(limit);
      expect(answer.number('svc-rate-limit-remaining')).toBe(limit - turn - 1);
    }
    const refused = await call(user, catalog, limit);
    expect([refused.status, refused.code]).toEqual([429, 88]);
    // Per user and token.
    expect((await call(as.user('jonas_berg'), catalog, 0)).status).not.toBe(429);
    await platform.clock.advance(900_000);
    expect((await call(user, catalog, limit + 1)).status).not.toBe(429);
  },
);

test('every endpoint of the Catalog API has a cell, and every cell has an endpoint', () => {
  const declared = endpoints
    .filter(({ api }) => api === 'catalog')
    .map(({ method, path }) => `${method} ${path}`);
  expect(built.map(({ endpoint }) => endpoint).sort()).toEqual([...declared].sort());
});

test(proves('8.2-products-no-post', 'products are not POSTed: the path does not take it'), async () => {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const catalog = await createCatalog(as.user());
  const answer = await as.user().post(`${catalog}/products`, { products: [product('a')] });
  expect(answer.status).toBe(405);
  expect(answer.header('allow')).toContain('PUT');
  expect((await as.user().get(`${catalog}/products`)).json.data).toEqual([]);
});

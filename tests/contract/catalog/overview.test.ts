import { expect, test } from 'vitest';
import {
  catalogs,
  createCatalog,
  createFeed,
  openCatalogTo,
  product,
  putProducts,
} from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { must } from '../../../testing/portal.ts';
import { mira } from '../../../testing/worlds.ts';

test('a catalog is described with its sets and their counts, its feeds, and what is still missing', async () => {
  const { platform, as } = await start();
  const look = () => platform.ask('merchants.overview', mira);
  expect(await look()).toEqual({ earlyAccess: false, termsAcceptedAt: null, catalog: null });
  await openCatalogTo(platform, mira);
  expect(await look()).toMatchObject({
    earlyAccess: true,
    termsAcceptedAt: platform.clock.now(),
    catalog: null,
  });

  const catalog = await createCatalog(as.user(), 'Lanterns');
  const [low, high] = [product('a', { inventory: 2 }), product('b', { inventory: 8 })];
  await putProducts(as.user(), catalog, low, high);
  const filters = [{ attribute: 'inventory', operator: 'GREATER_THAN', value: '5' }];
  await as.user().post(`${catalog}/product_sets`, { name: 'Many', type: 'FILTERED', filters });
  await as
    .user()
    .post(`${catalog}/product_sets`, { name: 'Window', type: 'MANUAL', product_ids: ['a', 'b'] });
  await createFeed(as.user(), catalog);
  await platform.clock.advance(0);

  const { catalog: seen } = await look();
  expect(seen).toMatchObject({ name: 'Lanterns', products: 2 });
  expect(seen!.sets.map(({ name, filters, count }) => [name, filters, count])).toEqual([
    ['Many', 1, 1],
    ['Window', 0, 2],
  ]);
  expect(seen!.feeds).toMatchObject([{ feed_url: 'https://shop.example/products.csv' }]);
});

test('when a platform is opened again, its filtered sets are counted in several steps', async () => {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const catalog = await createCatalog(as.user());
  const all = Array.from({ length: 900 }, (_, at) => product(`p${at}`, { inventory: at }));
  await putProducts(as.user(), catalog, ...all);
  const filters = [{ attribute: 'inventory', operator: 'LESS_THAN', value: '300' }];
  await as.user().post(`${catalog}/product_sets`, { name: 'Few', type: 'FILTERED', filters });
  await platform.clock.advance(0);

  const again = await start({ snapshot: platform.snapshot(), credentials: platform.initialCredentials });
  const { catalog: seen } = await again.platform.ask('merchants.overview', mira);
  expect(seen!.sets).toMatchObject([{ name: 'Few', count: 300, processing: false }]);
});

test('the predicted refusal is the one that a call gets', async () => {
  const { platform, as } = await start();
  const met = async () => {
    const { status, json } = await as.user().get(catalogs);
    return { status, body: json };
  };
  const told = () => platform.ask('merchants.refusal', mira, true);
  expect(await told()).toEqual(await met());
  must(await platform.do('catalog.setEarlyAccess', mira, true));
  expect(await told()).toEqual(await met());
  must(await platform.do('catalog.setTermsAccepted', mira, true));
  expect(await told()).toBeNull();
  expect((await met()).status).toBe(200);

  const anonymous = await as.anonymous.get(catalogs);
  const without = await platform.ask('merchants.refusal', mira, false);
  expect(without).toEqual({ status: anonymous.status, body: anonymous.json });
});

import { expect, test } from 'vitest';
import { createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import { mira } from '../../../testing/worlds.ts';

async function startShop(...products: readonly Readonly<Record<string, unknown>>[]) {
  const { platform, as } = await start({ turn: () => new Promise((resolve) => setTimeout(resolve)) });
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  for (let at = 0; at < products.length; at += 1000)
    await putProducts(user, catalog, ...products.slice(at, at + 1000));
  return { platform, user, catalog, catalogId: catalog.split('/').at(-1)! };
}

test('a set is described as it was last saved', async () => {
  const { platform, user, catalog } = await startShop(product('a'));
  const body = { name: 'By hand', type: 'MANUAL', product_ids: ['a'] };
  const { json } = await user.post(`${catalog}/product_sets`, body);
  const { id } = json.data;
  expect(await platform.ask('sets.saved', id)).toEqual({
    ...{ id, name: 'By hand', description: '', type: 'MANUAL', product_ids: ['a'] },
    ...{ filters: null, processing: false },
  });
  expect(await platform.ask('sets.history', id)).toBeNull();
  expect(await platform.ask('sets.saved', 'zzz')).toBeNull();
});

test('products are found by their ids, and unknown ids are listed', async () => {
  const { platform, catalogId } = await startShop(product('a', { inventory: 4 }), product('b'));
  expect(await platform.ask('sets.named', catalogId, ['b', 'x', 'a'])).toMatchObject([
    { id: 'b', product: { title: 'Product b', inventory: null } },
    { id: 'x', product: null },
    { id: 'a', product: { title: 'Product a', inventory: 4 } },
  ]);
  expect(await platform.ask('sets.named', 'zzz', ['a'])).toEqual([{ id: 'a', product: null }]);
});

test('products are found by letters of their titles and the beginnings of their ids', async () => {
  const many = Array.from({ length: 12_000 }, (_, at) => product(`p${at}`, { title: `Lamp ${at}` }));
  const { platform, catalogId } = await startShop(...many, product('storm', { title: 'Storm LANTERN' }));
  const find = async (words: string) => {
    const found = await platform.ask('sets.find', 'me', catalogId, words, 3);
    return 'superseded' in found ? null : [found.products.map(({ id }) => id), found.isMore];
  };
  expect(await find(' lantern ')).toEqual([['storm'], false]);
  expect(await find('lamp 1')).toEqual([['p1', 'p10', 'p11'], true]);
  expect(await find('p1199')).toEqual([['p1199', 'p11990', 'p11991'], true]);
  expect(await find('  ')).toEqual([[], false]);
  const [first, second] = await Promise.all([find('nothing like it'), find('Lamp 11999')]);
  expect([first, second]).toEqual([null, [['p11999'], false]]);
});

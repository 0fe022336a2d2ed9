import { describe, expect, test } from 'vitest';
import { proves } from '../../support/clause.ts';
import { createCatalog, openCatalogTo, product, putProducts } from '../../../testing/merchant.ts';
import { start } from '../../../testing/platform.ts';
import type { Answer } from '../../../testing/platform.ts';
import { mira } from '../../../testing/worlds.ts';

async function startShop() {
  const { platform, as } = await start();
  await openCatalogTo(platform, mira);
  const user = as.user();
  const catalog = await createCatalog(user);
  const put = (...products: readonly Readonly<Record<string, unknown>>[]) =>
    putProducts(user, catalog, ...products);
  const remove = (...product_keys: readonly string[]) =>
    user.send({ method: 'DELETE', path: `${catalog}/products`, json: { product_keys } });
  const list = async () =>
    (await user.get(`${catalog}/products?count=1000`)).json.data as unknown as readonly Shown[];
  return { platform, as, user, catalog, put, remove, list };
}

interface Shown extends Readonly<Record<string, unknown>> {
  readonly id: string;
  readonly product_key: string;
}

interface Response {
  readonly product_key: string | null;
  readonly id: string | null;
  readonly status: string;
  readonly warnings: readonly { readonly attribute: string | null; readonly message: string }[];
  readonly errors: readonly { readonly attribute: string | null; readonly message: string }[];
}

const responsesOf = ({ json }: Answer) =>
  (json as unknown as { data: { products_response: readonly Response[] } }).data.products_response;

test(
  proves(
    [
      '4.4-products-batch-json',
      '4.4-products-get',
      '4.4-products-put',
      '4.4-products-delete',
      '4.4-products-synchronous',
      '2.6-product-from-batch',
    ],
    'products are added, updated, listed and removed by batches, each seen by the next call',
  ),
  async () => {
    const { put, remove, list } = await startShop();
    const added = await put(product('a'), product('b', { inventory: 3 }), product('c'));
    expect(added.status).toBe(200);
    expect(responsesOf(added).map(({ status }) => status)).toEqual(
      Array.from({ length: 3 }, () => 'CREATE_SUCCESS'),
    );
    const [first, second] = await list();
    expect((await list()).map(({ id }) => id)).toEqual(['a', 'b', 'c']);
    expect(first).toMatchObject({ ...product('a'), inventory: null, custom_label_4: null });

    const changed = await put(product('a', { price: '19.50 USD' }), product('b', { inventory: 3 }));
    expect(responsesOf(changed).map(({ status }) => status)).toEqual(['UPDATE_SUCCESS', 'NO_CHANGE']);
    expect((await list())[0]).toMatchObject({ id: 'a', price: '19.50 USD', product_key: first!.product_key });

    const removed = await remove(second!.product_key, 'nothing');
    expect(responsesOf(removed)).toEqual([
      { product_key: second!.product_key, status: 'DELETE_SUCCESS' },
      { product_key: 'nothing', status: 'NOT_FOUND' },
    ]);
    expect((await list()).map(({ id }) => id)).toEqual(['a', 'c']);
  },
);

test('given attributes change, null removes one, and the others stay', async () => {
  const { put, list } = await startShop();
  await put(
    product('a', { color: 'red', inventory: 5, additional_image_link: ['https://shop.example/2.jpg'] }),
  );
  expect(responsesOf(await put({ id: 'a', inventory: 4 }))[0]!.status).toBe('UPDATE_SUCCESS');
  expect((await list())[0]).toMatchObject({ color: 'red', inventory: 4, title: 'Product a' });
  expect(responsesOf(await put({ id: 'a', color: null }))[0]!.status).toBe('UPDATE_SUCCESS');
  expect((await list())[0]).toMatchObject({
    color: null,
    additional_image_link: ['https://shop.example/2.jpg'],
  });
  // Required fields cannot be removed.
  const [refused] = responsesOf(await put({ id: 'a', title: null }));
  expect(refused).toMatchObject({ status: 'ERROR', product_key: null, errors: [{ attribute: 'title' }] });
  expect((await list())[0]).toMatchObject({ title: 'Product a' });
});

test('an invalid entry does not affect the others; a repeated id makes all of its entries errors', async () => {
  const { put, list } = await startShop();
  const answer = await put(
    product('a'),
    { id: 'b' },
    product('c', { price: 'free' }),
    product('d'),
    product('d', { title: 'Again' }),
    product(' d '),
    product('e'),
  );
  expect(answer.status).toBe(200);
  const responses = responsesOf(answer);
  expect(responses.map(({ id, status }) => [id, status])).toEqual([
    ['a', 'CREATE_SUCCESS'],
    ['b', 'ERROR'],
    ['c', 'ERROR'],
    ['d', 'ERROR'],
    ['d', 'ERROR'],
    ['d', 'ERROR'],
    ['e', 'CREATE_SUCCESS'],
  ]);
  expect(responses[1]!.errors.map(({ attribute }) => attribute)).toEqual([
    ...['title', 'description', 'availability', 'condition', 'price', 'link', 'image_link'],
    null,
  ]);
  expect((await list()).map(({ id }) => id)).toEqual(['a', 'e']);
});

describe('an attribute', () => {
  const wrong: readonly (readonly [string, unknown])[] = [
    ['id', ''],
    ['id', 'x'.repeat(101)],
    ['id', 'a\nb'],
    ['id', 7],
    ['title', 'x'.repeat(151)],
    ['description', 'x'.repeat(5001)],
    ['availability', 'soon'],
    ['condition', 'broken'],
    ['price', '20'],
    ['price', '-1.00 USD'],
    ['price', '1,00 USD'],
    ['price', '1.00 usd'],
    ['link', 'http://shop.example/1'],
    ['link', 'https://shop.example/a b'],
    ['image_link', `https://shop.example/${'x'.repeat(2000)}`],
    ['gtin', '123'],
    ['additional_image_link', Array.from({ length: 11 }, () => 'https://shop.example/1.jpg')],
    ['additional_image_link', []],
    ['additional_image_link', 'https://shop.example/1.jpg'],
    ['inventory', -1],
    ['inventory', 1.5],
    ['inventory', '5'],
    ['sale_price', '20.00 USD'],
    ['sale_price', '10.00 EUR'],
    ['sale_price_effective_date', '2026-03-02T00:00:00Z'],
    ['sale_price_effective_date', '2026-03-02T00:00:00Z/2026-03-01T00:00:00Z'],
    ['sale_price_effective_date', '2026-03-02/2026-03-03'],
    ['gender', 'both'],
    ['age_group', 'old'],
    ['custom_label_0', 'x'.repeat(101)],
    ['colour', 'red'],
    ['__proto__x', 'red'],
  ];
  test.each(wrong)('%s is not %j', async (name, value) => {
    const { put, list } = await startShop();
    const [response] = responsesOf(await put(product('a', { [name]: value })));
    expect(response).toMatchObject({ status: 'ERROR', product_key: null });
    expect(response!.errors.length).toBeGreaterThan(0);
    expect(await list()).toEqual([]);
  });

  const right: readonly (readonly [string, unknown])[] = [
    ['id', '𝄞'.repeat(100)],
    ['title', '𝄞'.repeat(150)],
    ['description', 'Two\nlines'],
    ['availability', 'out of stock'],
    ['price', '0 JPY'],
    ['price', '123456789012.123456 KWD'],
    ['inventory', 0],
    ['sale_price', '19.99 USD'],
    ['sale_price_effective_date', '2026-03-01T00:00+01:00/2026-03-02T00:00:00Z'],
    ['gtin', '04006381333931'],
    ['additional_image_link', Array.from({ length: 10 }, (_, at) => `https://shop.example/${at}.jpg`)],
  ];
  test.each(right)('%s may be %j', async (name, value) => {
    const { put, list } = await startShop();
    const [response] = responsesOf(await put(product('a', { [name]: value })));
    expect(response).toMatchObject({ status: 'CREATE_SUCCESS', errors: [] });
    expect((await list())[0]![name]).toEqual(value);
  });

  test('may be spelt as in feeds, and is shown in the platform’s own spelling', async () => {
    const { put, list } = await startShop();
    await put(product('a', { availability: 'In_Stock', condition: 'NEW' }));
    expect((await list())[0]).toMatchObject({ availability: 'in stock', condition: 'new' });
  });

  test('gives a warning if it is valid but seldom intended', async () => {
    const { put } = await startShop();
    const [wrongDigit, noSale] = responsesOf(
      await put(
        product('a', { gtin: '4006381333932' }),
        product('b', { sale_price_effective_date: '2026-03-01T00:00:00Z/2026-03-02T00:00:00Z' }),
      ),
    );
    expect(wrongDigit).toMatchObject({ status: 'CREATE_SUCCESS', warnings: [{ attribute: 'gtin' }] });
    expect(noSale).toMatchObject({ warnings: [{ attribute: 'sale_price_effective_date' }] });
  });
});

test('a body without a list, with none or with 1,001 products is refused whole', async () => {
  const { user, catalog, put, list } = await startShop();
  const statuses = [
    await user.send({ method: 'PUT', path: `${catalog}/products`, json: {} }),
    await put(),
    await put(...Array.from({ length: 1001 }, (_, at) => product(String(at)))),
  ].map(({ status }) => status);
  expect(statuses).toEqual([400, 400, 400]);
  expect(await list()).toEqual([]);
  const odd = await user.send({
    method: 'PUT',
    path: `${catalog}/products`,
    json: { products: [null, 'a', [], 5, product('a')] },
  });
  expect(responsesOf(odd).map(({ status }) => status)).toEqual([
    ...['ERROR', 'ERROR', 'ERROR', 'ERROR'],
    'CREATE_SUCCESS',
  ]);
});

test('pages are in the order in which products were added, and stay stable while some come and go', async () => {
  const { user, catalog, put, remove, list } = await startShop();
  await put(...Array.from({ length: 25 }, (_, at) => product(`p${at}`)));
  const keys = new Map((await list()).map(({ id, product_key }) => [id, product_key]));
  const page = async (more: string) =>
    (await user.get(`${catalog}/products?count=10${more}`)).json as unknown as {
      data: Shown[];
      next_cursor: string | null;
    };
  const first = await page('');
  expect(first.data.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `p${at}`));
  await remove(keys.get('p3')!, keys.get('p9')!, keys.get('p10')!);
  await put(product('p3'), product('new'));
  const second = await page(`&cursor=${first.next_cursor!}`);
  expect(second.data.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, at) => `p${at + 11}`));
  const third = await page(`&cursor=${second.next_cursor!}`);
  expect(third.data.map(({ id }) => id)).toEqual(['p21', 'p22', 'p23', 'p24', 'p3', 'new']);
  expect(third.next_cursor).toBeNull();

  const changed = `${first.next_cursor!.slice(0, -1)}${first.next_cursor!.endsWith('A') ? 'B' : 'A'}`;
  expect((await user.get(`${catalog}/products?cursor=${changed}`)).status).toBe(400);
  expect((await user.get(`${catalog}/product_sets?cursor=${first.next_cursor!}`)).status).toBe(400);
});

test('survives a restart, and continues its numbering', async () => {
  const { platform, put, list, user } = await startShop();
  await put(product('a'), product('b'));
  const again = await start({ snapshot: platform.snapshot(), credentials: platform.initialCredentials });
  expect(user).toBeDefined();
  const { catalogId } = again.as.shop();
  const path = `https://ads-api.svc.example/5/product_catalogs/${catalogId!}`;
  await putProducts(again.as.user(), path, product('c'), product('a', { color: 'red' }));
  const shown = (await again.as.user().get(`${path}/products`)).json.data;
  expect(shown.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  expect(await list()).toHaveLength(2);
});

import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Arriving, ComposeOptions, Row } from '../../../engine/inside.ts';
import { NotYet } from '../../../engine/state/store/not-yet.ts';
import { continueLate, isOver, shop } from '../../support/late.ts';
import { feedIn, product, putProducts } from '../../../testing/merchant.ts';
import { mira } from '../../../testing/worlds.ts';

async function late(options: Omit<ComposeOptions, 'families' | 'snapshot'> = {}, products?: readonly Row[]) {
  const { host, snapshot, credentials, catalog } = await shop();
  const found = continueLate(snapshot, credentials, { open: host.open, ...options }, products);
  return { ...found, user: found.as.user(), catalog, snapshot };
}

test('calls that need no products are answered before they are loaded; the others wait, and are right', async () => {
  const { user, catalog, rows } = await late();
  rows.give(1);
  const products = user.get(`${catalog}/products?count=1000`);
  const sets = user.get(`${catalog}/product_sets`);
  expect((await user.get('/2/users/me')).status).toBe(200);
  expect((await user.get(`${catalog}/product_feeds`)).status).toBe(200);
  expect(await isOver(products)).toBe(false);
  rows.give();
  expect((await products).json.data.map(({ id }) => id)).toEqual(
    Array.from({ length: 9 }, (_, at) => `p${at}`),
  );
  expect((await sets).json.data.map((set) => set['product_count'])).toEqual([2, 4]);
});

test('a call that changes products waits, has one effect, and is counted once', async () => {
  const { user, catalog, rows } = await late();
  const put = putProducts(user, catalog, product('p1', { price: '99.00 USD' }), product('new'));
  expect(await isOver(put)).toBe(false);
  rows.give();
  expect((await put).json.data['products_response']).toMatchObject([
    { id: 'p1', status: 'UPDATE_SUCCESS' },
    { id: 'new', status: 'CREATE_SUCCESS' },
  ]);
  const [window] = (await put).exchange.windows;
  // One call has loaded them, this is the second.
  expect(window).toMatchObject({ limit: 600, remaining: 598 });
});

test('a command that needs no products runs at once; a question that does waits', async () => {
  const { platform, rows } = await late();
  expect(await platform.do('catalog.setEarlyAccess', mira, true)).toEqual({ ok: true });
  const merchants = platform.ask('merchants.all');
  expect(await isOver(merchants)).toBe(false);
  rows.give();
  expect((await merchants).find(({ userId }) => userId === mira)?.catalog?.products).toBe(9);
});

test('the response to writing a product set waits for the products, and says what its filters leave', async () => {
  const { platform, catalog, user, rows } = await late();
  const catalogId = catalog.slice(catalog.lastIndexOf('/') + 1);
  const filters = [{ attribute: 'price', operator: 'LESS_THAN', value: '1000000.00 USD' }];
  const shown = { part: { type: 'matches' }, from: 0, count: 3 } as const;
  const funnel = platform.ask('sets.funnel', 'me', { catalogId, setId: null, filters, shown });
  const found = platform.ask('sets.find', 'somebody', catalogId, 'p1', 3);
  const named = platform.ask('sets.named', catalogId, ['p1', 'none']);
  expect(await isOver(Promise.race([funnel, found, named]))).toBe(false);
  rows.give();
  expect(await funnel).toMatchObject({ products: 9, matches: 9 });
  expect(await found).toMatchObject({ products: [{ id: 'p1' }] });
  expect(await named).toMatchObject([{ product: { id: 'p1' } }, { product: null }]);
  const sets = (await user.get(`${catalog}/product_sets`)).json.data;
  const set = sets.find((each) => each['filters']);
  expect(await platform.ask('sets.history', set!.id)).toMatchObject({ came: 0, went: 0 });
});

test('a run of a feed begins once the products are loaded, and a jump past its time waits for it', async () => {
  const { platform, user, catalog, rows } = await late();
  const jump = platform.clock.advance(3_600_000);
  await expect.poll(async () => (await feedIn(user, catalog)).last_run!.status).toBe('QUEUED');
  expect(await isOver(jump)).toBe(false);
  rows.give();
  expect(await jump).toBe(true);
  expect((await feedIn(user, catalog)).last_run).toMatchObject({ status: 'UNCHANGED' });
});

test('a jump that makes no product work due continues without the products', async () => {
  const { platform } = await late();
  expect(await platform.clock.advance(1000)).toBe(true);
});

test('a job that looks for products runs once they are loaded', async () => {
  const { host, snapshot, credentials, catalog } = await shop();
  const id = catalog.slice(catalog.lastIndexOf('/') + 1);
  const job = { id: `catalog-clear:${id}`, name: 'catalog-clear', due: 0, every_ms: null, data: id };
  const tables = { ...snapshot.tables, jobs: [...snapshot.tables['jobs']!, job] };
  const { platform, rows } = continueLate({ ...snapshot, tables }, credentials, { open: host.open });
  const advanced = platform.clock.advance(0);
  expect(await isOver(advanced)).toBe(false);
  rows.give();
  await advanced;
  expect(platform.snapshot().tables['products']).toEqual([]);
});

test('nobody takes a snapshot of half the products', async () => {
  const { platform, rows, snapshot } = await late();
  rows.give(2);
  expect(await isOver(platform.whole())).toBe(false);
  expect(() => platform.snapshot()).toThrow(NotYet);
  expect(() => [...platform.blocks().blocks]).toThrow(NotYet);
  rows.give();
  await platform.whole();
  expect(platform.snapshot()).toEqual(snapshot);
});

test('the progress of loading is reported, and its end', async () => {
  const told: (Arriving | null)[] = [];
  const { platform, rows } = await late({ arriving: (arriving) => void told.push(arriving) });
  rows.give();
  await platform.whole();
  await setImmediate();
  const of = (rows: number) => ({ tables: ['products'], rows, share: rows / 9 });
  expect(told).toEqual([of(0), of(2), of(4), of(6), of(8), of(9), null]);
});

const broken: Record<string, [(row: Row) => Row, string]> = {
  'of another type': [(row) => ({ ...row, made: 'first' }), 'products / '],
  'that is twice there': [(row) => ({ ...row }), 'is the key of two rows'],
  'with a key that is not its own': [(row) => ({ ...row, product_key: 'else' }), 'is not '],
};

test.each(Object.entries(broken))(
  'a row %s: nobody ever sees the products, and who waits is told',
  async (_, [change, reason]) => {
    const { snapshot } = await shop();
    const [first, ...others] = snapshot.tables['products']!;
    const { platform, user, catalog, rows } = await late({}, [first!, ...others, change(first!)]);
    const call = user.get(`${catalog}/products`);
    rows.give();
    await expect(platform.whole()).rejects.toMatchObject({ name: 'SnapshotInvalid', table: 'products' });
    await expect(platform.whole()).rejects.toThrow(reason);
    expect((await call).status).toBe(500);
    expect((await user.get('/2/users/me')).status).toBe(200);
  },
);

test('the same if the storage fails while it is being read', async () => {
  const { platform, user, catalog, rows } = await late();
  rows.give(1);
  rows.fail(new Error('The disk is gone'));
  await expect(platform.whole()).rejects.toThrow('The disk is gone');
  expect((await user.get(`${catalog}/products`)).status).toBe(500);
});

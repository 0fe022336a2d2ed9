/** The changes of a jump of the clock are undone in the running platform: rows, and data derived from them. */
import { describe, expect, test, vi } from 'vitest';
import type { Platform, PlatformOptions, SendResult } from '../../engine/index.ts';
import { Table } from '../../engine/state/store/table.ts';
import { ok, withCourier } from '../support/courier-family.ts';
import {
  createCatalog,
  createFeed,
  feedIn,
  openCatalogTo,
  product,
  putProducts,
} from '../../testing/merchant.ts';
import { start } from '../../testing/platform.ts';
import { must } from '../../testing/portal.ts';
import { ShopHost, streamOf } from '../support/shop-host.ts';
import { Listener } from '../support/stream.ts';
import { mira } from '../../testing/worlds.ts';
import { utf8 } from '../../engine/index.ts';

const hour = 3_600_000;
const month = 30 * 24 * hour;

/** Every row, in the order of keys. The log of calls stays as it is. */
const worldOf = (platform: Platform) => {
  const tables = Object.entries(platform.snapshot().tables).filter(([name]) => name !== 'exchanges');
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row)).toSorted();
  return Object.fromEntries(tables.map(([name, rows]) => [name, sorted(rows)]));
};

async function begin(options: PlatformOptions = {}) {
  const legs = await start(options);
  await legs.platform.seedPopulation();
  return legs;
}

describe('a return', () => {
  test('restores every table, counters, nonces and refusals included, and the same searches find the same', async () => {
    const { platform, as } = await begin();
    await openCatalogTo(platform, mira);
    const [user, app] = [as.user(), as.bearer()];
    const post = await user.post('/2/posts', { text: 'before the jump' });
    await user.post('/2/posts', { text: 'before it too' });
    const find = async () =>
      (await app.get('/2/posts/search/recent?query=jump OR too')).json.data.map(({ text }) => text);
    expect(await find()).toEqual(['before it too', 'before the jump']);
    const before = worldOf(platform);
    const at = platform.clock.now();
    await platform.history.begin();

    await platform.clock.advance(month, 'a jump');
    await user.delete(`/2/posts/${post.json.data.id}`);
    await user.post('/2/posts', { text: 'since the jump' });
    must(await platform.do('portal.createProject', 'Since', 'free'));
    expect(await find()).toEqual(['since the jump']);
    expect(worldOf(platform)).not.toEqual(before);

    await platform.history.bringBack();
    expect(worldOf(platform)).toEqual(before);
    expect(platform.clock.now()).toBe(at);
    expect(await find()).toEqual(['before it too', 'before the jump']);
    expect(platform.history.standing).toBe('none');
    // The log continues, and so do ids and random numbers.
    const { length } = platform.exchanges.list();
    await user.post('/2/posts', { text: 'after it' });
    expect(platform.exchanges.list().length).toBe(length + 1);
  });

  test('gives its changes to the host, stored and deferred rows, without reading a whole table', async () => {
    const commits: string[][] = [];
    const { platform, as } = await begin({
      commit: (changes) => {
        commits.push(Object.keys(changes).sort());
        return Promise.resolve();
      },
      deferred: () => undefined,
    });
    await as.user().get('/2/users/me');
    platform.takeDeferred();
    await platform.history.begin();
    const [scans, dumps] = [vi.spyOn(Table.prototype, 'values'), vi.spyOn(platform, 'snapshot')];
    await platform.clock.advance(hour, 'a jump');
    await as.user().post('/2/posts', { text: 'gone again' });
    commits.length = 0;
    scans.mockClear();
    await platform.history.bringBack();
    expect([scans.mock.calls.length, dumps.mock.calls.length]).toEqual([0, 0]);
    expect(commits).toEqual([expect.arrayContaining(['platform', 'posts'])]);
    expect(commits[0]!.length).toBeLessThan(8);
    scans.mockRestore();
    const lagging = platform.takeDeferred()!;
    expect(Object.keys(lagging).sort()).toEqual(['exchanges', 'nonces', 'windows']);
    expect(lagging['nonces']!.removed.length + lagging['nonces']!.updated.length).toBeGreaterThan(0);
  });

  test('restores the products of filtered sets', async () => {
    const { platform, as } = await begin();
    await openCatalogTo(platform, mira);
    const user = as.user();
    const catalog = await createCatalog(user);
    await putProducts(user, catalog, ...['a', 'b', 'c'].map((id) => product(id, { inventory: 20 })));
    const set = await user.post(`${catalog}/product_sets`, {
      ...{ name: 'Many', type: 'FILTERED', description: 'Many' },
      filters: [{ attribute: 'inventory', operator: 'GREATER_THAN', value: '10' }],
    });
    await platform.clock.advance(1000);
    const { id } = set.json.data as { id: string };
    const members = async () =>
      (await user.get(`${catalog}/products?product_set_id=${id}`)).json.data.map((each) => each.id);
    const whole = await members();
    await platform.history.begin();
    await platform.clock.advance(hour, 'a jump');
    // One is removed and created again, so that its position changes; one is removed from the set; one is new.
    const key = `${catalog.split('/').at(-1)!}:a`;
    await user.send({ method: 'DELETE', path: `${catalog}/products`, json: { product_keys: [key] } });
    await putProducts(user, catalog, product('a', { inventory: 30 }));
    await putProducts(user, catalog, product('b', { inventory: 1 }), product('d', { inventory: 99 }));
    expect((await members()).toSorted()).not.toEqual(whole.toSorted());
    await platform.history.bringBack();
    expect(await members()).toEqual(whole);
    expect(whole.toSorted()).toEqual(['a', 'b', 'c']);
  });

  test('ends the streams, which began in the undone state', async () => {
    const { platform, as } = await begin();
    const app = as.bearer();
    await app.post('/2/posts/search/stream/rules', { add: [{ value: 'jump' }] });
    const listener = await Listener.to(app);
    await as.user().post('/2/posts', { text: 'a jump' });
    expect(listener.texts).toEqual(['a jump']);
    await platform.history.begin();
    await platform.clock.advance(hour, 'a jump');
    await platform.history.bringBack();
    expect(listener.ended).toContain('undone');
    expect(listener.texts).toEqual(['a jump']);
    const again = await Listener.to(app);
    await as.user().post('/2/posts', { text: 'another jump' });
    expect(again.texts).toEqual(['another jump']);
  });

  test('does not settle a call sent since: it is sent again when it is due', async () => {
    const calls: ((result: SendResult) => void)[] = [];
    const { platform, as } = await begin({
      families: withCourier,
      send: () => new Promise<SendResult>((answer) => void calls.push(answer)),
    });
    const planned = { receiver: 'a', texts: ['1'], inMs: hour };
    await as.bearer().post('/2/test/plan', planned);
    await platform.history.begin();
    const jump = platform.clock.advance(2 * hour, 'a jump');
    await expect.poll(() => calls.length).toBe(1);
    await platform.clock.cancel();
    await jump;
    const before = platform.snapshot().tables['notices'];
    await platform.history.bringBack();
    expect(platform.snapshot().tables['outbox']).toEqual([]);
    calls[0]!(ok());
    await platform.clock.advance(0);
    expect(platform.snapshot().tables['notices']).toEqual(before);
    const other = platform.clock.advance(2 * hour, 'another');
    await expect.poll(() => calls.length).toBe(2);
    calls[1]!(ok());
    await other;
    expect(platform.snapshot().tables['notices']!.length).toBe(before!.length + 1);
  });

  test('stops a feed run under way, which starts again from where it waited', async () => {
    const host = new ShopHost();
    const { platform, as } = await begin({ open: host.open });
    await openCatalogTo(platform, mira);
    const user = as.user();
    const catalog = await createCatalog(user);
    const header = 'id,title,description,availability,condition,price,link,image_link,brand';
    const row = (id: string) =>
      `${id},Product ${id},What it is.,in stock,new,20.00 USD,https://shop.example/${id},https://shop.example/${id}.jpg,Northwind`;
    let go: () => void = () => undefined;
    const file = () => {
      const held = new Promise<void>((resolve) => (go = resolve));
      return { status: 200, headers: [], body: heldBack([`${header}\n`, `${row('a')}\n`], held) };
    };
    host.serve('https://shop.example/products.csv', file);
    await createFeed(user, catalog, { frequency: 'HOURLY' });
    await platform.history.begin();
    const jump = platform.clock.advance(hour, 'a jump');
    await expect.poll(() => host.asked.length).toBe(1);
    await platform.clock.cancel();
    await jump;
    await platform.history.bringBack();
    expect((await feedIn(user, catalog)).last_run).toBeNull();
    go();
    await platform.clock.advance(0);
    // It is due again, as before the jump, and this time it finishes.
    await expect.poll(() => host.asked.length).toBe(2);
    go();
    await expect.poll(async () => (await feedIn(user, catalog)).last_run!.status).toBe('SUCCEEDED');
    expect((await user.get(`${catalog}/products`)).json.data.map(({ id }) => id)).toEqual(['a']);
  });
});

/** The first piece at once, the others when `go` says so. */
function heldBack(pieces: readonly string[], go: Promise<void>): ReadableStream<Uint8Array> {
  return streamOf([utf8(pieces[0]!)]).pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async flush(controller) {
        await go;
        for (const piece of pieces.slice(1)) controller.enqueue(utf8(piece));
      },
    }),
  );
}

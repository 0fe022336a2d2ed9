import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { makeFeed, nowBy } from '../../../tests/support/feed-calls.ts';
import { fullAfter } from '../../../tests/support/full-disk.ts';
import { surroundings } from '../../../tests/support/surroundings.ts';
import { schemaVersion, tables } from '../../../engine/inside.ts';
import type { Exchange, Recipe, Row } from '../../../engine/inside.ts';
import { startHost } from '../host.ts';
import type { Host } from '../host.ts';
import { Storage } from '../../persistence/storage.ts';
import { addressOf } from '../../contract/file.ts';

afterEach(() => void vi.restoreAllMocks());

const open = async (name: string) => {
  const storage = await Storage.open({
    name,
    shape: tables,
    schemaVersion,
    changed: () => {},
    fenced: () => {},
  });
  return startHost(surroundings({ storage }));
};

let calls = 0;
async function feedAt(host: Host, address: string): Promise<string> {
  const { world, adsBaseUrl } = await host.greet();
  return makeFeed(
    {
      ...{ credentials: world.vault, adsBaseUrl },
      now: async () => nowBy((await host.greet()).clock),
      send: async (request) => (await host.send(`call ${calls++}`, request)) as Exchange,
      open: (id, userId) => host.do(`do ${calls++}`, id, [userId, true]),
    },
    address,
  );
}

const recipe: Recipe = {
  ...{ seed: 'full', rows: 4000, format: 'CSV', encoding: 'UTF-8', gzip: false },
  ...{ faultyPercent: 0, faults: [], isCutOff: false },
};

const rowsOf = async (host: Host, table: string): Promise<readonly Row[]> =>
  (await host.exportSnapshot()).tables[table]!;

test('when the disk fills up during a run, the run ends as FAILED, storage is full, and the disk holds only what was kept', async () => {
  const name = 'svc-playground:/full/';
  const host = await open(name);
  await host.generateFile('file', 'shop.csv', recipe);
  const feed = await feedAt(host, addressOf('shop.csv'));
  const makeRoom = fullAfter(4, 'log', 'add');
  await host.do('run', 'feeds.run', [feed]);
  await eventually(async () =>
    expect(await rowsOf(host, 'feed_runs')).toMatchObject([
      {
        status: 'FAILED',
        failure: { reason: 'STORAGE_FULL', message: expect.stringContaining('storage is full') as unknown },
      },
    ]),
  );
  const [run] = (await rowsOf(host, 'feed_runs')) as readonly { counts: { created: number } }[];
  expect(run!.counts.created).toBeLessThan(recipe.rows);
  expect(await rowsOf(host, 'products')).toHaveLength(run!.counts.created);
  expect((await host.greet()).storage).toMatchObject({
    ...{ kind: 'memory', isFull: true },
    reason: expect.stringContaining('no room') as unknown,
  });

  // No other run starts, because it would fill the memory.
  await host.do('again', 'feeds.run', [feed]);
  await eventually(async () => expect(await rowsOf(host, 'feed_runs')).toHaveLength(2));
  await eventually(async () =>
    expect((await rowsOf(host, 'feed_runs')).map((row) => row['status'])).toEqual(['FAILED', 'FAILED']),
  );
  expect(await rowsOf(host, 'products')).toHaveLength(run!.counts.created);

  // What is on the disk matches what was kept.
  const before = await open(name);
  const [onDisk] = (await rowsOf(before, 'feed_runs')) as readonly {
    status: string;
    counts: { created: number };
  }[];
  await eventually(async () => expect((await rowsOf(before, 'feed_runs'))[0]!['status']).toBe('INTERRUPTED'));
  expect(await rowsOf(before, 'products')).toHaveLength(onDisk!.counts.created);
  before.retire();
  makeRoom();
  host.retire();
});

test('deleting a file makes room, and what was only in memory is kept', async () => {
  const name = 'svc-playground:/full-again/';
  const host = await open(name);
  await host.generateFile('file', 'shop.csv', recipe);
  await host.generateFile('other', 'other.csv', { ...recipe, rows: 10 });
  const feed = await feedAt(host, addressOf('shop.csv'));
  const makeRoom = fullAfter(4, 'log', 'add');
  await host.do('run', 'feeds.run', [feed]);
  await eventually(async () => expect((await host.greet()).storage.isFull).toBe(true));
  await eventually(async () => expect((await rowsOf(host, 'feed_runs'))[0]!['status']).toBe('FAILED'));
  makeRoom();
  await host.removeFile('other.csv');
  expect((await host.greet()).storage.kind).toBe('saved');
  expect((await host.files()).files.map((file) => file.name)).toEqual(['shop.csv']);
  const products = await rowsOf(host, 'products');
  await host.do('once more', 'feeds.run', [feed]);
  await eventually(async () => expect((await rowsOf(host, 'feed_runs'))[1]!['status']).toBe('SUCCEEDED'));
  await host.do('last', 'portal.setAbuse', [true]); // kept after all earlier changes
  host.retire();
  const after = await open(name);
  expect((await rowsOf(after, 'products')).length).toBe(recipe.rows);
  expect(products.length).toBeLessThan(recipe.rows);
  expect((await rowsOf(after, 'feed_runs')).map((row) => row['status'])).toEqual(['FAILED', 'SUCCEEDED']);
  after.retire();
});

test('room that was made elsewhere is used when a person asks, and only then', async () => {
  const name = 'svc-playground:/full-elsewhere/';
  const host = await open(name);
  const storage = async () => (await host.greet()).storage;
  const makeRoom = fullAfter(0, 'log', 'add');
  await host.do('one', 'portal.setAbuse', [true]);
  await eventually(async () => expect((await storage()).isFull).toBe(true));

  // What is replaced as a whole is written as rows.
  const makeRoomForAll = fullAfter(0, 'rows', 'put');
  await host.saveAgain();
  expect(await storage()).toMatchObject({ kind: 'memory', isFull: true });

  makeRoom();
  makeRoomForAll();
  expect((await storage()).kind).toBe('memory');
  await host.saveAgain();
  expect(await storage()).toEqual({ kind: 'saved', reason: null, engine: 'this tab' });
  const before = await rowsOf(host, 'platform');
  await host.saveAgain(); // there is nothing to do
  host.retire();
  const after = await open(name);
  expect(await rowsOf(after, 'platform')).toEqual(before);
  after.retire();
});

test('an invalid recipe and an invalid way of serving are refused', async () => {
  const host = await open('svc-playground:/recipes/');
  const wrong: readonly object[] = [
    ...[{ rows: 2_000_001 }, { rows: 1.5 }, { faults: ['none'] }, { faultyPercent: 101 }, { format: 'XML' }],
  ];
  for (const more of wrong)
    await expect(host.generateFile('file', 'a.csv', { ...recipe, ...more })).rejects.toThrow(TypeError);
  await host.generateFile('file', 'a.csv', { ...recipe, rows: 1 });
  for (const conduct of [{ type: 'slow', bytesPerSecond: 0 }, { type: 'stalls', after: 2 }, { type: 'fast' }])
    await expect(host.setFileConduct('a.csv', conduct as never)).rejects.toThrow(TypeError);
  expect((await host.files()).files).toMatchObject([{ name: 'a.csv', conduct: { type: 'normal' } }]);
  host.retire();
});

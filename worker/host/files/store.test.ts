import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '../../../tests/support/eventually.ts';
import { fullAfter } from '../../../tests/support/full-disk.ts';
import { claimTerm, openPresent, readRange } from '../../persistence/database.ts';
import { KeptFiles } from '../../persistence/files.ts';
import type { Conduct } from '../../contract/file.ts';
import { mostFiles } from '../../contract/file.ts';
import { FilesInMemory, mostInMemory } from './in-memory.ts';
import { chunkBytes } from './place.ts';
import type { Place } from './place.ts';
import { FileStore } from './store.ts';
import type { Arrival } from './store.ts';

afterEach(() => void vi.restoreAllMocks());

let names = 0;
async function database(): Promise<{ database: IDBDatabase; term: number }> {
  const { database } = await openPresent(`svc-playground:/files-${++names}/`);
  return { database, term: await claimTerm(database) };
}

const keptIn = (opened: IDBDatabase, term: number) =>
  KeptFiles.open(opened, (by, names, issue) => by(opened, term, names, issue));

const events = () => ({ changed: vi.fn(), progress: vi.fn() });
const storeAt = (place: Place, room = 1e12) => new FileStore(place, events(), () => Promise.resolve(room));

/** Bytes that depend on their position. */
const bytesOf = (length: number): Uint8Array<ArrayBuffer> =>
  Uint8Array.from({ length }, (_, at) => (at * 7 + (at >> 8)) & 255);

const arrival = (name: string, bytes: Uint8Array<ArrayBuffer>, more: Partial<Arrival> = {}): Arrival => ({
  ...{ id: `${name} ${names++}`, name, origin: { type: 'given' }, length: bytes.length },
  body: () => new Blob([bytes]).stream(),
  ...more,
});

const whole = async (stream: ReadableStream<Uint8Array> | null): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer());

const places: readonly (readonly [string, () => Promise<Place>])[] = [
  [
    'in IndexedDB',
    async () => {
      const at = await database();
      return keptIn(at.database, at.term);
    },
  ],
  ['in memory', () => Promise.resolve(new FilesInMemory())],
];

describe.each(places)('files %s', (_, place) => {
  test('come out as they went in, in pieces, with their length', async () => {
    const store = storeAt(await place());
    for (const length of [0, 1, chunkBytes - 1, chunkBytes, 2 * chunkBytes + 5]) {
      const bytes = bytesOf(length);
      expect(await store.put(arrival('a.csv', bytes))).toMatchObject({ name: 'a.csv', bytes: length });
      const answer = (await store.serve('a.csv'))!;
      expect(answer.headers).toContainEqual(['Content-Length', String(length)]);
      expect(answer.headers).toContainEqual(['Content-Type', 'text/csv']);
      expect(Buffer.compare(await whole(answer.body), bytes)).toBe(0);
    }
    expect(await store.list()).toHaveLength(1);
    expect(await store.serve('b.csv')).toBeNull();
    expect(await store.head('a.csv')).toEqual({ bytes: bytesOf(65_536), isWhole: false });
  });

  test('a file replaces one with the same name, and a reader of the old one gets an error', async () => {
    const store = storeAt(await place());
    await store.put(arrival('a.csv', bytesOf(3 * chunkBytes)));
    const reader = (await store.read('a.csv'))!.getReader();
    await reader.read();
    await store.put(arrival('a.csv', bytesOf(4)));
    expect(await whole(await store.read('a.csv'))).toEqual(bytesOf(4));
    const rest = async () => {
      while (!(await reader.read()).done);
    };
    await expect(rest()).rejects.toThrow('deleted while it was read');
  });

  test('a repeated call stores one file', async () => {
    const store = storeAt(await place());
    const once = arrival('a.csv', bytesOf(9), { id: 'call' });
    await store.put(once);
    const body = vi.fn(once.body);
    expect(await store.put({ ...once, body })).toMatchObject({ bytes: 9 });
    expect(body).not.toHaveBeenCalled();
  });

  test('one that is cancelled or breaks off leaves nothing, and the old one with its name stays', async () => {
    const store = storeAt(await place());
    await store.put(arrival('a.csv', bytesOf(5)));
    const endless = () =>
      new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(bytesOf(1000)) });
    const coming = store.put(arrival('a.csv', bytesOf(0), { body: endless, length: null }));
    await eventually(async () => expect((await store.state()).arriving).toMatchObject([{ name: 'a.csv' }]));
    store.cancel('a.csv');
    await expect(coming).rejects.toThrow('cancelled');
    const broken = () =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error('The disk it lies on is gone')),
      });
    await expect(store.put(arrival('a.csv', bytesOf(0), { body: broken }))).rejects.toThrow('is gone');
    expect((await store.state()).arriving).toEqual([]);
    expect(await whole(await store.read('a.csv'))).toEqual(bytesOf(5));
  });

  test('can be deleted, and keep the way in which they are served', async () => {
    const store = storeAt(await place());
    await store.put(arrival('a.csv', bytesOf(5)));
    const conduct: Conduct = { type: 'slow', bytesPerSecond: 1e6 };
    await store.setConduct('a.csv', conduct);
    expect(await store.list()).toMatchObject([{ name: 'a.csv', conduct }]);
    await store.remove('a.csv');
    expect(await store.list()).toEqual([]);
    expect(await store.read('a.csv')).toBeNull();
  });

  test('are limited in number', async () => {
    const store = storeAt(await place());
    for (let at = 0; at < mostFiles; at++) await store.put(arrival(`a${at}.csv`, bytesOf(1)));
    await expect(store.put(arrival('one-more.csv', bytesOf(1)))).rejects.toThrow(`${mostFiles} files`);
    await store.put(arrival('a0.csv', bytesOf(2)));
  });
});

test('a file left half written by a kill does not exist, and its bytes are deleted at the start', async () => {
  const { database: opened, term } = await database();
  const files = await keptIn(opened, term);
  await files.write(
    { id: 'whole', name: 'whole.csv', addedAt: 0, origin: { type: 'given' }, conduct: { type: 'normal' } },
    (async function* () {
      yield bytesOf(3);
    })(),
  );
  let reached!: () => void;
  const written = new Promise<void>((resolve) => (reached = resolve));
  void files.write(
    { id: 'half', name: 'half.csv', addedAt: 0, origin: { type: 'given' }, conduct: { type: 'normal' } },
    (async function* () {
      yield bytesOf(chunkBytes);
      reached();
      await new Promise(() => undefined); // killed
    })(),
  );
  await written;
  expect((await files.list()).map(({ name }) => name)).toEqual(['whole.csv']);
  expect((await readRange(opened, 'chunks')).length).toBe(2);
  const after = await keptIn(opened, await claimTerm(opened));
  expect((await after.list()).map(({ name }) => name)).toEqual(['whole.csv']);
  expect((await readRange(opened, 'chunks')).length).toBe(1);
  expect((await readRange(opened, 'files')).length).toBe(1);
});

test('an earlier leader writes no file once another has begun', async () => {
  const { database: opened, term } = await database();
  const old = storeAt(await keptIn(opened, term));
  await claimTerm(opened);
  await expect(old.put(arrival('late.csv', bytesOf(3)))).rejects.toThrow('Another tab');
  expect((await readRange(opened, 'files')).length).toBe(0);
});

test('where the disk is full, the file is refused and what was written of it is deleted', async () => {
  const { database: opened, term } = await database();
  const store = storeAt(await keptIn(opened, term));
  fullAfter(2, 'chunks', 'put');
  await expect(store.put(arrival('a.csv', bytesOf(4 * chunkBytes)))).rejects.toThrow('no room left');
  expect((await readRange(opened, 'chunks')).length).toBe(0);
  expect((await readRange(opened, 'files')).length).toBe(0);
});

test('a file for which the browser has no room is refused before a byte is written', async () => {
  const { database: opened, term } = await database();
  const store = storeAt(await keptIn(opened, term), 40e6);
  await expect(store.put(arrival('a.csv', bytesOf(0), { length: 9e6 }))).rejects.toThrow(
    'room for 8 MB more',
  );
  expect((await store.state()).mostBytes).toBe(8e6);
});

test('in memory, the total size of files is limited', async () => {
  const store = storeAt(new FilesInMemory());
  expect(await store.state()).toMatchObject({ kind: 'memory', mostBytes: mostInMemory });
  let left = mostInMemory / 8e6 + 1;
  const large = () =>
    new ReadableStream<Uint8Array>({
      pull: (controller) => (left-- > 0 ? controller.enqueue(new Uint8Array(8e6)) : controller.close()),
    });
  await expect(store.put(arrival('a.csv', bytesOf(0), { body: large }))).rejects.toThrow('256 MB together');
});

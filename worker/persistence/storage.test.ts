import 'fake-indexeddb/auto';
import Dexie from 'dexie';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChangeSet, Credential, Row } from '../../engine/inside.ts';
import { openPresent } from './database.ts';
import { Database } from './dexie-database.ts';
import type { Shape } from './delta.ts';
import { Storage } from './storage.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import { NotReplaced } from '../host/storage.ts';
import type { Kept, Stored } from '../host/storage.ts';
import type { StorageOptions } from './storage.ts';
import { generationOf } from './generations.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { dieAfter } from '../../tests/support/silence.ts';

const shape: Shape = { users: { key: 'id' }, posts: { key: 'id', big: true } };
const credential: Credential = { id: 'c1', appId: 'a1', appName: 'App', kind: 'app', bearer_token: 'b' };

let names = 0;
const options = (more: Partial<StorageOptions> = {}): StorageOptions => ({
  name: `svc-playground:/test-${++names}/`,
  shape,
  schemaVersion: 1,
  changed: () => {},
  fenced: () => {},
  ...more,
});

const added = (table: string, ...rows: Row[]): ChangeSet => ({
  [table]: { added: rows, updated: [], removed: [] },
});
const contents = (tables: Record<string, Row[]>, vault: Credential[] = []) => ({
  snapshot: inBlocks({ format: 'svc-playground', version: 1, tables }),
  vault,
});
const tablesOf = (found: Stored | null) => whole(found!.snapshot).tables;
const rows = (from: number, count: number): Row[] =>
  Array.from({ length: count }, (_, at) => ({ id: String(10_000_000 + from + at), text: 'x' }));

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

describe('the stored world', () => {
  test('an empty database gives nothing, a filled one everything, in key order', async () => {
    const given = options();
    const first = await Storage.open(given);
    expect(first.take()).toBeNull();
    await first.replace(contents({ users: [{ id: '2' }, { id: '1' }] }, [credential]));
    await first.commit(added('posts', { id: '7', text: 'seven' }));
    await first.close();
    const second = await Storage.open(given);
    expect(second.kept).toEqual({ kind: 'saved', reason: null });
    const found = second.take();
    expect(second.take(), 'it is given only once').toBeNull();
    expect(tablesOf(found)).toEqual({
      users: [{ id: '1' }, { id: '2' }],
      posts: [{ id: '7', text: 'seven' }],
    });
    expect(found?.vault).toEqual([credential]);
    expect(second.term).toBe(first.term + 1);
    await second.close();
  });

  test('all rows are read in one turn, not in one turn each', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: rows(0, 100) }));
    await first.close();
    const cursors = vi.spyOn(IDBObjectStore.prototype, 'openCursor');
    expect(tablesOf((await Storage.open(given)).take())['users']).toHaveLength(100);
    expect(cursors).not.toHaveBeenCalled();
  });

  test('the vault keeps its order', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({}, [credential]));
    await first.keep([{ ...credential, id: 'c2' }, credential]);
    await first.close();
    const second = await Storage.open(given);
    expect(second.take()?.vault).toEqual([{ ...credential, id: 'c2' }, credential]);
    await second.close();
  });

  test('a replacement leaves nothing of the old world, compacted or not', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ posts: rows(0, 4000), users: [{ id: 'old' }] }));
    void first.commit(added('posts', { id: '1' }));
    await first.replace(contents({ posts: rows(9000, 2), users: [] }));
    await first.commit(added('users', { id: 'new' }));
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({ posts: rows(9000, 2), users: [{ id: 'new' }] });
    await second.close();
  });
});

describe('a replacement', () => {
  test('right after changes that are not yet written is stored as well', async () => {
    const given = options();
    const storage = await Storage.open(given);
    await storage.replace(contents({ users: [{ id: 'former' }] }));
    const all = [
      storage.commit(added('users', { id: 'being written' })),
      storage.commit(added('users', { id: 'waits' })),
      storage.replace(contents({ users: [{ id: 'new' }] })),
    ];
    await Promise.all(all);
    await storage.close();
    const again = await Storage.open(given);
    expect(tablesOf(again.take())['users']).toEqual([{ id: 'new' }]);
    await again.close();
  });

  test('of a small world is one transaction, whatever the order of its rows', async () => {
    const given = options();
    const first = await Storage.open(given);
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    function* blocks() {
      yield { table: 'posts', rows: rows(5000, 1000) };
      yield { table: 'users', rows: [{ id: '1' }] };
      yield { table: 'posts', rows: rows(0, 1000) };
    }
    await first.replace({ snapshot: { format: 'svc-playground', version: 1, blocks: blocks() }, vault: [] });
    expect(transactions.mock.calls.filter(([, mode]) => mode === 'readwrite')).toHaveLength(1);
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({
      users: [{ id: '1' }],
      posts: [...rows(0, 1000), ...rows(5000, 1000)],
    });
    await second.close();
  });

  test('of a large one is written in many transactions, and takes effect with the last', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: [{ id: 'old' }], posts: rows(0, 3000) }));
    await first.commit(added('posts', { id: '7' }));
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
    const seen: number[] = [];
    async function* blocks() {
      for (let from = 0; from < 120_000; from += 1000) {
        // Later rows belong between rows that are already written.
        yield { table: 'posts', rows: rows((from * 7) % 120_000, 1000) };
        if (from === 110_000) {
          const other = new Database(given.name);
          await other.open();
          seen.push((await other.head.get('head'))!.generation ?? 0);
          other.close();
        }
      }
      yield { table: 'users', rows: [{ id: 'new' }] };
    }
    await first.replace({ snapshot: { format: 'svc-playground', version: 1, blocks: blocks() }, vault: [] });
    expect(seen).toEqual([0]);
    expect(puts.mock.calls.length).toBeGreaterThan(120);
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({ users: [{ id: 'new' }], posts: rows(0, 120_000) });
    await second.close();
  });

  test('that cannot be read to its end changes nothing, and the old world goes on', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: [{ id: 'old' }], posts: rows(0, 3000) }));
    await first.commit(added('posts', { id: '7' }));
    function* blocks() {
      yield { table: 'users', rows: Array.from({ length: 30_000 }, (_, at) => ({ id: `new-${at}` })) };
      throw new Error('The state could not be read');
    }
    const replaced = first.replace({
      snapshot: { format: 'svc-playground', version: 1, blocks: blocks() },
      vault: [],
    });
    await expect(replaced).rejects.toMatchObject({
      name: 'NotReplaced',
      cause: new Error('The state could not be read'),
    });
    expect(first.kept.kind).toBe('saved');
    await first.commit(added('posts', { id: '8' }));
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({
      users: [{ id: 'old' }],
      posts: [...rows(0, 3000), { id: '7' }, { id: '8' }],
    });
    await second.close();
  });

  test('that finds no room says so, and the old world goes on', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: [{ id: 'old' }] }));
    const full = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await expect(first.replace(contents({ users: [{ id: 'new' }] }))).rejects.toMatchObject({
      name: 'NotReplaced',
      cause: { name: 'QuotaExceededError' },
    });
    full.mockRestore();
    await first.commit(added('users', { id: 'since' }));
    expect(first.kept).toEqual({ kind: 'saved', reason: null });
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())['users']).toEqual([{ id: 'old' }, { id: 'since' }]);
    await second.close();
  });
});

describe('a world that is set aside', () => {
  const other: Credential = { ...credential, id: 'c2' };

  /** A world with a log that is not compacted, replaced by another one. */
  async function replacedOnce(given: StorageOptions): Promise<Storage> {
    const storage = await Storage.open(given);
    await storage.replace(contents({ users: [{ id: 'old' }], posts: rows(0, 3000) }, [credential]));
    await storage.commit(added('posts', { id: '7' }));
    await storage.replace({
      ...contents({ users: [{ id: 'new' }], posts: [] }, [other]),
      setsAside: 'reset',
    });
    await storage.commit(added('users', { id: 'newer' }));
    return storage;
  }
  const before = { users: [{ id: 'old' }], posts: [...rows(0, 3000), { id: '7' }] };

  test('comes back complete, with its vault, and the one that replaced it is deleted', async () => {
    const given = options();
    const first = await replacedOnce(given);
    expect(first.asideBy).toBe('reset');
    const aside = await first.readAside();
    expect(tablesOf(aside!.stored)).toEqual(before);
    expect(aside!.stored.vault).toEqual([credential]);
    const done = vi.fn();
    await aside!.putBack('undo', done);
    expect(done).toHaveBeenCalledOnce();
    expect(first.asideBy).toBeNull();
    await first.commit(added('users', { id: 'after' }));
    await first.compact();
    await eventually(async () => expect(await keysIn(given.name)).toEqual(['posts', 'users']));
    await first.close();
    const second = await Storage.open(given);
    const found = second.take();
    expect(tablesOf(found)).toEqual({ ...before, users: [{ id: 'after' }, { id: 'old' }] });
    expect([found?.vault, found?.reset]).toEqual([[credential], 'undo']);
    await second.close();
  });

  test('is deleted by the next replacement, which sets aside the world of that time', async () => {
    const given = options();
    const first = await replacedOnce(given);
    await first.replace({ ...contents({ users: [], posts: [] }), setsAside: 'import' });
    const aside = await first.readAside();
    expect(tablesOf(aside!.stored)['users']).toEqual([{ id: 'new' }, { id: 'newer' }]);
    await eventually(async () => expect(await keysIn(given.name)).toEqual(['1/posts', '1/users', '2/posts']));
    await first.close();
  });

  test('is kept for a tab that takes over from another', async () => {
    const given = options();
    await (await replacedOnce(given)).close();
    const second = await Storage.open({ ...given, takesOver: true });
    expect(second.asideBy).toBe('reset');
    expect(tablesOf((await second.readAside())!.stored)).toEqual(before);
    await second.close();
  });

  test('is unavailable to a tab that starts, which deletes it', async () => {
    const given = options();
    await (await replacedOnce(given)).close();
    const second = await Storage.open(given);
    expect([second.asideBy, await second.readAside()]).toEqual([null, null]);
    await second.dropAside();
    expect(await keysIn(given.name)).toEqual(['1/posts', '1/users']);
    expect(tablesOf(second.take())['users']).toEqual([{ id: 'new' }, { id: 'newer' }]);
    await second.close();
  });

  test('is deleted first where there is no room for both', async () => {
    const given = options();
    const first = await replacedOnce(given);
    await first.replace({ ...contents({ users: [{ id: 'last' }] }), clearsFirst: true });
    expect(first.asideBy).toBeNull();
    expect(await keysIn(given.name)).toEqual(['users']);
    await first.close();
  });

  test.each(['put', 'putBack'] as const)(
    '%s: a kill at any transaction leaves one world or the other, complete',
    async (way) => {
      let isOver = false;
      for (let left = 0; !isOver; left++) {
        const given = options();
        const first = await replacedOnce(given);
        const inForce = { users: [{ id: 'new' }, { id: 'newer' }], posts: [] };
        const next = { users: rows(0, 3), posts: rows(0, 45_000) };
        const aside = await first.readAside();
        isOver = await dieAfter(left, () =>
          way === 'put'
            ? first.replace({ ...contents(next), setsAside: 'import' })
            : aside!.putBack('undo', () => undefined),
        );
        const second = await Storage.open({ ...given, takesOver: true });
        const found = JSON.stringify(tablesOf(second.take()));
        const later = JSON.stringify(way === 'put' ? next : before);
        expect([JSON.stringify(inForce), later]).toContain(found);
        if (isOver) expect(found).toBe(later);
        // Half-written data is deleted, and the present world continues.
        await second.tidy();
        await second.commit(added('users', { id: 'x' }));
        await second.close();
        const third = await Storage.open(given);
        expect(tablesOf(third.take())['users']).toContainEqual({ id: 'x' });
        await eventually(async () => {
          await third.dropAside();
          expect(new Set((await keysIn(given.name)).map(generationOf)).size).toBeLessThanOrEqual(1);
        });
        await third.close();
      }
    },
  );
});

test('the data of an earlier release opens unchanged, and can be set aside and come back', async () => {
  const given = options();
  const database = new Database(given.name);
  await database.open();
  await database.head.put({ id: 'head', format: 'svc-playground', version: 1, reset: 'r' });
  await database.rows.bulkPut([{ table: 'users', key: '1', row: { id: '1' } }]);
  await database.blocks.bulkPut([{ table: 'posts', from: '', rows: [['2', { id: '2' }]] }]);
  await database.log.put({ sequence: 7, changes: new Map([['posts', new Map([['3', { id: '3' }]])]]) });
  await database.vault.put({ id: 'vault', credentials: [credential] });
  database.close();
  const before = { users: [{ id: '1' }], posts: [{ id: '2' }, { id: '3' }] };
  const storage = await Storage.open(given);
  const found = storage.take();
  expect([tablesOf(found), found?.vault, found?.reset]).toEqual([before, [credential], 'r']);
  await storage.replace({ ...contents({ users: [], posts: [] }), setsAside: 'reset' });
  const aside = await storage.readAside();
  expect([tablesOf(aside!.stored), aside!.stored.vault]).toEqual([before, [credential]]);
  await aside!.putBack('undo', () => undefined);
  await storage.close();
  const again = await Storage.open(given);
  expect(tablesOf(again.take())).toEqual(before);
  await again.close();
});

test('the free room is what the browser reports; null if it does not', async () => {
  const estimates = [{ quota: 10, usage: 4 }, { quota: 10 }];
  const storage = await Storage.open(options({ estimate: () => Promise.resolve(estimates.shift()!) }));
  expect([await storage.room(), await storage.room()]).toEqual([6, null]);
  await storage.close();
  const silent = await Storage.open(options());
  expect(await silent.room()).toBeNull();
  await silent.close();
});

describe('group commit', () => {
  test('concurrent commits share transactions and settle in order', async () => {
    const storage = await Storage.open(options());
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const settled: number[] = [];
    await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        storage.commit(added('users', { id: String(at) })).then(() => settled.push(at)),
      ),
    );
    expect(settled).toEqual(Array.from({ length: 100 }, (_, at) => at));
    expect(transactions.mock.calls.length).toBe(2); // the first alone, the other 99 together
    await storage.close();
  });

  test('lagging changes are written with durable ones', async () => {
    const given = options();
    const storage = await Storage.open(given);
    await storage.replace(contents({}));
    let deferred: ChangeSet | null = added('users', { id: 'lagging' });
    storage.takeDeferred = () => {
      const taken = deferred;
      deferred = null;
      return taken;
    };
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await Promise.all([storage.commit(added('users', { id: 'durable' })), storage.flush()]);
    expect(transactions.mock.calls.length).toBe(1);
    await storage.close();
    const again = await Storage.open(given);
    expect(tablesOf(again.take())['users']).toEqual([{ id: 'durable' }, { id: 'lagging' }]);
    await again.close();
  });

  test('a change of one row in a big table touches no block', async () => {
    const storage = await Storage.open(options());
    await storage.replace(contents({ posts: rows(0, 3000) }));
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await storage.commit({ posts: { added: [], updated: [{ id: '10000001', text: 'y' }], removed: [] } });
    expect(transactions.mock.calls.map(([stores]) => stores)).toEqual([['epochs', 'log']]);
    await storage.close();
  });
});

test('the data of the first layout is kept in the second, which has stores for files', async () => {
  const given = options();
  const old = new Dexie(given.name, { autoOpen: false });
  old.version(1).stores({
    ...{ head: 'id', epochs: 'epoch', rows: '[table+key]', blocks: '[table+from]' },
    ...{ log: 'sequence', vault: 'id' },
  });
  await old.open();
  await old.table('head').put({ id: 'head', format: 'svc-playground', version: 1 });
  await old.table('rows').put({ table: 'users', key: '1', row: { id: '1' } });
  old.close();
  expect(await versionOf(given.name)).toBe(10);
  const storage = await Storage.open(given);
  expect(storage.kept).toEqual({ kind: 'saved', reason: null });
  expect(tablesOf(storage.take())['users']).toEqual([{ id: '1' }]);
  expect(await (await storage.openFiles())!.list()).toEqual([]);
  expect(await versionOf(given.name)).toBe(20);
  await storage.close();
});

test('a new database is the one that Dexie makes', async () => {
  const [ours, dexies] = [options().name, options().name];
  const { database } = await openPresent(ours);
  const made = new Database(dexies);
  await made.open();
  expect(layoutOf(database)).toEqual(layoutOf(made.backendDB()));
  expect(await versionOf(ours)).toBe(await versionOf(dexies));
  database.close();
  made.close();
});

test('opening is tried again when a browser fails once', async () => {
  const given = options();
  const opened = vi.spyOn(indexedDB, 'open').mockImplementationOnce(() => {
    throw new DOMException('Internal error', 'UnknownError');
  });
  const storage = await Storage.open(given);
  expect(storage.kept).toEqual({ kind: 'saved', reason: null });
  expect(opened.mock.calls.length).toBeGreaterThan(1);
  await storage.close();
});

describe('the fence', () => {
  test('an earlier leader writes nothing once another has begun, and its promises stay open', async () => {
    const given = options();
    const fenced = vi.fn();
    const old = await Storage.open({ ...given, fenced });
    await old.replace(contents({ users: [{ id: 'kept' }] }));
    const young = await Storage.open(given);
    const settled = vi.fn();
    old.commit(added('users', { id: 'late' })).then(settled, settled);
    await eventually(() => expect(fenced).toHaveBeenCalled());
    old.replace(contents({ users: [] })).then(settled, settled);
    await young.commit(added('users', { id: 'young' }));
    await young.close();
    const last = await Storage.open(given);
    expect(tablesOf(last.take())['users']).toEqual([{ id: 'kept' }, { id: 'young' }]);
    expect(settled).not.toHaveBeenCalled();
    expect(old.kept.kind).toBe('saved');
    await Promise.all([old.close(), last.close()]);
  });

  test('holds against every later leader, not only the next', async () => {
    const given = options();
    const fenced = vi.fn();
    const old = await Storage.open({ ...given, fenced });
    for (let at = 0; at < 5; at++) await (await Storage.open(given)).close();
    void old.commit(added('users', { id: 'late' }));
    await eventually(() => expect(fenced).toHaveBeenCalled());
    await old.close();
  });

  test('leaders that begin at the same moment get different terms', async () => {
    const given = options();
    const all = await Promise.all(Array.from({ length: 8 }, () => Storage.open(given)));
    expect(new Set(all.map(({ term }) => term)).size).toBe(8);
    await Promise.all(all.map((each) => each.close()));
  });
});

describe('a browser that does not open the database', () => {
  test('is waited for: that is reported once, and everything is there when it opens', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: [{ id: '1' }] }));
    await first.close();
    const giveUp = await beginUpgrade(given.name);
    vi.stubGlobal('setTimeout', hurried);
    const held = vi.fn();
    const opening = Storage.open({ ...given, held });
    await eventually(() => expect(held).toHaveBeenCalled());
    giveUp();
    const second = await opening;
    expect(second.kept).toEqual({ kind: 'saved', reason: null });
    expect(tablesOf(second.take())['users']).toEqual([{ id: '1' }]);
    expect(held).toHaveBeenCalledOnce();
    await second.close();
  });
});

describe('storage that cannot be used', () => {
  test('rows of a later schema version are left untouched', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace({
      snapshot: inBlocks({ format: 'svc-playground', version: 9, tables: { users: [{ id: '1' }] } }),
      vault: [],
    });
    await first.close();
    const before = await dump(given.name);
    const storage = await Storage.open(given);
    expect(storage.kept.kind).toBe('newer');
    expect(storage.take()).toBeNull();
    await storage.commit(added('users', { id: '2' }));
    await storage.replace(contents({ users: [] }));
    expect(storage.kept.kind).toBe('newer');
    await storage.close();
    expect(await dump(given.name)).toEqual(before);
  });

  test('a database of a later layout is left untouched', async () => {
    const given = options();
    await new Promise<void>((resolve) => {
      const request = indexedDB.open(given.name, 30);
      request.onupgradeneeded = () => request.result.createObjectStore('something-new');
      request.onsuccess = () => resolve(request.result.close());
    });
    const storage = await Storage.open(given);
    expect(storage.kept.kind).toBe('newer');
    await storage.replace(contents({}));
    expect(await versionOf(given.name)).toBe(30);
  });

  test('data of an unknown format is left alone until a reset replaces it', async () => {
    const given = options();
    const database = new Database(given.name);
    await database.open();
    await database.head.put({ id: 'head', format: 'something else', version: 1 });
    database.close();
    const said: Kept[] = [];
    const storage = await Storage.open({ ...given, changed: (kept) => void said.push(kept) });
    expect(storage.kept.kind).toBe('memory');
    expect(storage.kept.reason).toContain('unknown format');
    await storage.commit(added('users', { id: 'lost' }));
    await storage.replace(contents({ users: [{ id: 'fresh' }] }));
    expect(said).toEqual([{ kind: 'saved', reason: null }]);
    await storage.close();
    const again = await Storage.open(given);
    expect(tablesOf(again.take())['users']).toEqual([{ id: 'fresh' }]);
    await again.close();
  });

  test('a full disk: commits go on, and the status says why', async () => {
    const said: Kept[] = [];
    const given = options({ changed: (kept) => void said.push(kept) });
    const storage = await Storage.open(given);
    await storage.commit(added('users', { id: 'kept' }));
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await Promise.all([1, 2, 3].map((id) => storage.commit(added('users', { id: `lost-${id}` }))));
    full.mockRestore();
    await storage.commit(added('users', { id: 'lost too' }));
    expect(said.length).toBe(1);
    expect(said[0]?.kind).toBe('memory');
    expect(said[0]?.reason).toContain('no room');
    await storage.close();
    const again = await Storage.open(given);
    expect(again.take()).toBeNull(); // without a head, nothing half-written is taken for data
    await again.close();
  });

  test('a full disk that has room again: compacting old changes overwrites nothing newer', async () => {
    const given = options();
    const storage = await Storage.open(given);
    await storage.replace(contents({}));
    for (const user of rows(0, 5)) await storage.commit(added('users', user));
    const full = vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(function (
      this: IDBObjectStore,
    ) {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await storage.commit(added('users', { id: 'lost' }));
    full.mockRestore();
    await storage.replace(contents({ users: [...rows(0, 5)] }));
    // The log is compacted when nothing was written for a second: first the old one.
    await new Promise((resolve) => setTimeout(resolve, 600));
    await storage.commit(added('users', { id: 'after' }));
    await new Promise((resolve) => setTimeout(resolve, 700));
    await storage.close();
    const again = await Storage.open(given);
    expect(tablesOf(again.take())['users']).toContainEqual({ id: 'after' });
    await again.close();
  });

  describe('a full disk whose world is not replaced in the end', () => {
    const full = () => {
      throw new DOMException('Full', 'QuotaExceededError');
    };
    /** What is stored stays behind what the tab has, so nothing is written beside it. */
    async function isLeftAlone(replacing: (storage: Storage) => Promise<void>): Promise<void> {
      const said: Kept[] = [];
      const given = options({ changed: (kept) => void said.push(kept) });
      const storage = await Storage.open(given);
      await storage.replace(contents({ users: [{ id: 'stored' }] }));
      vi.spyOn(IDBObjectStore.prototype, 'add').mockImplementation(full);
      await storage.commit(added('users', { id: 'only in memory' }));
      await replacing(storage);
      vi.restoreAllMocks();
      expect(said).toEqual([
        { kind: 'memory', reason: expect.stringContaining('no room') as string, isFull: true },
      ]);
      await storage.commit(added('users', { id: 'later' }));
      await storage.flush();
      await storage.close();
      const again = await Storage.open(given);
      expect(tablesOf(again.take())['users']).toEqual([{ id: 'stored' }]);
      await again.close();
    }

    test('because there is no room for the new one either', () =>
      isLeftAlone(async (storage) => {
        vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(full);
        const replaced = storage.replace(contents({ users: [{ id: 'new' }] }));
        const meanwhile = storage.flush();
        await expect(replaced).rejects.toThrow(NotReplaced);
        await meanwhile;
      }));

    test('because it was cancelled', () =>
      isLeftAlone(async (storage) => {
        vi.restoreAllMocks();
        const cancelling = AbortSignal.abort();
        storage.takeDeferred = () => added('users', { id: 'lagging' });
        const replaced = storage.replace({ ...contents({ users: [{ id: 'new' }] }), cancelling });
        const meanwhile = storage.flush();
        await expect(replaced).rejects.toThrow(NotReplaced);
        await meanwhile;
      }));
  });

  test('a database that is deleted during use: commits go on in memory', async () => {
    const said: Kept[] = [];
    const given = options({ changed: (kept) => void said.push(kept) });
    const storage = await Storage.open(given);
    await storage.commit(added('users', { id: '1' }));
    indexedDB.deleteDatabase(given.name);
    await eventually(() => expect(said[0]?.kind).toBe('memory'));
    await storage.commit(added('users', { id: '2' }));
    expect(said.length).toBe(1);
  });

  test('denied storage means memory, with a reason', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
    const storage = await Storage.open(options());
    expect(storage.kept).toEqual({ kind: 'memory', reason: expect.stringContaining('denies') as string });
    await storage.commit(added('users', { id: '1' }));
  });
});

/** The tables that have rows, with their generations. */
async function keysIn(name: string): Promise<string[]> {
  const database = new Database(name);
  await database.open();
  const [rows, blocks] = [await database.rows.toArray(), await database.blocks.toArray()];
  database.close();
  return [...new Set([...rows, ...blocks].map(({ table }) => table))].sort();
}

async function dump(name: string): Promise<unknown> {
  const database = new Database(name);
  await database.open();
  const stores = await Promise.all(database.tables.map((table) => table.toArray()));
  database.close();
  return stores;
}

const versionOf = async (name: string): Promise<number | undefined> =>
  (await indexedDB.databases()).find((each) => each.name === name)?.version;

/** Its stores, with their definitions. */
function layoutOf(database: IDBDatabase): unknown {
  const names = [...database.objectStoreNames];
  const transaction = database.transaction(names);
  return names.map((name) => {
    const { keyPath, autoIncrement, indexNames } = transaction.objectStore(name);
    return { name, keyPath, autoIncrement, indexes: [...indexNames] };
  });
}

/** A tab of a later release during its upgrade. Gives a function that ends it without effect. */
function beginUpgrade(name: string): Promise<() => void> {
  return new Promise((begun) => {
    const request = indexedDB.open(name, 30);
    request.onerror = (event) => event.preventDefault();
    request.onupgradeneeded = () => {
      const upgrade = request.transaction!;
      let goesOn = true;
      const goOn = () => {
        if (goesOn) upgrade.objectStore('epochs').count().onsuccess = goOn;
        else upgrade.abort();
      };
      goOn();
      begun(() => (goesOn = false));
    };
  });
}

const wait = setTimeout;
/** Waits of seconds end at once. */
const hurried = (act: () => void, ms = 0) => wait(act, ms < 5000 ? ms : 50);

import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ChangeSet, Credential, Row } from '../../engine/index.ts';
import { Database, installedVersion } from './database.ts';
import type { Shape } from './delta.ts';
import type { Stored } from './loader.ts';
import { Storage } from './storage.ts';
import { inBlocks, whole } from '../../tests/support/snapshot-blocks.ts';
import type { Kept, StorageOptions } from './storage.ts';
import { eventually } from '../../tests/support/eventually.ts';

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

describe('what is kept', () => {
  test('an empty database gives nothing, a filled one everything, in the order of keys', async () => {
    const given = options();
    const first = await Storage.open(given);
    expect(first.take()).toBeNull();
    await first.replace(contents({ users: [{ id: '2' }, { id: '1' }] }, [credential]));
    await first.commit(added('posts', { id: '7', text: 'seven' }));
    await first.close();
    const second = await Storage.open(given);
    expect(second.kept).toEqual({ kind: 'saved', reason: null });
    const found = second.take();
    expect(second.take(), 'it is given once').toBeNull();
    expect(tablesOf(found)).toEqual({
      users: [{ id: '1' }, { id: '2' }],
      posts: [{ id: '7', text: 'seven' }],
    });
    expect(found?.vault).toEqual([credential]);
    expect(second.term).toBe(first.term + 1);
    await second.close();
  });

  test('the vault is kept in its order', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({}, [credential]));
    await first.keep([{ ...credential, id: 'c2' }, credential]);
    await first.close();
    const second = await Storage.open(given);
    expect(second.take()?.vault).toEqual([{ ...credential, id: 'c2' }, credential]);
    await second.close();
  });

  test('a replacement leaves nothing of what was before, compacted or not', async () => {
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
  test('is read block by block in one go, as its transaction is made', async () => {
    const given = options();
    const first = await Storage.open(given);
    const read: string[] = [];
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put');
    const transactions = vi.spyOn(IDBDatabase.prototype, 'transaction');
    function* blocks() {
      for (const [table, list] of [
        ['posts', rows(5000, 1000)],
        ['users', [{ id: '1' }]],
        ['posts', rows(0, 1000)],
      ] as const) {
        read.push(`${table} after ${puts.mock.calls.length} puts`);
        yield { table, rows: list };
      }
    }
    const snapshot = { format: 'svc-playground', version: 1, blocks: blocks() } as const;
    const written = first.replace({ snapshot, vault: [] });
    expect(read).toEqual([]);
    await written;
    expect(read).toEqual(['posts after 1 puts', 'users after 1 puts', 'posts after 2 puts']);
    expect(transactions).toHaveBeenCalledTimes(1);
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({
      users: [{ id: '1' }],
      posts: [...rows(0, 1000), ...rows(5000, 1000)],
    });
    await second.close();
  });

  test('that ends half way leaves all that was there', async () => {
    const given = options();
    const first = await Storage.open(given);
    await first.replace(contents({ users: [{ id: 'old' }], posts: rows(0, 3000) }));
    await first.commit(added('posts', { id: '7' }));
    function* blocks() {
      yield { table: 'users', rows: [{ id: 'new' }] };
      throw new Error('The state could not be read');
    }
    await first.replace({ snapshot: { format: 'svc-playground', version: 1, blocks: blocks() }, vault: [] });
    expect(first.kept.kind).toBe('memory');
    await first.close();
    const second = await Storage.open(given);
    expect(tablesOf(second.take())).toEqual({
      users: [{ id: 'old' }],
      posts: [...rows(0, 3000), { id: '7' }],
    });
    await second.close();
  });
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

  test('what lags travels with what is durable', async () => {
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
  test('is waited for: that is told once, and everything is there when it opens', async () => {
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

describe('what cannot be used', () => {
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
      const request = indexedDB.open(given.name, 20);
      request.onupgradeneeded = () => request.result.createObjectStore('something-new');
      request.onsuccess = () => resolve(request.result.close());
    });
    const storage = await Storage.open(given);
    expect(storage.kept.kind).toBe('newer');
    await storage.replace(contents({}));
    expect(await installedVersion(given.name)).toBe(2);
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
    expect(again.take()).toBeNull(); // never had a head: nothing half-written is taken for data
    await again.close();
  });

  test('a database that is deleted under way: commits go on in memory', async () => {
    const said: Kept[] = [];
    const given = options({ changed: (kept) => void said.push(kept) });
    const storage = await Storage.open(given);
    await storage.commit(added('users', { id: '1' }));
    indexedDB.deleteDatabase(given.name);
    await eventually(() => expect(said[0]?.kind).toBe('memory'));
    await storage.commit(added('users', { id: '2' }));
    expect(said.length).toBe(1);
  });

  test('storage that is denied is memory with a reason', async () => {
    vi.spyOn(indexedDB, 'open').mockImplementation(() => {
      throw new DOMException('Denied', 'SecurityError');
    });
    const storage = await Storage.open(options());
    expect(storage.kept).toEqual({ kind: 'memory', reason: expect.stringContaining('denies') as string });
    await storage.commit(added('users', { id: '1' }));
  });
});

async function dump(name: string): Promise<unknown> {
  const database = new Database(name);
  await database.open();
  const stores = await Promise.all(database.tables.map((table) => table.toArray()));
  database.close();
  return stores;
}

/** A tab of a later release in the midst of its upgrade. Gives what ends it, without effect. */
function beginUpgrade(name: string): Promise<() => void> {
  return new Promise((begun) => {
    const request = indexedDB.open(name, 20);
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
/** What would take seconds is over at once. */
const hurried = (act: () => void, ms = 0) => wait(act, ms < 5000 ? ms : 50);

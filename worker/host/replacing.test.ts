import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { schemaVersion, signRequest, tables } from '../../engine/inside.ts';
import type { OAuthCredentials } from '../../engine/index.ts';
import { formerOf } from './before-replacement.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { startHost } from './host.ts';
import { StorageInMemory } from './in-memory.ts';
import { inBlocks } from '../../tests/support/snapshot-blocks.ts';
import type { Host } from './host.ts';
import { Database } from '../persistence/dexie-database.ts';
import { Storage } from '../persistence/storage.ts';
import type { StorageOptions } from '../persistence/storage.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { createPlatform } from '../../engine/index.ts';
import { fullAfter } from '../../tests/support/full-disk.ts';
import { dieAfter } from '../../tests/support/silence.ts';
import { surroundings } from '../../tests/support/surroundings.ts';

let names = 0;
const hosts: Host[] = [];
afterEach(() => {
  for (const host of hosts.splice(0)) host.retire();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

async function open(name = `svc-playground:/replacements-${++names}/`, more: Partial<StorageOptions> = {}) {
  const storage = await Storage.open({
    ...{ name, shape: tables, schemaVersion, changed: () => {}, fenced: () => {} },
    ...more,
  });
  const events: PlaygroundEvent[] = [];
  const host = await startHost(surroundings({ storage, emit: (event) => void events.push(event) }));
  hosts.push(host);
  let serial = 0;
  const post = async (text: string, id = `post ${name} ${++serial} ${Math.trunc(performance.now())}`) => {
    const { baseUrl, world, clock } = await host.greet();
    const credential = world.vault.find(({ kind }) => kind === 'oauth1') as OAuthCredentials | undefined;
    const body = new TextEncoder().encode(JSON.stringify({ text }));
    const plain = {
      ...{ method: 'POST', url: `${baseUrl}/2/posts`, body },
      headers: [['content-type', 'application/json']] as [string, string][],
    };
    const timestamp = Math.floor(clock.platformNow / 1000);
    const { authorization } = signRequest(plain, credential!, { nonce: id.replaceAll(/\W/g, ''), timestamp });
    const exchange = await host.send(id, {
      ...plain,
      headers: [...plain.headers, ['authorization', authorization]],
    });
    if (!('outcome' in exchange) || exchange.outcome.kind !== 'response') throw new Error('No response');
    return exchange.outcome.status;
  };
  const texts = async () =>
    (await host.exportSnapshot()).tables['posts']!.map((row) => row['text']).filter((text) =>
      String(text).startsWith('*'),
    );
  return { host, storage, events, post, texts, name };
}

/** A world different from the starter, with a frozen clock. */
async function used(name?: string, more?: Partial<StorageOptions>) {
  const page = await open(name, more);
  await page.host.freeze();
  expect(await page.post('*mine')).toBe(201);
  const [first] = (await page.host.greet()).world.vault;
  await page.host.forget(first!.id);
  return page;
}
type Page = Awaited<ReturnType<typeof open>>;

/** Everything that is kept, except the time of the export. */
async function worldOf({ host }: Page) {
  const { tables: all, vault } = await host.exportSnapshot();
  const sorted = Object.entries(all).map(([table, rows]) => [
    table,
    rows.map((row) => JSON.stringify(row)).toSorted(),
  ]);
  return JSON.stringify([sorted, vault]);
}

describe.each([
  ['kept in the browser', {}],
  ['kept in memory', { memory: true }],
])('the world that a reset replaced, %s', (_, { memory = false }: { memory?: boolean }) => {
  const begin = () => {
    if (memory) vi.stubGlobal('indexedDB', undefined);
    return used();
  };

  test('comes back with Undo: rows, counters, the log and the vault', async () => {
    const page = await begin();
    const before = await worldOf(page);
    expect(await page.host.reset('reset', 'starter')).toEqual({ kind: 'replaced', canUndo: true });
    expect((await page.host.greet()).canUndo).toBe('reset');
    expect(await page.texts()).toEqual([]);
    page.events.length = 0;
    expect(await page.host.undoReplacement('undo', false)).toEqual({ kind: 'undone' });
    expect(page.events.map(({ type }) => type)).toContain('restarted');
    expect(await worldOf(page)).toBe(before);
    expect((await page.host.greet()).canUndo).toBeNull();
    expect(await page.post('*after')).toBe(201);
  });

  test('needs consent if something was done since, and only once', async () => {
    const page = await begin();
    await page.host.reset('reset', 'starter');
    await page.post('*since');
    await page.host.do('id', 'portal.createProject', ['Since', 'free']);
    expect(await page.host.undoReplacement('undo', false)).toEqual({ kind: 'asks', calls: 1, changes: 1 });
    expect(await page.texts()).toEqual(['*since']);
    expect(await page.host.undoReplacement('all the same', true)).toEqual({ kind: 'undone' });
    await page.post('*after');
    expect(await page.host.undoReplacement('all the same', true), 'asked for again').toEqual({
      kind: 'undone',
    });
    expect(await page.texts()).toEqual(['*mine', '*after']);
    expect(await page.host.undoReplacement('another', true)).toEqual({ kind: 'gone' });
  });

  test('is discarded by the next one', async () => {
    const page = await begin();
    await page.host.reset('reset', 'starter');
    await page.post('*second');
    const file = await page.host.exportSnapshot();
    await page.host.reset('again', 'empty');
    expect(await page.host.importSnapshot('import', file)).toEqual({ kind: 'replaced', canUndo: true });
    expect((await page.host.greet()).canUndo).toBe('import');
    await page.host.undoReplacement('undo', false);
    expect([await page.texts(), (await page.host.greet()).world.apps]).toEqual([[], []]);
    expect(await page.host.undoReplacement('further', true)).toEqual({ kind: 'gone' });
  });
});

test('calls that arrive during a replacement are answered by the new world', async () => {
  const page = await used();
  const done = page.host.reset('reset', 'starter');
  const asked = page.host.ask('portal.mailbox' as never, []).catch(() => null);
  const exchanges = page.host.exchanges();
  await done;
  expect(await exchanges).toEqual([]);
  await asked;
});

test('a cancelled replacement changes nothing, whether it is waiting or being written, and the next one succeeds', async () => {
  const page = await used();
  const before = await worldOf(page);
  const waits = page.host.reset('early', 'starter');
  await page.host.cancelReplacement();
  expect(await waits).toEqual({ kind: 'cancelled' });
  const file = await page.host.exportSnapshot();
  const flush = vi.spyOn(page.storage, 'flush').mockImplementation(() => page.host.cancelReplacement());
  expect(await page.host.importSnapshot('late', file)).toEqual({ kind: 'cancelled' });
  flush.mockRestore();
  expect((await page.host.greet()).canUndo).toBeNull();
  expect(await worldOf(page)).toBe(before);
  expect(await page.post('*since')).toBe(201);
  page.host.retire();
  const next = await open(page.name);
  expect(await next.texts()).toEqual(['*mine', '*since']);
  expect(await next.host.reset('again', 'starter')).toEqual({ kind: 'replaced', canUndo: true });
  await next.host.cancelReplacement();
  expect(await next.texts()).toEqual([]);
});

describe('room', () => {
  const megabyte = 1024 * 1024;
  const estimate = (free: number) => () =>
    Promise.resolve({ quota: 100 * megabyte, usage: 100 * megabyte - free });

  test('that is too small for both is reported before anything is changed; without undo there is enough', async () => {
    const page = await used(undefined, { estimate: estimate(5 * megabyte) });
    const before = await worldOf(page);
    expect(await page.host.reset('reset', 'starter')).toEqual({
      kind: 'noRoom',
      needed: 8 * megabyte,
      free: 5 * megabyte,
    });
    expect(await worldOf(page)).toBe(before);
    expect(await page.host.reset('final', 'starter', true)).toEqual({ kind: 'replaced', canUndo: false });
    expect([await page.texts(), (await page.host.greet()).canUndo]).toEqual([[], null]);
    expect(await page.host.undoReplacement('undo', true)).toEqual({ kind: 'gone' });
    page.host.retire();
    expect(await (await open(page.name)).texts()).toEqual([]);
  });

  test('that turns out to be too small leaves everything unchanged, and the world goes on', async () => {
    const page = await used();
    const before = await worldOf(page);
    const put = Object.getOwnPropertyDescriptor(IDBObjectStore.prototype, 'put')!
      .value as IDBObjectStore['put'];
    const puts = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
      this: IDBObjectStore,
      value: { readonly table?: string },
    ) {
      if (value.table === '1/posts') throw new DOMException('Full', 'QuotaExceededError');
      return put.call(this, value);
    });
    expect(await page.host.reset('reset', 'starter')).toMatchObject({ kind: 'noRoom' });
    puts.mockRestore();
    expect(page.storage.kept).toEqual({ kind: 'saved', reason: null });
    expect(await worldOf(page)).toBe(before);
    expect(await page.post('*since')).toBe(201);
    page.host.retire();
    expect(await (await open(page.name)).texts()).toEqual(['*mine', '*since']);
  });

  test('in memory is for small worlds', () => {
    const platform = createPlatform();
    expect(formerOf(platform, [])?.snapshot.tables['users']).toBeDefined();
    expect(formerOf(platform, [], 3)).toBeNull();
  });

  test('in memory is too small for a large world, which is reported before anything is changed', async () => {
    const platform = createPlatform();
    const snapshot = platform.snapshot();
    const [mira = {}, ...others] = snapshot.tables['users'] ?? [];
    const users = Array.from({ length: 100_001 }, (_, at) => ({
      ...mira,
      ...{ id: String(3e9 + at), username: `user_${at}`, email: `user_${at}@mail.example` },
    }));
    const large = { ...snapshot, tables: { ...snapshot.tables, users: [mira, ...others, ...users] } };
    const stored = { snapshot: inBlocks(large), late: null, vault: [], reset: null };
    const host = await startHost(surroundings({ storage: new StorageInMemory(stored) }));
    hosts.push(host);
    const rows = async () => (await host.exportSnapshot()).tables['users']?.length;
    expect(await host.reset('reset', 'starter')).toEqual({ kind: 'tooLarge', most: 100_000 });
    expect(await rows()).toBe(100_005);
    expect(await host.reset('final', 'starter', true)).toEqual({ kind: 'replaced', canUndo: false });
    expect(await rows()).toBe(4);
  });
});

describe('another tab that takes over the engine', () => {
  test('can undo the previous tab’s replacement, and says that the changes since were not counted', async () => {
    const page = await used();
    const before = await worldOf(page);
    await page.host.reset('reset', 'starter');
    page.host.retire();
    const next = await open(page.name, { takesOver: true });
    expect((await next.host.greet()).canUndo).toBe('reset');
    expect(await next.host.undoReplacement('undo', false)).toEqual({ kind: 'asksUncounted' });
    expect(await next.host.undoReplacement('all the same', true)).toEqual({ kind: 'undone' });
    expect(await worldOf(next)).toBe(before);
    next.host.retire();
    const third = await open(page.name, { takesOver: true });
    expect(await third.host.undoReplacement('all the same', true), 'asked for again').toEqual({
      kind: 'undone',
    });
    expect(await worldOf(third)).toBe(before);
  });

  test('does not when no page was open in between', async () => {
    const page = await used();
    await page.host.reset('reset', 'starter');
    page.host.retire();
    const next = await open(page.name);
    expect((await next.host.greet()).canUndo).toBeNull();
    expect(await next.host.undoReplacement('undo', true)).toEqual({ kind: 'gone' });
  });

  test('is not offered an older world than the one that was replaced: the storage had been full', async () => {
    const page = await used();
    const makeRoom = fullAfter(0, 'log', 'add');
    await page.post('*only in memory');
    expect((await page.host.greet()).storage.kind).toBe('memory');
    makeRoom();
    expect(await page.host.reset('reset', 'starter')).toEqual({ kind: 'replaced', canUndo: true });
    expect((await page.host.greet()).storage.kind).toBe('saved');
    page.host.retire();
    const next = await open(page.name, { takesOver: true });
    expect((await next.host.greet()).canUndo).toBeNull();
  });

  test('knows that a jump was undone, with the earlier vault, when the request is repeated', async () => {
    const page = await used();
    const { clock, world } = await page.host.greet();
    await page.host.advance('jump', 86_400_000);
    await page.host.forget(world.vault[0]!.id);
    await page.host.undoJump('undo', true);
    page.host.retire();
    const next = await open(page.name, { takesOver: true });
    const now = await next.host.greet();
    expect([now.clock.platformNow, now.world.vault]).toEqual([clock.platformNow, world.vault]);
    expect(await next.host.undoJump('undo', true)).toEqual({ kind: 'undone' });
  });
});

test.each(['reset', 'undo of a reset', 'undo of a jump'] as const)(
  'a kill at any transaction of the %s leaves the complete state before or after it',
  async (what) => {
    let isOver = false;
    for (let left = 0; !isOver; left++) {
      const page = await used();
      const mine = await worldOf(page);
      if (what === 'undo of a reset') await page.host.reset('first', 'empty');
      if (what === 'undo of a jump') await page.host.advance('first', 86_400_000);
      const before = await worldOf(page);
      await page.storage.flush();
      const { host } = page;
      isOver = await dieAfter(left, () => {
        if (what === 'reset') return host.reset('x', 'starter');
        return what === 'undo of a jump' ? host.undoJump('x', true) : host.undoReplacement('x', true);
      });
      const next = await open(page.name, { takesOver: true });
      const found = await worldOf(next);
      if (what === 'reset') {
        const texts = await next.texts();
        expect([['*mine'], []]).toContainEqual(texts);
        if (texts.length > 0) expect(found).toBe(before);
        if (isOver) expect(texts).toEqual([]);
      } else {
        expect([before, mine]).toContain(found);
        if (isOver) expect(found).toBe(mine);
      }
      next.host.retire();
    }
  },
);

test('a world that can no longer be brought back is deleted', async () => {
  const page = await used();
  await page.host.reset('reset', 'starter');
  await page.host.undoReplacement('undo', true);
  await page.host.reset('again', 'starter');
  await eventually(async () => {
    const database = new Database(page.name);
    await database.open();
    const found = await database.rows.toArray();
    database.close();
    const generations = new Set(found.map(({ table }) => (table.includes('/') ? table.split('/')[0] : '0')));
    expect([...generations].sort()).toEqual(['0', '2']);
  });
});

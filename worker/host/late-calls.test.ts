import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { families, schemaVersion, signRequest, tables } from '../../engine/inside.ts';
import type { Credential, Exchange, Row, Snapshot } from '../../engine/inside.ts';
import { answers, Channel } from '../../tests/support/answers-lost.ts';
import { eventually } from '../../tests/support/eventually.ts';
import { isOver, shop } from '../../tests/support/late.ts';
import { LocksForNode } from '../../tests/support/locks.ts';
import { inBlocks, wholeOf } from '../../tests/support/snapshot-blocks.ts';
import type { Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import type * as Late from '../persistence/late.ts';
import { Storage } from '../persistence/storage.ts';
import { valueOf } from '../contract/reply.ts';
import { Tab } from '../tabs/tab.ts';
import type { Exported } from '../contract/transfer.ts';
import type { Greeting } from '../contract/world.ts';

/** A slow disk: pieces of products come one by one, each when a test says so. */
const disk = vi.hoisted(() => {
  const waiting: (() => void)[] = [];
  let free = 0;
  return {
    give(pieces: number) {
      free += pieces;
      for (const go of waiting.splice(0)) go();
    },
    /** Pieces that still wait belong to a tab that is gone. */
    stop() {
      free = 0;
      waiting.length = 0;
    },
    async turn() {
      while (free === 0) await new Promise<void>((resolve) => waiting.push(resolve));
      free--;
    },
  };
});

vi.mock('../persistence/late.ts', async (load) => {
  const real = await load<typeof Late>();
  const slow: typeof Late.piecesOf = async function* (...of) {
    for await (const piece of real.piecesOf(...of)) {
      await disk.turn();
      yield piece;
    }
  };
  return { ...real, piecesOf: slow };
});

let name = '';
let serial = 0;
const tabs: Tab[] = [];

beforeEach(() => {
  vi.stubGlobal('navigator', { locks: new LocksForNode() });
  vi.stubGlobal('BroadcastChannel', Channel);
  answers.getLost = false;
  disk.stop();
  name = `svc-playground:/late-${++serial}/`;
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.leave();
  vi.unstubAllGlobals();
});

const products = 6000;
let filled: ReturnType<typeof shop> | null = null;
/** Made once, because the tests only read it. */
const filledShop = () => (filled ??= shop(products));

const openStorage = () =>
  Storage.open({ name, shape: tables, schemaVersion, changed: () => {}, fenced: () => {} });

/** A closed tab has left a catalog with products. Gives the catalog's address and the snapshot. */
async function left(change: (rows: readonly Row[]) => readonly Row[] = (rows) => rows, hasFeed = true) {
  const { snapshot, credentials, catalog } = await filledShop();
  const storage = await openStorage();
  const jobs = snapshot.tables['jobs']!.filter(({ name }) => hasFeed || name !== 'feed-due');
  const changed = { ...snapshot.tables, jobs, products: change(snapshot.tables['products']!) };
  await storage.replace({ snapshot: inBlocks({ ...snapshot, tables: changed }), vault: credentials });
  await storage.close();
  return { catalog: catalog.slice(catalog.indexOf('/5/')), credentials, snapshot };
}

/** The stored world, as the next start finds it. */
async function stored(): Promise<Snapshot['tables']> {
  const storage = await openStorage();
  const reading = wholeOf(storage.take()!);
  disk.give(100);
  const found = await reading;
  await storage.close();
  disk.stop();
  return found;
}

async function openTab() {
  const events: PlaygroundEvent[] = [];
  const tab = new Tab(
    name,
    { families },
    (event) => void events.push(event),
    () => {},
  );
  tabs.push(tab);
  await tab.ready();
  const call = async <T>(method: Method, ...args: unknown[]) => valueOf(await tab.call(method, args)) as T;
  const greet = () => call<Greeting>('greet');
  let nonces = 0;
  const get = async (path: string, credentials: readonly Credential[]): Promise<Exchange> => {
    const { baseUrl, adsBaseUrl, clock } = await greet();
    const signer = credentials.find((each) => each.kind === 'oauth1')!;
    const url = `${path.startsWith('/5/') ? adsBaseUrl : baseUrl}${path}`;
    const request = { method: 'GET', url, headers: [] };
    const now = clock.platformNow + Date.now() - clock.realNow;
    const timestamp = String(Math.floor(now / 1000));
    const { authorization } = signRequest(request, signer, { nonce: `n${++nonces}`, timestamp });
    return call<Exchange>('send', { ...request, headers: [['authorization', authorization]] });
  };
  return { tab, events, call, greet, get };
}

const statusOf = ({ outcome }: Exchange) => (outcome.kind === 'closed' ? 0 : outcome.status);

test('calls that need no products are answered at once, and the page reports the progress of loading', async () => {
  const { catalog, credentials } = await left();
  const { greet, get, events } = await openTab();
  expect((await greet()).loading).toEqual({ tables: ['products'], rows: 0, share: 0 });
  const list = get(`${catalog}/products?count=1000`, credentials);
  expect(statusOf(await get('/2/users/me', credentials))).toBe(200);
  expect(await isOver(list)).toBe(false);
  disk.give(1);
  await eventually(async () => expect((await greet()).loading).toMatchObject({ rows: 4000, share: 1 / 2 }));
  expect(await isOver(list)).toBe(false);
  disk.give(1);
  expect(statusOf(await list)).toBe(200);
  expect((await greet()).loading).toBeNull();
  expect(events.filter(({ type }) => type === 'loading').at(-1)).toEqual({ type: 'loading', loading: null });
});

test('an export waits for the products, and has them all', async () => {
  const { snapshot } = await left();
  const { call } = await openTab();
  const exported = call<Exported>('exportSnapshot');
  expect(await isOver(exported)).toBe(false);
  disk.give(100);
  const rowsOf = (rows: readonly Row[] = []) => new Map(rows.map((row) => [row['product_key'], row]));
  expect(rowsOf((await exported).tables['products'])).toEqual(rowsOf(snapshot.tables['products']));
});

test('a jump of the clock for which no job about products is due does not wait for them, nor does its undo', async () => {
  await left(undefined, false);
  const { call, greet } = await openTab();
  const { clock } = await greet();
  await call('advance', 60_000);
  expect((await greet()).clock.jumped).toBe(60_000);
  expect((await greet()).loading).not.toBeNull();
  const undone = call('undoJump', true);
  disk.give(100);
  expect(await undone).toEqual({ kind: 'undone' });
  expect((await greet()).clock.platformNow).toBeLessThan(clock.platformNow + 60_000);
});

test('changes made meanwhile are kept, and the products with them', async () => {
  await left();
  const { call, tab } = await openTab();
  await call('do', 'portal.createProject', ['Made meanwhile', 'free']);
  tab.leave();
  const found = await stored();
  expect(found['products']).toHaveLength(products);
  expect(found['projects']).toContainEqual(expect.objectContaining({ name: 'Made meanwhile' }));
});

test('a reset does not wait for the products, and stops reading them', async () => {
  await left();
  const { call, greet, events, tab } = await openTab();
  await call('reset', 'starter');
  expect((await greet()).loading).toBeNull();
  disk.give(100);
  const { tables: after } = await call<Exported>('exportSnapshot');
  expect(after['products']).toEqual([]);
  expect(events.map(({ type }) => type)).toContain('restarted');
  expect((await greet()).storage.kind).toBe('saved');
  tab.leave();
  expect((await stored())['products']).toEqual([]);
});

test('an invalid row: the starter runs in memory, and the stored data is not changed', async () => {
  const broken = (rows: readonly Row[]) =>
    rows.map((row, at) => (at === products - 1 ? { ...row, made: -1 } : row));
  const { catalog, credentials } = await left(broken);
  const { greet, get, call, events, tab } = await openTab();
  const list = get(`${catalog}/products`, credentials);
  disk.give(100);
  await eventually(() => expect(events.map(({ type }) => type)).toContain('restarted'));
  expect(statusOf(await list)).toBe(500);
  const { storage, loading } = await greet();
  expect(loading).toBeNull();
  expect(storage).toMatchObject({
    kind: 'memory',
    reason: expect.stringContaining('could not be read') as string,
  });
  expect(storage.reason).toContain('products');
  expect((await call<Exported>('exportSnapshot')).tables['catalogs']).toEqual([]);
  await call('do', 'portal.createProject', ['In memory', 'free']);
  tab.leave();
  const found = await stored();
  expect(found['products']).toHaveLength(products);
  expect(JSON.stringify(found['projects'])).not.toContain('In memory');
});

test('another tab takes over while products are read: it reads them itself, and answers the waiting call', async () => {
  const { catalog, credentials } = await left();
  const first = await openTab();
  const second = await openTab();
  expect((await second.greet()).loading).toMatchObject({ share: 0 });
  const list = second.get(`${catalog}/products?count=3`, credentials);
  expect(await isOver(list)).toBe(false);
  second.tab.takeOver();
  await eventually(async () => expect((await second.greet()).storage.engine).toBe('this tab'));
  disk.give(100);
  expect(statusOf(await list)).toBe(200);
  expect((await first.greet()).storage.engine).toBe('another tab');
  expect((await first.greet()).loading).toBeNull();
});

/** The world that an embed keeps, as the worker opens it: `main.ts` only reads its address. */
import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { families, schemaVersion, tables } from '../../engine/inside.ts';
import { stored, storedVersions } from '../../tests/migrations/stored.ts';
import { Channel } from '../../tests/support/answers-lost.ts';
import { LocksForNode } from '../../tests/support/locks.ts';
import { inBlocks } from '../../tests/support/snapshot-blocks.ts';
import type { Method } from '../contract/contract.ts';
import type { PlaygroundEvent } from '../contract/events.ts';
import { valueOf } from '../contract/reply.ts';
import type { Greeting } from '../contract/world.ts';
import { Storage } from '../persistence/storage.ts';
import { Tab } from '../tabs/tab.ts';
import { beginningOf } from '../temporary/beginning.ts';
import type { TemporaryWorld } from '../temporary/world.ts';

const tabs: Tab[] = [];
let base = '';
let serial = 0;

beforeEach(() => {
  base = `/play-${++serial}/`;
  vi.stubGlobal('navigator', { locks: new LocksForNode() });
  vi.stubGlobal('BroadcastChannel', Channel);
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.leave();
  vi.unstubAllGlobals();
});

const nameOf = (world: string | null): string =>
  `svc-playground${world === null ? '' : `-embed:${world}`}:${base}`;

/** `world`: null for the playground's own. */
async function open(world: string | null, asked: TemporaryWorld = {}) {
  const events: PlaygroundEvent[] = [];
  const tab = new Tab(
    nameOf(world),
    { families, ...(world !== null && { start: beginningOf(asked) }) },
    (event) => void events.push(event),
    () => {},
  );
  tabs.push(tab);
  await tab.ready();
  const call = async <T>(method: Method, ...args: unknown[]) => valueOf(await tab.call(method, args)) as T;
  const greet = () => call<Greeting>('greet');
  return {
    ...{ events, call, greet },
    /** Closes it when everything is stored. */
    async close() {
      await call('exchanges');
      tabs.splice(tabs.indexOf(tab), 1);
      tab.leave();
    },
    addProject: (name: string) => call('do', 'portal.createProject', [name, 'free']),
    projects: async () => (await greet()).world.projects.map((each) => each.name),
  };
}

const frozenAt = Date.UTC(2026, 10, 22, 12);

test('it begins as asked, and goes on as it was left, whatever is asked later', async () => {
  const first = await open('harbour', { scenario: 'small', seed: 'tide-1', frozenAt, plan: 'basic' });
  const begun = await first.greet();
  expect(begun).toMatchObject({
    ...{ seed: 'tide-1', clock: { frozen: true, platformNow: frozenAt } },
    storage: { kind: 'saved', reason: null },
  });
  expect(new Set(begun.world.projects.map(({ plan }) => plan))).toEqual(new Set(['basic']));
  await first.addProject('Tide tables');
  await first.call('resume');
  await first.close();

  const again = await open('harbour', { scenario: 'empty', seed: 'tide-2', plan: 'free' });
  const { seed, clock, world } = await again.greet();
  expect(seed).toBe('tide-1');
  expect(clock.frozen).toBe(false);
  // It ran on from where it stood, by the machine's clock.
  expect(clock.platformNow).toBeGreaterThanOrEqual(frozenAt);
  expect(clock.platformNow).toBeLessThan(frozenAt + 60_000);
  expect(world.projects.map(({ name, plan }) => [name, plan])).toContainEqual(['Tide tables', 'free']);
  expect(world.projects.map(({ plan }) => plan)).toContain('basic');
});

test('worlds of other names, and the playground’s own, are apart from it: none is seen, and a reset is its own', async () => {
  const [own, harbour, other] = [
    await open(null),
    await open('harbour', { scenario: 'small' }),
    await open('Harbour'),
  ];
  for (const [name, each] of Object.entries({ own, harbour, other })) await each.addProject(name);
  expect(await harbour.projects()).toContain('harbour');
  expect(await harbour.projects()).not.toContain('own');
  await harbour.call('reset', 'starter', true);
  expect(await harbour.projects()).not.toContain('harbour');
  expect(await own.projects()).toContain('own');
  expect(await other.projects()).toContain('other');
  for (const each of [own, other]) expect(each.events.map(({ type }) => type)).not.toContain('restarted');
  await own.call('reset', 'starter', true);
  expect(await other.projects()).toContain('other');
  const names = (await indexedDB.databases()).map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining([nameOf(null), nameOf('harbour'), nameOf('Harbour')]));
});

test('a reset begins it as it was first asked for, and can be undone', async () => {
  const kept = await open('harbour', { scenario: 'small', seed: 'tide-1', frozenAt });
  await kept.addProject('Tide tables');
  const vault = (await kept.greet()).world.vault;
  await kept.call('reset', 'starter');
  const { seed, clock, world, canUndo } = await kept.greet();
  expect({ seed, frozen: clock.frozen, canUndo }).toEqual({ seed: 'tide-1', frozen: true, canUndo: 'reset' });
  expect(world.vault).toEqual(vault);
  expect(await kept.projects()).not.toContain('Tide tables');
  await kept.call('undoReplacement', true);
  expect(await kept.projects()).toContain('Tide tables');
});

test('two frames share it: one leads, the other follows, and goes on when the first is gone', async () => {
  const one = await open('harbour', { seed: 'tide-1' });
  const other = await open('harbour', { seed: 'tide-2' });
  expect((await other.greet()).storage).toMatchObject({ kind: 'saved', engine: 'another tab' });
  expect((await other.greet()).seed).toBe('tide-1');
  await other.addProject('Tide tables');
  expect(await one.projects()).toContain('Tide tables');
  await one.close();
  expect(await other.projects()).toContain('Tide tables');
  expect((await other.greet()).storage).toMatchObject({ kind: 'saved', engine: 'this tab' });
});

test('data of an earlier release is migrated, as the playground’s own is', async () => {
  const version = storedVersions()[0]!;
  expect(version).toBeLessThan(schemaVersion);
  const before = await Storage.open({
    ...{ name: nameOf('harbour'), shape: tables, schemaVersion },
    ...{ changed: () => {}, fenced: () => {} },
  });
  const earlier = stored(version);
  await before.replace({ snapshot: inBlocks(earlier), vault: [] });
  await before.close();
  const kept = await open('harbour', { scenario: 'empty', seed: 'tide-1' });
  const { storage, world } = await kept.greet();
  expect(storage.kind).toBe('saved');
  expect(world.users.map(({ id }) => id)).toEqual(expect.arrayContaining(usersOf(earlier.tables['users']!)));
});

const usersOf = (rows: readonly { readonly [name: string]: unknown }[]): unknown[] =>
  rows.slice(0, 1).map((row) => row['id']);

test('where the browser denies storage it begins as asked, in memory, and says why', async () => {
  vi.stubGlobal('indexedDB', {
    open() {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  const kept = await open('harbour', { seed: 'tide-1' });
  const { seed, storage } = await kept.greet();
  expect(seed).toBe('tide-1');
  expect(storage).toMatchObject({
    kind: 'memory',
    reason: expect.stringContaining('The browser denies storage to this page.') as unknown,
  });
});

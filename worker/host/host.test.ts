import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PlaygroundEvent } from '../contract/events.ts';
import { startHost } from './host.ts';
import { StorageInMemory } from './in-memory.ts';
import { surroundings } from '../../tests/support/surroundings.ts';

const inMemory = (emit: (event: PlaygroundEvent) => void = () => {}, storage = new StorageInMemory()) =>
  startHost(surroundings({ storage, emit }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// Must be the first test: the module for a change of the portal is not loaded yet, but that for an export is.
test('an export has what a person changed before it, though the change is still under way', async () => {
  const host = await inMemory();
  await host.exportSnapshot();
  const changed = host.do('id', 'portal.setPlan', ['1700', 'free']);
  const { tables } = await host.exportSnapshot();
  expect(tables['projects']).toContainEqual(expect.objectContaining({ id: '1700', plan: 'free' }));
  await changed;
  host.retire();
});

test('a host that is retired while calls are under way does nothing afterwards', async () => {
  const events: PlaygroundEvent[] = [];
  const host = await inMemory((event) => void events.push(event));
  await host.freeze();
  vi.runAllTimers();
  const before = events.length;
  const under = [host.resume(), host.do('id', 'portal.setAbuse', [false])];
  host.retire();
  await Promise.all(under);
  expect(vi.getTimerCount()).toBe(0);
  expect(events.length).toBe(before);
});

test('changes that may lag are written together 200 ms after the first of them', async () => {
  const storage = new StorageInMemory();
  const flush = vi.spyOn(storage, 'flush');
  const host = await inMemory(undefined, storage);
  const { baseUrl } = await host.greet();
  const call = (id: string) => host.send(id, { method: 'GET', url: `${baseUrl}/2/users/me`, headers: [] });
  await Promise.all([call('1'), call('2')]);
  vi.advanceTimersByTime(150);
  await call('3');
  expect(flush).not.toHaveBeenCalled();
  vi.advanceTimersByTime(50);
  expect(flush).toHaveBeenCalledTimes(1);
  host.retire();
});

test('events about a person’s change are sent before its answer', async () => {
  const heard: string[] = [];
  const host = await inMemory((event) => void heard.push(event.type));
  const { world } = await host.greet();
  const [first, ...others] = world.vault;
  await host.forget(first!.id).then(() => heard.push('forgotten'));
  await host.keep(first!).then(() => heard.push('kept'));
  await host
    .do('id', 'portal.updateApp', [others[0]!.appId, { name: 'Another' }])
    .then(() => heard.push('renamed'));
  expect(heard).toEqual(['world', 'forgotten', 'world', 'kept', 'portal', 'world', 'renamed']);
  host.retire();
});

test('issue 21: the log of a world holds 10,000 exchanges and at most 32 MB', async () => {
  const host = await inMemory();
  expect(await host.ask('exchanges.contents', [])).toMatchObject({
    size: 10_000,
    mostBytes: 32 * 1024 * 1024,
  });
  host.retire();
});

const day = 86_400_000;

async function jumped() {
  const events: PlaygroundEvent[] = [];
  const host = await inMemory((event) => void events.push(event));
  const { baseUrl, world, clock } = await host.greet();
  const bearer = world.vault.find((each) => each.kind === 'app')!;
  const read = (id: string) =>
    host.send(id, {
      method: 'GET',
      url: `${baseUrl}/2/users/2244994945`,
      headers: [['authorization', `Bearer ${bearer.bearer_token}`]],
    });
  const after = await host.advance('jump', day);
  expect([after.jumped, after.platformNow - clock.platformNow]).toEqual([day, day]);
  return { host, events, clock, read };
}

test('a jump followed only by reading is undone at once, and the log goes on', async () => {
  const { host, events, clock, read } = await jumped();
  await read('one');
  events.length = 0;
  expect(await host.undoJump('undo', false)).toEqual({ kind: 'undone' });
  expect(events.map(({ type }) => type)).toEqual(['world', 'clock']);
  const now = (await host.greet()).clock;
  expect([now.platformNow, now.jumped]).toEqual([clock.platformNow, null]);
  expect((await host.exchanges()).map(({ sequence }) => sequence)).toEqual([1]);
  await read('two');
  expect((await host.exchanges()).map(({ sequence }) => sequence)).toEqual([1, 2]);
  expect(await host.exchanges(['registerWebhook'])).toEqual([]);
  host.retire();
});

test('what was done since a jump is not lost without asking', async () => {
  const { host, events, clock } = await jumped();
  await host.do('id', 'portal.createProject', ['Since', 'free']);
  expect(await host.undoJump('undo', false)).toEqual({ kind: 'asks', calls: 0, changes: 1 });
  expect((await host.greet()).clock.jumped).toBe(day);
  events.length = 0;
  expect(await host.undoJump('undo at all costs', true)).toEqual({ kind: 'undone' });
  expect(events.at(-1)).toEqual({ type: 'restarted' });
  const { world, clock: now } = await host.greet();
  expect(world.projects.map(({ name }) => name)).not.toContain('Since');
  expect(now.platformNow).toBe(clock.platformNow);
  host.retire();
});

test('a repeated request undoes a jump once; after a reset there is none to undo', async () => {
  const { host, clock } = await jumped();
  await host.undoJump('undo', false);
  await host.advance('another', 60_000);
  expect(await host.undoJump('undo', false)).toEqual({ kind: 'undone' });
  expect((await host.greet()).clock.platformNow).toBe(clock.platformNow + 60_000);
  await host.reset('reset', 'starter');
  expect(await host.undoJump('third', false)).toEqual({ kind: 'gone' });
  expect((await host.greet()).clock.jumped).toBeNull();
  host.retire();
});

test('a jump requested again after a takeover goes nowhere, and cannot be undone', async () => {
  const { host } = await jumped();
  await host.undoJump('undo', false);
  await host.advance('jump', 60_000);
  const again = await host.advance('jump', 60_000);
  expect(again.jumped).toBe(60_000);
  host.retire();
});

test('the host tells what fixes a refusal, by the id of its request', async () => {
  const { host } = await jumped();
  const { baseUrl } = await host.greet();
  await host.send('refused', { method: 'GET', url: `${baseUrl}/2/users/me`, headers: [] });
  expect((await host.advise('refused'))?.act.kind).toBe('useCredential');
  expect(await host.advise('never')).toBeNull();
  host.retire();
});

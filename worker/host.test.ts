import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { families, schemaVersion, tables } from '../engine/index.ts';
import type { PlaygroundEvent } from './events.ts';
import { Host } from './host.ts';
import { Storage } from './persistence/storage.ts';

/** Node has no IndexedDB: everything is kept in memory. */
const inMemory = () =>
  Storage.open({
    name: 'svc-playground:/host/',
    shape: tables,
    schemaVersion,
    changed: () => {},
    fenced: () => {},
  });

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a host that is retired while calls are under way does nothing any more', async () => {
  const events: PlaygroundEvent[] = [];
  const host = Host.start(await inMemory(), families, (event) => void events.push(event));
  await host.freeze();
  vi.runAllTimers();
  const before = events.length;
  const under = [host.resume(), host.portal('id', 'setAbuse', false)];
  host.retire();
  await Promise.all(under);
  expect(vi.getTimerCount()).toBe(0);
  expect(events.length).toBe(before);
});

test('what may lag is written 200 ms after it came up, once for all that came meanwhile', async () => {
  const storage = await inMemory();
  const flush = vi.spyOn(storage, 'flush');
  const host = Host.start(storage, families, () => {});
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

test('what a person did is told before it is answered', async () => {
  const heard: string[] = [];
  const host = Host.start(await inMemory(), families, (event) => void heard.push(event.type));
  const { world } = await host.greet();
  const [first, ...others] = world.vault;
  await host.forget(first!.id).then(() => heard.push('forgotten'));
  await host.keep(first!).then(() => heard.push('kept'));
  await host
    .portal('id', 'updateApp', others[0]!.appId, { name: 'Another' })
    .then(() => heard.push('renamed'));
  expect(heard).toEqual(['world', 'forgotten', 'world', 'kept', 'world', 'renamed']);
  host.retire();
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { schemaVersion, tables } from '../engine/index.ts';
import type { PlaygroundEvent } from './api.ts';
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
  const host = Host.start(await inMemory(), (event) => void events.push(event));
  await host.freeze();
  vi.runAllTimers();
  const before = events.length;
  const under = [host.resume(), host.setAbuse(false)];
  host.retire();
  await Promise.all(under);
  expect(vi.getTimerCount()).toBe(0);
  expect(events.length).toBe(before);
});

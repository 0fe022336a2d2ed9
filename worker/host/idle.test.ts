import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/eventually.ts';
import { surroundings } from '../../tests/support/surroundings.ts';
import { startHost } from './host.ts';
import type { Host } from './host.ts';

const idleMs = 3000;
let host: Host;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  host = await startHost(surroundings({ idleMs }));
});
afterEach(() => {
  host.retire();
  vi.useRealTimers();
});

const users = async () => (await host.greet()).world.users.length;
const ask = () => host.ask('firstSteps.taken', []);

it('Q20: the seeded users are created once there have been no calls for a while', async () => {
  await ask();
  await vi.advanceTimersByTimeAsync(idleMs - 1);
  await ask();
  await vi.advanceTimersByTimeAsync(idleMs - 1);
  expect(await users()).toBe(4);
  await vi.advanceTimersByTimeAsync(1);
  vi.useRealTimers();
  await eventually(async () => expect(await users()).toBe(40));
});

it('Q20: they are created again after a reset, and never before the first call', async () => {
  await vi.advanceTimersByTimeAsync(10 * idleMs);
  expect(await users()).toBe(4);
  await ask();
  await vi.advanceTimersByTimeAsync(idleMs);
  await vi.waitFor(async () => expect(await users()).toBe(40));
  await host.reset('reset', 'starter');
  expect(await users()).toBe(4);
  await ask();
  await vi.advanceTimersByTimeAsync(idleMs);
  await vi.waitFor(async () => expect(await users()).toBe(40));
});
